import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useFieldValue, type BoundForm } from '../../screen-parts/form/bound-form.ts'
import { Field } from '../../screen-parts/form/field.tsx'
import { UserSelect } from '../user/user-select.tsx'

type Belonging = { serviceGroupId?: number | undefined; userId?: number | undefined }

/** The service group; `unset` is what none chosen means. */
export function GroupField({ form, unset }: { form: BoundForm<Belonging>; unset?: string }) {
  const { reply } = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  const groups = (reply?.data.list ?? []).map((group) => ({ value: String(group.id), label: group.name }))
  const options = unset === undefined ? groups : [{ value: '', label: unset }, ...groups]
  return <Field key={reply ? 'loaded' : 'loading'} of={form} name="serviceGroupId" options={options} />
}

/** The owner, for who may see accounts; nobody chosen is the caller. */
export function OwnerField({ form, nobody }: { form: BoundForm<Belonging>; nobody?: string }) {
  const language = useLanguage()
  const maySeeAccounts = useMay('user.read')
  const [owner, setOwner] = useFieldValue(form, 'userId')
  if (!maySeeAccounts) return null
  return (
    <Field of={form} name="userId">
      {(control) => (
        <UserSelect
          control={control}
          label={form.words.label('userId', language)}
          value={owner}
          {...(nobody === undefined ? {} : { nobody })}
          onChange={setOwner}
        />
      )}
    </Field>
  )
}
