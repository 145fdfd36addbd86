import { Fragment, useMemo, useRef } from 'react'
import { dataScopes, role, type DataScope } from '@nameplane/contract/account/role'
import { RightsField } from '../../../entities/right/rights-field.tsx'
import { GroupTicks } from '../../../entities/service-group/group-ticks.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog, nounDialogs } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useFieldValue, type BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup } from '../../../screen-parts/form/labelled.tsx'
import { textField } from '../../../ui/classes.ts'
import { PresetField } from './preset-field.tsx'
import { startedBy, type RoleStart } from './preset-rights.ts'
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
        <RoleRightsField form={form} isOfUsers={isBuiltIn} />
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

function RoleRightsField({ form, isOfUsers }: { form: Form; isOfUsers: boolean }) {
  const [value, setValue] = useFieldValue(form, 'rights')
  const text = useText(roleMessages)
  const language = useLanguage()
  const refusalOf = useHeldRights(isOfUsers)
  const chosen = useMemo(() => listOf(value).map(String), [value])
  return (
    <RightsField
      label={roleWords.label('rights', language)}
      help={isOfUsers ? text.rightsOfUserHelp : text.rightsHelp}
      value={chosen}
      refusalOf={refusalOf}
      onChange={(next) => setValue([...next])}
    />
  )
}

function GroupsField({ form }: { form: Form }) {
  const label = roleWords.label('serviceGroupIds', useLanguage())
  const [value, setValue] = useFieldValue(form, 'serviceGroupIds')
  return <GroupTicks label={label} error={form.raw.errorOf('serviceGroupIds')} value={listOf(value).map(Number)} onChange={(ids) => setValue([...ids])} />
}
