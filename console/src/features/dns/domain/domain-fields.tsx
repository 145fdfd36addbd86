import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { ttlOf } from '../../../entities/record/ttl-text.ts'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'
import { domainWords } from './domain.messages.ts'

/** The default TTL, which may be typed with units, as `10m`. */
export function TtlField({ form }: { form: BoundForm<{ defaultTtlSeconds?: unknown }> }) {
  return (
    <Field of={form} name="defaultTtlSeconds">
      {(control) => (
        <input
          {...form.raw.register('defaultTtlSeconds', { setValueAs: (typed: unknown) => ttlOf(String(typed)) ?? typed })}
          {...control}
          autoComplete="off"
          className={`${textField} font-mono`}
        />
      )}
    </Field>
  )
}

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
          label={domainWords.label('userId', language)}
          value={owner}
          {...(nobody === undefined ? {} : { nobody })}
          onChange={setOwner}
        />
      )}
    </Field>
  )
}
