import { domainClaim } from '@nameplane/contract/dns/domain-claim'
import { useMay } from '../../../api/rights.ts'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { domainClaimMessages, domainClaimWords } from './domain-claim.messages.ts'

/** Asks for the domains that are to be retrieved, and for whom. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const text = useText(domainClaimMessages)
  const language = useLanguage()
  const maySeeAccounts = useMay('user.read')
  const form = useAddForm(domainClaim.request, { words: domainClaimWords, invalidates: [domainClaim.list], values: { userId: undefined }, onDone: onClose })
  const [requester, setRequester] = useFieldValue(form, 'userId')
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <p className="text-sm text-kumo-subtle">{text.note}</p>
      <Field of={form} name="domains" rows={8} placeholder={'example.com\nexample.net'} />
      {maySeeAccounts && (
        <Field of={form} name="userId">
          {(control) => (
            <UserSelect
              control={control}
              label={domainClaimWords.label('userId', language)}
              value={requester}
              nobody={text.ownAccount}
              onChange={setRequester}
            />
          )}
        </Field>
      )}
    </FieldsDialog>
  )
}
