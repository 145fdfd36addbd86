import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import type { GroupRow } from './service-group-list.tsx'
import { serviceGroupMessages, serviceGroupWords } from './service-group.messages.ts'

type Values = Sent<typeof serviceGroup.save>

const servers = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'ns6'] as const
const serversOf = ({ nameservers }: GroupRow) => Object.fromEntries(servers.map((name, index) => [name, nameservers[index] ?? '']))

export function AddServiceGroup({ onClose }: { onClose: () => void }) {
  const text = useText(serviceGroupMessages)
  const form = useAddForm(serviceGroup.save, { words: serviceGroupWords, invalidates: [serviceGroup.list], onDone: onClose })
  return (
    <FieldsDialog title={text.add} form={form} onClose={onClose}>
      <ServiceGroupFields form={form} />
    </FieldsDialog>
  )
}

export function EditServiceGroup({ onClose, ...edited }: Edited<GroupRow>) {
  const text = useText(serviceGroupMessages)
  const { name, domainCount } = edited.row
  const form = useEditForm(serviceGroup.update, edited, {
    words: serviceGroupWords,
    values: serversOf,
    invalidates: [serviceGroup.list, record.list, domain.list],
    onDone: onClose,
  })
  return (
    <FieldsDialog title={text.editTitle(name)} form={form} onClose={onClose}>
      <ServiceGroupFields form={form} />
      {domainCount > 0 && <p className="text-sm text-kumo-subtle">{text.changes(domainCount)}</p>}
    </FieldsDialog>
  )
}

function ServiceGroupFields({ form }: { form: BoundForm<Values> }) {
  const text = useText(serviceGroupMessages)
  return (
    <>
      <Field of={form} name="name" />
      <FieldGroup title={text.nameserverGroup}>
        <p className="-mt-2 text-sm text-kumo-subtle">{text.helps.ns}</p>
        <div className="grid gap-4 pad:grid-cols-2">
          {servers.map((name) => (
            <Field key={name} of={form} name={name} />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title={text.soaGroup}>
        <Field of={form} name="mname" />
        <Field of={form} name="rname" />
      </FieldGroup>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="weight" />
        <Field of={form} name="status" />
      </div>
      <Field of={form} name="remark" />
    </>
  )
}
