import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkSection } from './bulk-form.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { DomainListField } from './domain-list-field.tsx'

type TargetFields = { domains?: string | undefined; domainSearch?: string | undefined; userId?: number | undefined; serviceGroupId?: number | undefined }

/** Of two ways to say which domains, only the one that is shown. */
export function targetsSent({ domains = '', ...filter }: TargetFields, isListed: boolean): TargetFields {
  return isListed ? { domains: domains.trim() } : { domains: '', ...filter }
}

type TargetsProps = {
  form: BoundForm<TargetFields>
  isListed: boolean
  /** What a filter finds. */
  help: string
  onChange: (isListed: boolean) => void
}

/** Which domains: a list, or a filter. */
export function Targets({ form, isListed, help, onChange }: TargetsProps) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const maySeeAccounts = useMay('user.read')
  const maySeeGroups = useMay('service_group.read')
  const { reply } = useCall(serviceGroup.list, maySeeGroups ? { limit: 200 } : null, { freshSeconds: 60 })
  const groups = (reply?.data.list ?? []).map((group) => ({ value: String(group.id), label: group.name }))
  const [owner, setOwner] = useFieldValue(form, 'userId')
  return (
    <BulkSection title={text.targets} {...(isListed ? {} : { help })}>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="sr-only">{text.by}</legend>
        {[true, false].map((listed) => (
          <label key={String(listed)} className="flex cursor-pointer items-center gap-2">
            <input type="radio" name="targets" checked={isListed === listed} onChange={() => onChange(listed)} />
            {listed ? text.listed : text.filtered}
          </label>
        ))}
      </fieldset>
      {isListed ? (
        <DomainListField form={form} />
      ) : (
        <div className="grid gap-4 pad:grid-cols-3">
          <Field of={form} name="domainSearch" />
          {maySeeAccounts && (
            <Field of={form} name="userId">
              {(control) => (
                <UserSelect control={control} label={changeSetWords.label('userId', language)} value={owner} nobody={text.anyone} onChange={setOwner} />
              )}
            </Field>
          )}
          {maySeeGroups && (
            <Field key={reply ? 'loaded' : 'loading'} of={form} name="serviceGroupId" options={[{ value: '', label: text.anyGroup }, ...groups]} />
          )}
        </div>
      )}
    </BulkSection>
  )
}
