import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textLink } from '../../../ui/classes.ts'
import { GroupField, OwnerField } from '../../../entities/domain/belonging-fields.tsx'
import { TtlField } from './domain-fields.tsx'
import type { DomainRow } from './domain-list.tsx'
import { domainMessages, domainWords } from './domain.messages.ts'

const saving = { words: domainWords, invalidates: [domain.list, domain.detail, serviceGroup.list] }

export function AddDomain({ onAdded, onClose }: { onAdded: (id: number) => void; onClose: () => void }) {
  const text = useText(domainMessages)
  const form = useAddForm(domain.save, { ...saving, values: { userId: undefined, serviceGroupId: undefined }, onDone: ({ data }) => onAdded(data.id) })
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <Field of={form} name="domain" placeholder="example.com" />
      {form.problem?.code === 'domain_in_recycle_bin' && <RecycledLink form={form} />}
      <GroupField form={form} unset={text.defaultGroup} />
      <OwnerField form={form} nobody={text.ownAccount} />
      <Field of={form} name="remark" />
    </FieldsDialog>
  )
}

export function EditDomain({ onClose, ...edited }: Edited<DomainRow>) {
  const text = useText(domainMessages)
  const form = useEditForm(domain.update, edited, {
    ...saving,
    called: { serviceGroupId: (row) => row.serviceGroupName, userId: (row) => row.username },
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.editTitle(edited.row.unicodeName)} form={form} onClose={onClose}>
      <Field of={form} name="remark" />
      <GroupField form={form} />
      <TtlField form={form} />
      <OwnerField form={form} />
    </FieldsDialog>
  )
}

/** To the domain of this name where it can be restored. */
function RecycledLink({ form }: { form: BoundForm<{ domain: string }> }) {
  const text = useText(domainMessages)
  const [name] = useFieldValue(form, 'domain')
  return (
    <ScreenLink to={`/dns/domain/list?view=recycled&search=${encodeURIComponent(name.trim())}`} className={`${textLink} -mt-3 text-sm`}>
      {text.openRecycled}
    </ScreenLink>
  )
}
