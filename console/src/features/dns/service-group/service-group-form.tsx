import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { serviceGroup, type ServiceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { useText } from '../../../i18n/messages.ts'
import { nounDialogs } from '../../../screen-parts/dialog/fields-dialog.tsx'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { serviceGroupMessages, serviceGroupWords } from './service-group.messages.ts'

const servers = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'ns6'] as const

export const dialogs = nounDialogs({
  save: serviceGroup.save,
  update: serviceGroup.update,
  words: serviceGroupWords,
  messages: serviceGroupMessages,
  invalidates: [[serviceGroup.list], [serviceGroup.list, record.list, domain.list]],
  values: ({ nameservers }: ServiceGroup) => Object.fromEntries(servers.map((name, index) => [name, nameservers[index] ?? ''])),
  Fields: ServiceGroupFields,
})

function ServiceGroupFields({ form, row }: { form: BoundForm<Sent<typeof serviceGroup.save>>; row: ServiceGroup | null }) {
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
      {row !== null && row.domainCount > 0 && <p className="text-sm text-kumo-subtle">{text.changes(row.domainCount)}</p>}
    </>
  )
}
