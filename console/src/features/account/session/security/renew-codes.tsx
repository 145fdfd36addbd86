import { useState } from 'react'
import { factor } from '@nameplane/contract/account/factor'
import { useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityMessages } from './security.messages.ts'

/** The password, then ten new codes. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const text = useText(securityMessages)
  const renew = useChange(factor.recoverySave, { invalidates: [factor.status], shownIn: 'form' })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <PasswordDialog
      title={text.renewCodes}
      help={text.renewHelp}
      submitLabel={text.renew}
      change={renew}
      onSubmit={async (password) => {
        const outcome = await renew.run({ password })
        if (outcome.isDone) setCodes(outcome.reply.data.recoveryCodes)
      }}
      onClose={onClose}
    />
  )
}
