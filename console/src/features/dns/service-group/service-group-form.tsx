import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { FieldGroup, Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import type { GroupRow } from './service-group-columns.tsx'
import { serviceGroupMessages } from './service-group.messages.ts'

type Values = Sent<typeof serviceGroup.save>
const invalidates = [serviceGroup.list]
const servers = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5', 'ns6'] as const

const blank: Values = { name: '', weight: 0, status: 1, remark: '', mname: '', rname: '', ns1: '', ns2: '', ns3: '', ns4: '', ns5: '', ns6: '' }

function valuesOf(group: GroupRow): Values {
  const { name, weight, status, remark, mname, rname, nameservers } = group
  const server = (index: number): string => nameservers[index] ?? ''
  return { name, weight, status, remark, mname, rname, ns1: server(0), ns2: server(1), ns3: server(2), ns4: server(3), ns5: server(4), ns6: server(5) }
}

export function AddServiceGroup({ onClose }: { onClose: () => void }) {
  const text = useText(serviceGroupMessages)
  const save = useChange(serviceGroup.save, { invalidates, success: 'added', shownIn: 'form' })
  return <ServiceGroupFields title={text.add} initial={blank} change={save} send={(values) => save.run(values)} onClose={onClose} />
}

type EditProps = {
  /** What the form began with. */
  group: GroupRow
  /** What is saved now, as far as the list knows. */
  saved: GroupRow
  onStale: () => void
  onClose: () => void
}

export function EditServiceGroup({ group, saved, onStale, onClose }: EditProps) {
  const text = useText(serviceGroupMessages)
  const update = useVersionedChange(serviceGroup.update, [...invalidates, record.list, domain.list], { row: group, saved, onStale }, [
    { label: text.fields.name, valueOf: (one) => one.name },
    { label: text.fields.nameservers, valueOf: (one) => one.nameservers.join(' ') },
    { label: text.fields.mname, valueOf: (one) => one.mname },
    { label: text.fields.rname, valueOf: (one) => one.rname },
    { label: text.fields.weight, valueOf: (one) => String(one.weight) },
    { label: text.fields.status, valueOf: (one) => (one.status === 1 ? text.usable : text.disabled) },
    { label: text.fields.remark, valueOf: (one) => one.remark },
  ])
  return (
    <ServiceGroupFields title={text.editTitle(group.name)} initial={valuesOf(group)} change={update} send={update.save} onClose={onClose}>
      {update.theirs && <ChangedMeanwhile fields={update.theirs} />}
      {group.domainCount > 0 && <p className="text-sm text-kumo-subtle">{text.changes(group.domainCount)}</p>}
    </ServiceGroupFields>
  )
}

type FieldsProps = {
  title: string
  initial: Values
  change: Pick<ReturnType<typeof useChange>, 'problem' | 'isRunning'>
  send: (values: Values) => ReturnType<ReturnType<typeof useChange>['run']>
  onClose: () => void
  children?: React.ReactNode
}

function ServiceGroupFields({ title, initial, change, send, onClose, children }: FieldsProps) {
  const text = useText(serviceGroupMessages)
  const form = useRuledForm<Values>(serviceGroup.save.input, initial)
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const outcome = await send(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  const input = (name: keyof Values) => ({ ...register(name), error: errorOf(name) })
  return (
    <FormDialog
      title={title}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} isRequired {...input('name')} />
      <FieldGroup title={text.nameserverGroup}>
        <p className="-mt-2 text-sm text-kumo-subtle">{text.helps.ns}</p>
        <div className="grid gap-4 pad:grid-cols-2">
          {servers.map((name, index) => (
            <TextInput key={name} label={text.fields.ns(index + 1)} isRequired={index < 2} className="font-mono" {...input(name)} />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title={text.soaGroup}>
        <TextInput label={text.fields.mname} help={text.helps.mname} isRequired className="font-mono" {...input('mname')} />
        <TextInput label={text.fields.rname} help={text.helps.rname} isRequired className="font-mono" {...input('rname')} />
      </FieldGroup>
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput label={text.fields.weight} help={text.helps.weight} inputMode="numeric" {...input('weight')} />
        <Select label={text.fields.status} {...input('status')}>
          <option value={1}>{text.usable}</option>
          <option value={0}>{text.disabled}</option>
        </Select>
      </div>
      <TextInput label={text.fields.remark} {...input('remark')} />
      {children}
    </FormDialog>
  )
}
