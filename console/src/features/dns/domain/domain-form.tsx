import * as z from 'zod/mini'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { useCall, useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import type { DomainRow } from './domain-columns.tsx'
import { domainMessages } from './domain.messages.ts'

const invalidates = [domain.list, domain.detail, serviceGroup.list]

/** What an empty field means: leave it out. */
function filled<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)) as Values
}

type AddValues = { domain: string; userId: string; serviceGroupId: string; remark: string }
/** The contract's rules over the texts of a form, where an empty one is not sent. */
const addRules = z.pipe(z.transform((values: AddValues) => filled(values) as unknown as Sent<typeof domain.save>), domain.save.input)

export function AddDomain({ onAdded, onClose }: { onAdded: (added: { id: number; domain: string }) => void; onClose: () => void }) {
  const text = useText(domainMessages)
  const save = useChange(domain.save, { invalidates, success: 'added', shownIn: 'form' })
  const form = useRuledForm<AddValues>(addRules, { domain: '', userId: '', serviceGroupId: '', remark: '' })
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(filled(values) as unknown as Sent<typeof domain.save>)
    if (outcome.isDone) onAdded({ id: outcome.reply.data.id, domain: values.domain.trim() })
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog title={text.add} problem={save.problem} pending={save.isRunning} isDirty={form.formState.isDirty} submitLabel={text.add} onSubmit={(event) => void submit(event)} onClose={onClose}>
      <TextInput label={text.fields.domain} help={text.helps.domain} isRequired autoFocus placeholder="example.com" className="font-mono" error={errorOf('domain')} {...register('domain')} />
      <GroupSelect error={errorOf('serviceGroupId')} control={register('serviceGroupId')} />
      <TextInput label={text.fields.userId} help={text.helps.userId} inputMode="numeric" error={errorOf('userId')} {...register('userId')} />
      <TextInput label={text.fields.remark} error={errorOf('remark')} {...register('remark')} />
    </FormDialog>
  )
}

type EditValues = { userId: string; serviceGroupId: string; defaultTtlSeconds: string; remark: string }
/** The same for a change, whose id the form does not hold. */
const editRules = z.pipe(z.transform((values: EditValues) => ({ id: 1, ...values }) as unknown as Sent<typeof domain.update>), domain.update.input)

export function EditDomain({ row, onClose }: { row: DomainRow; onClose: () => void }) {
  const text = useText(domainMessages)
  const update = useChange(domain.update, { invalidates, success: 'changed', shownIn: 'form' })
  const form = useRuledForm<EditValues>(editRules, { userId: String(row.userId), serviceGroupId: String(row.serviceGroupId), defaultTtlSeconds: String(row.defaultTtlSeconds), remark: row.remark })
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const sent = { id: row.id, rowVersion: row.rowVersion, userId: Number(values.userId), serviceGroupId: Number(values.serviceGroupId), defaultTtlSeconds: Number(values.defaultTtlSeconds), remark: values.remark }
    const outcome = await update.run(sent)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog title={text.editTitle(row.unicodeName)} problem={update.problem} pending={update.isRunning} isDirty={form.formState.isDirty} onSubmit={(event) => void submit(event)} onClose={onClose}>
      <TextInput label={text.fields.remark} error={errorOf('remark')} {...register('remark')} />
      <GroupSelect error={errorOf('serviceGroupId')} control={register('serviceGroupId')} isSet />
      <TextInput label={text.fields.ttl} help={text.helps.ttl} inputMode="numeric" error={errorOf('defaultTtlSeconds')} {...register('defaultTtlSeconds')} />
      <TextInput label={text.fields.userId} inputMode="numeric" error={errorOf('userId')} {...register('userId')} />
    </FormDialog>
  )
}

function GroupSelect({ error, control, isSet = false }: { error: string | undefined; control: object; isSet?: boolean }) {
  const text = useText(domainMessages)
  const { reply } = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  return (
    <Select label={text.fields.group} help={text.helps.group} error={error} {...control} key={reply ? 'loaded' : 'loading'}>
      {!isSet && <option value="">{text.defaultGroup}</option>}
      {reply?.data.list.map((group) => <option key={group.id} value={group.id}>{group.name}</option>)}
    </Select>
  )
}
