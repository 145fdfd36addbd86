import { useState } from 'react'
import * as z from 'zod/mini'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { factor } from '@nameplane/contract/account/factor'
import { useChange } from '../../../../api/queries.ts'
import { textsIn, useText } from '../../../../i18n/messages.ts'
import { useSaying } from '../../../../i18n/saying.ts'
import { useBoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../../screen-parts/form/field.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages, securityWords } from './security.messages.ts'

/** What two calls ask for, before the first of them. */
const asked = z.object({ name: factor.passkeySave.input.shape.name, password: factor.passkeyOffer.input.shape.password })

/** A name and the password, then the browser's own dialog, then the recovery codes. */
export function AddPasskey({ onClose }: { onClose: (isSetUp: boolean) => void }) {
  const text = useText(securityMessages)
  const offer = useChange(factor.passkeyOffer, { shownIn: 'form' })
  const save = useChange(factor.passkeySave, { invalidates: [factor.status], success: 'added', shownIn: 'form' })
  const form = useBoundForm(asked, securityWords)
  const [refusal, setRefusal] = useSaying()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  async function add({ name, password }: z.infer<typeof asked>) {
    setRefusal(null)
    save.forget()
    if (!browserSupportsWebAuthn()) return setRefusal((now) => textsIn(securityMessages, now).passkeyUnsupported)
    const offered = await offer.run({ password })
    if (!offered.isDone) return form.raw.showProblem(offered.problem)
    setAsking(true)
    const response = await startRegistration({ optionsJSON: offered.reply.data.options as unknown as CreationOptions }).then(
      (made) => ({ ...made }),
      () => null,
    )
    setAsking(false)
    if (response === null) return setRefusal((now) => textsIn(securityMessages, now).passkeyCancelled)
    const saved = await save.run({ seal: offered.reply.data.seal, name: name.trim(), response })
    if (!saved.isDone) return form.raw.showProblem(saved.problem)
    if (saved.reply.data.recoveryCodes === null) onClose(true)
    else setCodes(saved.reply.data.recoveryCodes)
  }
  const submit = form.raw.handleSubmit((values) => add(values as z.infer<typeof asked>))

  if (codes) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />
  return (
    <PasswordDialog
      title={text.addPasskey}
      help={text.passkeysHelp}
      submitLabel={text.add}
      form={{
        ...form,
        call: factor.passkeyOffer.path,
        submit: (event) => void submit(event),
        problem: offer.problem ?? save.problem,
        isRunning: offer.isRunning || save.isRunning || isAsking,
        isDirty: false,
        theirs: null,
      }}
      onClose={() => onClose(false)}
    >
      <Field of={form} name="name" />
      {refusal && (
        <p role="alert" className="text-sm text-kumo-danger">
          {refusal}
        </p>
      )}
    </PasswordDialog>
  )
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
