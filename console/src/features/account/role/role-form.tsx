import { Fragment, useMemo, useRef } from 'react'
import { menuRow } from '@nameplane/contract/account/menu-row'
import { dataScopes, role, type DataScope } from '@nameplane/contract/account/role'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useCall } from '../../../api/queries.ts'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useOwnTitles } from '../../../routing/own-titles.tsx'
import { FieldsDialog, nounDialogs } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { useAddForm, useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { withTick } from '../../../screen-parts/form/ticked.ts'
import { textField } from '../../../ui/classes.ts'
import { CheckTree } from '../../../ui/tree/check-tree.tsx'
import { valuesOf } from '../../../ui/tree/tree-state.ts'
import { PresetField } from './preset-field.tsx'
import { startedBy, type RoleStart } from './preset-rights.ts'
import { rightTree } from './right-tree.ts'
import type { RoleRow } from './role-list.tsx'
import { roleMessages, roleWords } from './role.messages.ts'
import { useHeldRights } from './use-held-rights.ts'

const saving = { words: roleWords, invalidates: [role.list, role.detail, role.select] }

export const dialogs = nounDialogs({
  save: role.save,
  update: role.update,
  words: roleWords,
  messages: roleMessages,
  invalidates: [saving.invalidates],
  blank: { dataScope: 'own' },
  Fields: RoleFields,
})

/** Asks for the name of a copy. */
export function CopyRole({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const text = useText(roleMessages)
  const form = useAddForm(role.copy, { ...saving, values: { id: row.id, name: text.copyName(row.name) }, onDone: onClose })
  return (
    <FieldsDialog title={text.copyTitle(row.name)} form={form} onClose={onClose}>
      <Field of={form} name="name" help={text.copyHelp} />
    </FieldsDialog>
  )
}

type Form = BoundForm<{ name: unknown; description?: unknown; rights?: unknown; dataScope: unknown; serviceGroupIds?: unknown }>

/** The calls also take texts; the form keeps lists. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function RoleFields({ form, row }: { form: Form; row: RoleRow | null }) {
  const isBuiltIn = row?.builtIn === true
  const language = useLanguage()
  return (
    <>
      {row === null && <Preset form={form} />}
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="name">
          {(control) => (
            <input type="text" spellCheck={false} autoComplete="off" readOnly={isBuiltIn} {...form.raw.register('name')} {...control} className={textField} />
          )}
        </Field>
        <Field of={form} name="description" />
      </div>
      <FieldGroup title={roleWords.label('rights', language)}>
        <RightsField form={form} isOfUsers={isBuiltIn} />
      </FieldGroup>
      {!isBuiltIn && (
        <FieldGroup title={roleWords.label('dataScope', language)}>
          <ScopeField form={form} />
        </FieldGroup>
      )}
    </>
  )
}

/** Fills a new role in; what somebody has typed as its name and description stays. */
function Preset({ form }: { form: Form }) {
  const [name, setName] = useFieldValue(form, 'name')
  const [description, setDescription] = useFieldValue(form, 'description')
  const [, setRights] = useFieldValue(form, 'rights')
  const before = useRef<RoleStart>({ name: '', description: '', rights: [] })
  return (
    <PresetField
      onChoose={(start) => {
        const next = startedBy(start, before.current, { name, description })
        before.current = start
        setName(next.name)
        setDescription(next.description)
        setRights([...next.rights])
      }}
    />
  )
}

function ScopeField({ form }: { form: Form }) {
  const [dataScope] = useFieldValue(form, 'dataScope')
  return (
    <div className="flex flex-col gap-2">
      {dataScopes.map((scope) => (
        <Fragment key={scope}>
          <ScopeChoice scope={scope} {...form.raw.register('dataScope')} />
          {scope === 'groups' && dataScope === 'groups' && (
            <div className="mb-1 ml-6">
              <GroupsField form={form} />
            </div>
          )}
        </Fragment>
      ))}
    </div>
  )
}

function ScopeChoice({ scope, ...radio }: { scope: DataScope } & React.ComponentProps<'input'>) {
  const text = useText(roleMessages)
  return (
    <label className="flex cursor-pointer items-start gap-2 text-sm">
      <input type="radio" value={scope} {...radio} className="mt-0.5 size-4 shrink-0" />
      <span>
        {text.choices.dataScope[scope]}
        <span className="block text-kumo-subtle">{text.scopeHelps[scope]}</span>
      </span>
    </label>
  )
}

function RightsField({ form, isOfUsers }: { form: Form; isOfUsers: boolean }) {
  const [value, setValue] = useFieldValue(form, 'rights')
  const text = useText(roleMessages)
  const format = useFormat()
  const language = useLanguage()
  const titleOf = useOwnTitles()
  const { reply, problem, refresh } = useCall(menuRow.tree, {})
  const named = useRights()
  const { refusalOf, noteOf } = useHeldRights(isOfUsers)
  const nodes = useMemo(
    () => (reply ? rightTree(reply.data, named.rights, { language, titleOf, refusalOf, noteOf, other: text.otherRights }) : []),
    [reply, named.rights, language, titleOf, refusalOf, noteOf, text],
  )
  const all = useMemo(() => new Set(nodes.flatMap((node) => valuesOf(node))), [nodes])
  const ticked = useMemo(() => new Set(listOf(value).map(String)), [value])
  if (problem) return <Failure problem={problem} onRetry={() => void refresh()} />
  if (named.problem) return <Failure problem={named.problem} onRetry={() => void named.refresh()} />
  return (
    <>
      <p className="-mt-2 flex justify-between gap-x-4 text-sm text-kumo-subtle">
        <span>{isOfUsers ? text.rightsOfUserHelp : text.rightsHelp}</span>
        <span role="status" className="shrink-0">
          {text.ticked(format.number(ticked.size), format.number(all.size))}
        </span>
      </p>
      <div className="max-h-64 overflow-y-auto rounded-md border border-kumo-line p-1">
        <CheckTree label={roleWords.label('rights', language)} nodes={nodes} ticked={ticked} onChange={(next) => setValue([...next])} />
      </div>
    </>
  )
}

function GroupsField({ form }: { form: Form }) {
  const text = useText(roleMessages)
  const label = roleWords.label('serviceGroupIds', useLanguage())
  const [value, setValue] = useFieldValue(form, 'serviceGroupIds')
  const error = form.raw.errorOf('serviceGroupIds')
  const chosen = listOf(value).map(Number)
  const { reply, problem, refresh } = useCall(serviceGroup.list, { limit: 200, sidx: 'name', order: 'asc' })
  if (problem) return <Failure problem={problem} onRetry={() => void refresh()} />
  const groups = reply?.data.list ?? []
  return (
    <fieldset className="rounded-md border border-kumo-line px-3 py-2">
      <legend className="sr-only">{label}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto pad:grid-cols-2">
        {groups.map((group) => (
          <CheckBox
            key={group.id}
            name="serviceGroupIds"
            label={group.name}
            checked={chosen.includes(group.id)}
            onChange={(event) => setValue(withTick(chosen, group.id, event.target.checked))}
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
