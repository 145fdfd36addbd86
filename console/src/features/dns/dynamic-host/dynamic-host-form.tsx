import { useState } from 'react'
import { dynamicHost, type DynamicHost } from '@nameplane/contract/dns/dynamic-host'
import type { Domain } from '@nameplane/contract/dns/domain'
import { useChange } from '../../../api/queries.ts'
import { useLines } from '../../../entities/line/use-lines.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'
import { hostnameOf, MadeSettings, type MadeCredential } from './client-settings.tsx'
import { dynamicHostMessages, dynamicHostWords } from './dynamic-host.messages.ts'

const invalidates = [dynamicHost.list]

/** Creates a credential, for the host that the address names if it does, and shows its secret this once. */
export function AddDynamicHost({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const text = useText(dynamicHostMessages)
  const lines = useLines(domain.id)
  const { host = '', line = 'default' } = useScreenLocation().search
  const [made, setMade] = useState<MadeCredential | null>(null)
  const values = { domainId: domain.id, host, line }
  const form = useAddForm(dynamicHost.save, { words: dynamicHostWords, invalidates, values, success: null, onDone: ({ data }) => setMade(data) })
  if (made !== null) return <MadeSettings made={made} title={text.created} onClose={onClose} />
  // Before the lines are here, and for one that is no more.
  const isUnknown = !lines.list.some(({ code }) => code === line)
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <Field of={form} name="host" />
      <Field of={form} name="line">
        {(control) => (
          <select {...control} {...form.raw.register('line')} className={`${textField} cursor-pointer`}>
            {isUnknown && <option value={line}>{line}</option>}
            {lines.list.map(({ code }) => (
              <option key={code} value={code}>
                {'\u2003'.repeat(lines.depthOf(code)) + lines.nameOf(code)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FieldsDialog>
  )
}

/** Asks, then shows the new secret. */
export function RenewDynamicHost({ row, domain, onClose }: { row: DynamicHost; domain: string; onClose: () => void }) {
  const text = useText(dynamicHostMessages)
  const [made, setMade] = useState<MadeCredential | null>(null)
  const renew = useChange(dynamicHost.renew, { invalidates, success: null }).run
  if (made !== null) return <MadeSettings made={made} title={text.renewed} onClose={onClose} />
  return (
    <ConfirmDialog
      text={text.renewAsk(hostnameOf(row.host, domain))}
      confirmLabel={text.renew}
      onConfirm={async () => {
        const outcome = await renew({ id: row.id })
        if (outcome.isDone) setMade(outcome.reply.data)
        else onClose()
      }}
      onCancel={onClose}
    />
  )
}
