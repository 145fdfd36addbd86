import { menuRow } from '@nameplane/contract/account/menu-row'
import { dataScopes, role, type DataScope } from '@nameplane/contract/account/role'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import type { Sent } from '@nameplane/contract/endpoint'
import { isRight, type Right } from '@nameplane/contract/rights'
import { Fragment, useMemo } from 'react'
import { useCall, useChange } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useOwnTitles } from '../../../routing/own-titles.tsx'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { FieldGroup, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { CheckTree } from '../../../ui/tree/check-tree.tsx'
import { valuesOf } from '../../../ui/tree/tree-state.ts'
import { rightTree } from './right-tree.ts'
import type { RoleRow } from './role-columns.tsx'
import { roleMessages } from './role.messages.ts'
import { useHeldRights } from './use-held-rights.ts'

type Values = Sent<typeof role.save>
const invalidates = [role.list, role.detail, role.select]
const blank: Values = { name: '', description: '', rights: [], dataScope: 'own', serviceGroupIds: [] }

function valuesOfRole({ name, description, rights, dataScope, serviceGroupIds }: RoleRow): Values {
  return { name, description, rights: rights.filter(isRight), dataScope, serviceGroupIds }
}

export function AddRole({ onClose }: { onClose: () => void }) {
  const text = useText(roleMessages)
  const save = useChange(role.save, { invalidates, success: 'added', shownIn: 'form' })
  return <RoleFields title={text.add} initial={blank} isBuiltIn={false} change={save} send={(values) => save.run(values)} onClose={onClose} />
}

type EditProps = { row: RoleRow; /** What is saved now, as far as the list knows. */ saved: RoleRow; onStale: () => void; onClose: () => void }

export function EditRole({ row, saved, onStale, onClose }: EditProps) {
  const text = useText(roleMessages)
  const update = useVersionedChange(role.update, invalidates, { row, saved, onStale }, [
    { label: text.fields.name, valueOf: (one) => one.name },
    { label: text.fields.description, valueOf: (one) => one.description },
    { label: text.fields.rights, valueOf: (one) => one.rights.join(', ') },
    { label: text.fields.dataScope, valueOf: (one) => text.scopes[one.dataScope] },
  ])
  return (
    <RoleFields title={text.editTitle(row.name)} initial={valuesOfRole(row)} isBuiltIn={row.builtIn} change={update} send={update.save} onClose={onClose}>
      {update.theirs && <ChangedMeanwhile fields={update.theirs} />}
    </RoleFields>
  )
}

type FieldsProps = {
  title: string
  initial: Values
  isBuiltIn: boolean
  change: Pick<ReturnType<typeof useChange>, 'problem' | 'isRunning'>
  send: (values: Values) => ReturnType<ReturnType<typeof useChange>['run']>
  onClose: () => void
  children?: React.ReactNode
}

function RoleFields({ title, initial, isBuiltIn, change, send, onClose, children }: FieldsProps) {
  const text = useText(roleMessages)
  const form = useRuledForm<Values>(role.save.input, initial)
  const { register, errorOf, watch, setValue } = form
  const [dataScope, rights, groupIds] = watch(['dataScope', 'rights', 'serviceGroupIds'])
  // The calls also take texts; this form keeps lists.
  const listOf = <Item,>(value: readonly Item[] | string | undefined): readonly Item[] => (Array.isArray(value) ? (value as readonly Item[]) : [])
  const submit = form.handleSubmit(async (values) => {
    const outcome = await send(values)
    if (outcome.isDone) onClose()
    else form.showProblem(outcome.problem)
  })
  return (
    <FormDialog
      title={title}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput label={text.fields.name} isRequired readOnly={isBuiltIn} {...register('name')} error={errorOf('name')} />
        <TextInput label={text.fields.description} {...register('description')} error={errorOf('description')} />
      </div>
      <FieldGroup title={text.fields.rights}>
        <RightsField isOfUsers={isBuiltIn} value={listOf(rights)} onChange={(next) => setValue('rights', next, { shouldDirty: true })} />
      </FieldGroup>
      {!isBuiltIn && (
        <FieldGroup title={text.fields.dataScope}>
          <div className="flex flex-col gap-2">
            {dataScopes.map((scope) => (
              <Fragment key={scope}>
                <ScopeChoice scope={scope} {...register('dataScope')} />
                {scope === 'groups' && dataScope === 'groups' && (
                  <div className="mb-1 ml-6">
                    <GroupsField
                      value={listOf(groupIds)}
                      error={errorOf('serviceGroupIds')}
                      onChange={(next) => setValue('serviceGroupIds', next, { shouldDirty: true, shouldValidate: true })}
                    />
                  </div>
                )}
              </Fragment>
            ))}
          </div>
        </FieldGroup>
      )}
      {children}
    </FormDialog>
  )
}

function ScopeChoice({ scope, ...radio }: { scope: DataScope } & React.ComponentProps<'input'>) {
  const text = useText(roleMessages)
  return (
    <label className="flex cursor-pointer items-start gap-2 text-sm">
      <input type="radio" value={scope} {...radio} className="mt-0.5 size-4 shrink-0" />
      <span>
        {text.scopes[scope]}
        <span className="block text-kumo-subtle">{text.scopeHelps[scope]}</span>
      </span>
    </label>
  )
}

function RightsField({ isOfUsers, value, onChange }: { isOfUsers: boolean; value: readonly Right[]; onChange: (rights: Right[]) => void }) {
  const text = useText(roleMessages)
  const format = useFormat()
  const language = useLanguage()
  const titleOf = useOwnTitles()
  const { reply, problem, refresh } = useCall(menuRow.tree, {})
  const { refusalOf } = useHeldRights(isOfUsers)
  const nodes = useMemo(
    () => (reply ? rightTree(reply.data, { language, titleOf, refusalOf, other: text.otherRights }) : []),
    [reply, language, titleOf, refusalOf, text],
  )
  const all = useMemo(() => new Set(nodes.flatMap((node) => valuesOf(node))), [nodes])
  const ticked = useMemo(() => new Set<string>(value), [value])
  if (problem) return <Failure problem={problem} onRetry={() => void refresh()} />
  return (
    <>
      <p className="-mt-2 flex justify-between gap-x-4 text-sm text-kumo-subtle">
        <span>{isOfUsers ? text.rightsOfUserHelp : text.rightsHelp}</span>
        <span role="status" className="shrink-0">
          {text.ticked(format.number(value.length), format.number(all.size))}
        </span>
      </p>
      <div className="max-h-64 overflow-y-auto rounded-md border border-kumo-line p-1">
        <CheckTree label={text.fields.rights} nodes={nodes} ticked={ticked} onChange={(next) => onChange([...next].filter(isRight))} />
      </div>
    </>
  )
}

function GroupsField({ value, error, onChange }: { value: readonly number[]; error: string | undefined; onChange: (ids: number[]) => void }) {
  const text = useText(roleMessages)
  const { reply, problem, refresh } = useCall(serviceGroup.list, { limit: 200, sidx: 'name', order: 'asc' })
  if (problem) return <Failure problem={problem} onRetry={() => void refresh()} />
  const groups = reply?.data.list ?? []
  return (
    <fieldset className="rounded-md border border-kumo-line px-3 py-2">
      <legend className="sr-only">{text.fields.serviceGroups}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto pad:grid-cols-2">
        {groups.map((group) => (
          <CheckBox
            key={group.id}
            name="serviceGroupIds"
            label={group.name}
            checked={value.includes(group.id)}
            onChange={(event) => onChange(event.target.checked ? [...value, group.id] : value.filter((id) => id !== group.id))}
          />
        ))}
      </div>
      {reply && groups.length === 0 && <p className="text-sm text-kumo-subtle">{text.groupsMissing}</p>}
      {error && (
        <p role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
