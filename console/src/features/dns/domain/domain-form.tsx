import { useState } from 'react'
import * as z from 'zod/mini'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { useCall, useChange } from '../../../api/queries.ts'
import { ttlOf } from '../../../entities/record/ttl-text.ts'
import { useMay } from '../../../api/rights.ts'
import { UserSelect } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm, type RuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { textLink } from '../../../ui/classes.ts'
import { Modal } from '../../../ui/modal.tsx'
import type { DomainRow } from './domain-columns.tsx'
import { domainMessages } from './domain.messages.ts'

const invalidates = [domain.list, domain.detail, serviceGroup.list]

/** What an empty field means: leave it out. */
function filled<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)) as Values
}

type AddValues = { domain: string; userId: string; serviceGroupId: string; remark: string }
/** The contract's rules over the texts of a form, where an empty one is not sent. */
const addRules = z.pipe(
  z.transform((values: AddValues) => filled(values) as unknown as Sent<typeof domain.save>),
  domain.save.input,
)

export function AddDomain({ onAdded, onClose }: { onAdded: (id: number) => void; onClose: () => void }) {
  const text = useText(domainMessages)
  const save = useChange(domain.save, { invalidates, success: 'added', shownIn: 'form' })
  const form = useRuledForm<AddValues>(addRules, { domain: '', userId: '', serviceGroupId: '', remark: '' })
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const outcome = await save.run(filled(values) as unknown as Sent<typeof domain.save>)
    if (outcome.isDone) onAdded(outcome.reply.data.id)
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.add}
      problem={save.problem}
      pending={save.isRunning}
      isDirty={form.formState.isDirty}
      submitLabel={text.add}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextInput
        label={text.fields.domain}
        help={text.helps.domain}
        isRequired
        placeholder="example.com"
        className="font-mono"
        error={errorOf('domain')}
        {...register('domain')}
      />
      {save.problem?.code === 'domain_in_recycle_bin' && (
        <ScreenLink to={`/dns/domain/list?view=recycled&search=${encodeURIComponent(form.getValues('domain').trim())}`} className={`${textLink} -mt-3 text-sm`}>
          {text.openRecycled}
        </ScreenLink>
      )}
      <GroupSelect error={errorOf('serviceGroupId')} control={register('serviceGroupId')} />
      <OwnerSelect form={form} nobody={text.ownAccount} />
      <TextInput label={text.fields.remark} error={errorOf('remark')} {...register('remark')} />
    </FormDialog>
  )
}

type EditValues = { userId: string; serviceGroupId: string; defaultTtlSeconds: string; remark: string }

/** What a form holds as it is sent: a TTL may be written with units, as `10m`. */
function sentOf(id: number, values: EditValues): Sent<typeof domain.update> {
  return {
    id,
    userId: Number(values.userId),
    serviceGroupId: Number(values.serviceGroupId),
    defaultTtlSeconds: ttlOf(values.defaultTtlSeconds) ?? Number.NaN,
    remark: values.remark,
  }
}

/** The contract's rules for a change, whose id the form does not hold. */
const editRules = z.pipe(
  z.transform((values: EditValues) => sentOf(1, values)),
  domain.update.input,
)

/** The form of one domain, by what the server says about it when it opens. */
export function EditDomain({ id, onClose }: { id: number; onClose: () => void }) {
  const text = useText(domainMessages)
  const parts = useText(partsMessages)
  const { reply, problem, isRefreshing, refresh } = useCall(domain.detail, { id })
  const [row, setRow] = useState<DomainRow | null>(null)
  // A reply kept from an earlier visit would carry an old version.
  if (row === null && reply && !isRefreshing) setRow(reply.data)
  if (row && reply) return <EditFields row={row} saved={reply.data} onStale={() => void refresh()} onClose={onClose} />
  if (!problem?.isShown) return null
  return (
    <Modal title={text.edit} labels={{ close: parts.close, fullScreen: parts.fullScreen }} onClose={onClose}>
      <Failure problem={problem} onRetry={() => void refresh()} />
    </Modal>
  )
}

type EditFieldsProps = {
  /** What the form began with. */
  row: DomainRow
  /** What is saved now, as far as this form knows; others may have saved since it opened. */
  saved: DomainRow
  onStale: () => void
  onClose: () => void
}

function EditFields({ row, saved, onStale, onClose }: EditFieldsProps) {
  const text = useText(domainMessages)
  const update = useVersionedChange(domain.update, invalidates, { row, saved, onStale }, [
    { label: text.fields.remark, valueOf: (one) => one.remark },
    { label: text.fields.group, valueOf: (one) => one.serviceGroupName },
    { label: text.fields.ttl, valueOf: (one) => String(one.defaultTtlSeconds) },
    { label: text.fields.owner, valueOf: (one) => one.username },
  ])
  const form = useRuledForm<EditValues>(editRules, {
    userId: String(row.userId),
    serviceGroupId: String(row.serviceGroupId),
    defaultTtlSeconds: String(row.defaultTtlSeconds),
    remark: row.remark,
  })
  const { register, errorOf } = form
  const submit = form.handleSubmit(async (values) => {
    const outcome = await update.save(sentOf(row.id, values))
    if (outcome.isDone) return onClose()
    form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={text.editTitle(row.unicodeName)}
      problem={update.problem}
      pending={update.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {update.theirs && <ChangedMeanwhile fields={update.theirs} />}
      <TextInput label={text.fields.remark} error={errorOf('remark')} {...register('remark')} />
      <GroupSelect error={errorOf('serviceGroupId')} control={register('serviceGroupId')} isSet />
      <TextInput label={text.fields.ttl} help={text.helps.ttl} className="font-mono" error={errorOf('defaultTtlSeconds')} {...register('defaultTtlSeconds')} />
      <OwnerSelect form={form} />
    </FormDialog>
  )
}

function GroupSelect({ error, control, isSet = false }: { error: string | undefined; control: object; isSet?: boolean }) {
  const text = useText(domainMessages)
  const { reply } = useCall(serviceGroup.list, { limit: 200 }, { freshSeconds: 60 })
  return (
    <Select label={text.fields.group} help={text.helps.group} error={error} {...control} key={reply ? 'loaded' : 'loading'}>
      {!isSet && <option value="">{text.defaultGroup}</option>}
      {reply?.data.list.map((group) => (
        <option key={group.id} value={group.id}>
          {group.name}
        </option>
      ))}
    </Select>
  )
}

/** The owner, for who may see accounts; nobody chosen is the caller. */
function OwnerSelect<Values extends AddValues | EditValues>({ form, nobody }: { form: RuledForm<Values>; nobody?: string }) {
  const text = useText(domainMessages)
  const maySeeAccounts = useMay('user.read')
  const owner = form as unknown as RuledForm<{ userId: string }>
  if (!maySeeAccounts) return null
  return (
    <div>
      <UserSelect
        label={text.fields.owner}
        error={owner.errorOf('userId')}
        value={owner.watch('userId')}
        {...(nobody === undefined ? {} : { nobody })}
        onChange={(id) => owner.setValue('userId', id, { shouldDirty: true, shouldValidate: true })}
      />
      {/* Carries the choice, so that a refusal finds its field. */}
      <input type="hidden" {...owner.register('userId')} />
    </div>
  )
}
