import type { FieldValues } from 'react-hook-form'
import { domain } from '@nameplane/contract/dns/domain'
import { nameserverCheck } from '@nameplane/contract/dns/nameserver-check'
import { record } from '@nameplane/contract/dns/record'
import { vanityNameserver, type VanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { vanityNameserverMessages, vanityNameserverWords } from './vanity-nameserver.messages.ts'

/** Calls whose replies say which name servers domains have. */
export const nameserverCalls = [
  vanityNameserver.list,
  vanityNameserver.choice,
  vanityNameserver.addresses,
  nameserverCheck.detail,
  domain.detail,
  domain.list,
  record.list,
]

export function AddVanityNameserver({ onClose }: { onClose: () => void }) {
  const text = useText(vanityNameserverMessages)
  const language = useLanguage()
  const form = useAddForm(vanityNameserver.save, { words: vanityNameserverWords, invalidates: nameserverCalls, onDone: onClose })
  const owned: BoundForm<{ userId?: number | undefined }> = { raw: form.raw, rules: form.rules, words: form.words }
  const [user, setUser] = useFieldValue(owned, 'userId')
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <Field of={owned} name="userId">
        {(control) => (
          <UserSelect control={control} label={vanityNameserverWords.label('userId', language)} value={user} nobody={text.choose} onChange={setUser} />
        )}
      </Field>
      <Names form={form} />
    </FieldsDialog>
  )
}

export function EditVanityNameserver({ onClose, ...edited }: Edited<VanityNameserver>) {
  const text = useText(vanityNameserverMessages)
  const form = useEditForm(vanityNameserver.update, edited, { words: vanityNameserverWords, invalidates: nameserverCalls, onDone: onClose })
  return (
    <FieldsDialog title={text.editTitle(edited.row.username)} form={form} onClose={onClose}>
      <Names form={form} />
    </FieldsDialog>
  )
}

function Names({ form: { raw, rules, words } }: { form: BoundForm<FieldValues> }) {
  const text = useText(vanityNameserverMessages)
  const form: BoundForm<{ names: string[] }> = { raw, rules, words }
  return (
    <>
      <Field of={form} name="names" />
      <p className="text-sm text-pretty text-kumo-subtle">{text.note}</p>
    </>
  )
}
