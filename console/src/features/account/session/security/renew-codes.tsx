import { useState } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import { useText } from '../../../../i18n/messages.ts'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages, securityWords } from './security.messages.ts'

/** The password, then ten new codes. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const text = useText(securityMessages)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useAddForm(factor.recoverySave, {
    words: securityWords,
    invalidates: [factor.status],
    success: null,
    onDone: ({ data }) => setCodes(data.recoveryCodes),
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return <PasswordDialog title={text.renewCodes} help={text.renewHelp} submitLabel={text.renew} form={form} onClose={onClose} />
}
