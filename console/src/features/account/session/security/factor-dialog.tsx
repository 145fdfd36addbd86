import { factor } from '@nameplane/contract/account/factor'
import { useText } from '../../../../i18n/messages.ts'
import { useAddForm } from '../../../../screen-parts/form/bound-form.ts'
import { AddPasskey } from './add-passkey.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { securityMessages, securityWords } from './security.messages.ts'
import { SetUpTotp } from './set-up-totp.tsx'

/** What is done to the caller's second factors. */
export type FactorAction =
  | { readonly kind: 'totp' }
  | { readonly kind: 'totp-off' }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'passkey-name'; readonly id: number; readonly name: string }
  | { readonly kind: 'passkey-off'; readonly id: number; readonly name: string }
  | { readonly kind: 'codes' }

const saving = { words: securityWords, invalidates: [factor.status] }

export function FactorDialog({ action, onClose }: { action: FactorAction; onClose: () => void }) {
  switch (action.kind) {
    case 'totp':
      return <SetUpTotp onClose={onClose} />
    case 'passkey':
      return <AddPasskey onClose={onClose} />
    case 'codes':
      return <RenewCodes onClose={onClose} />
    case 'totp-off':
      return <TurnTotpOff onClose={onClose} />
    case 'passkey-name':
      return <RenamePasskey id={action.id} name={action.name} onClose={onClose} />
    case 'passkey-off':
      return <RemovePasskey id={action.id} name={action.name} onClose={onClose} />
  }
}

function TurnTotpOff({ onClose }: { onClose: () => void }) {
  const text = useText(securityMessages)
  const form = useAddForm(factor.totpDelete, { ...saving, success: 'done', onDone: onClose })
  return <PasswordDialog title={text.turnOffTotp} help={text.removeHelp} submitLabel={text.turnOff} form={form} onClose={onClose} />
}

function RemovePasskey({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const text = useText(securityMessages)
  const form = useAddForm(factor.passkeyDelete, { ...saving, values: { id }, success: 'deleted', onDone: onClose })
  return <PasswordDialog title={text.removePasskey(name)} help={text.removeHelp} submitLabel={text.remove} form={form} onClose={onClose} />
}
