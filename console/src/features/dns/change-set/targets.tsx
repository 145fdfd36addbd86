import { useMay } from '../../../api/rights.ts'
import { GroupField, OwnerField } from '../../../entities/domain/belonging-fields.tsx'
import { useText } from '../../../i18n/messages.ts'
import { type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { BulkSection } from './bulk-form.tsx'
import { changeSetMessages } from './change-set.messages.ts'
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
  const maySeeGroups = useMay('service_group.read')
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
          <OwnerField form={form} nobody={text.anyone} />
          {maySeeGroups && <GroupField form={form} unset={text.anyGroup} />}
        </div>
      )}
    </BulkSection>
  )
}
