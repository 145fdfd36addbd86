import { menuKinds, menuRow, type MenuKind, type MenuSetting } from '@nameplane/contract/account/menu-row'
import type { Sent } from '@nameplane/contract/endpoint'
import { deploymentModes, menuFeatures, menuIcons } from '@nameplane/contract/menu'
import { rightNames } from '@nameplane/contract/right-names'
import { isRight, rights } from '@nameplane/contract/rights'
import { useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { menuIconOf } from '../../../entities/menu/menu-icons.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile } from '../../../screen-parts/form/changed-meanwhile.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { FieldGroup, Select, TextInput } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useVersionedChange } from '../../../screen-parts/form/use-versioned-change.ts'
import { useMenuNames } from './menu-names.ts'
import { mayStandBelow } from './menu-places.ts'
import { menuMessages } from './menu.messages.ts'

type Values = Sent<typeof menuRow.save>
const invalidates = [menuRow.list, menuRow.tree]

function valuesOf(row: MenuSetting): Values {
  const { kind, parentId, nameZh, nameEn, path, icon, right, hidden, externalUrl, cached, feature, customFlag, enabled } = row
  const modes = deploymentModes.filter((mode) => row.modes.includes(mode))
  return {
    kind,
    parentId,
    nameZh: nameZh ?? '',
    nameEn: nameEn ?? '',
    path,
    icon: icon ?? '',
    right: right !== null && isRight(right) ? right : '',
    hidden,
    externalUrl: externalUrl ?? '',
    cached,
    feature: feature ?? '',
    customFlag: customFlag ?? '',
    modes,
    enabled,
  }
}

const blankFields = {
  nameZh: '',
  nameEn: '',
  path: '',
  icon: '',
  right: '',
  hidden: false,
  externalUrl: '',
  cached: true,
  feature: '',
  customFlag: '',
  modes: [],
  enabled: true,
} as const

/** Adds a row, below `parent` to begin with. */
export function AddMenuRow({ rows, parent, onClose }: { rows: readonly MenuSetting[]; parent: MenuSetting | null; onClose: () => void }) {
  const text = useText(menuMessages)
  const save = useChange(menuRow.save, { invalidates, success: 'added', shownIn: 'form' })
  const kind: MenuKind = parent === null ? 'directory' : parent.kind === 'page' ? 'button' : 'page'
  const initial: Values = { ...blankFields, modes: [], kind, parentId: parent?.id ?? null }
  return <MenuFields title={text.add} rows={rows} row={null} initial={initial} change={save} send={(values) => save.run(values)} onClose={onClose} />
}

type EditProps = { rows: readonly MenuSetting[]; row: MenuSetting; /** What is saved now. */ saved: MenuSetting; onStale: () => void; onClose: () => void }

export function EditMenuRow({ rows, row, saved, onStale, onClose }: EditProps) {
  const text = useText(menuMessages)
  const nameOf = useMenuNames()
  const update = useVersionedChange(menuRow.update, invalidates, { row, saved, onStale }, [
    { label: text.fields.nameZh, valueOf: (one) => one.nameZh ?? '' },
    { label: text.fields.nameEn, valueOf: (one) => one.nameEn ?? '' },
    { label: text.columns.state, valueOf: (one) => (one.absence ? text.absences[one.absence] : text.shown) },
  ])
  return (
    <MenuFields
      title={text.editTitle(nameOf(row))}
      rows={rows}
      row={row}
      initial={valuesOf(row)}
      change={update}
      send={({ kind: _kind, parentId: _parentId, ...values }: Values) => update.save(values)}
      onClose={onClose}
    >
      {update.theirs && <ChangedMeanwhile fields={update.theirs} />}
    </MenuFields>
  )
}

type FieldsProps = {
  title: string
  rows: readonly MenuSetting[]
  /** The row that is changed; null for a new one. */
  row: MenuSetting | null
  initial: Values
  change: Pick<ReturnType<typeof useChange>, 'problem' | 'isRunning'>
  send: (values: Values) => ReturnType<ReturnType<typeof useChange>['run']>
  onClose: () => void
  children?: React.ReactNode
}

function MenuFields({ title, rows, row, initial, change, send, onClose, children }: FieldsProps) {
  const text = useText(menuMessages)
  const language = useLanguage()
  const nameOf = useMenuNames()
  const form = useRuledForm<Values>(menuRow.save.input, initial)
  const { register, errorOf, watch, setValue } = form
  const [kind, icon, modes] = watch(['kind', 'icon', 'modes'])
  const isBuiltIn = row?.builtIn ?? false
  const parents = rows.filter((one) => mayStandBelow(rows, { kind, id: null }, one))
  const submit = form.handleSubmit(async (values) => {
    const outcome = await send(values)
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    renewNavigation()
    onClose()
  })
  const input = (name: keyof Values) => ({ ...register(name), error: errorOf(name) })
  const rightText = (right: string | null) => (right !== null && isRight(right) ? `${rightNames[right][language]} · ${right}` : text.everyone)
  const Icon = menuIconOf(typeof icon === 'string' ? icon : null)
  const chosenModes: readonly string[] = Array.isArray(modes) ? modes : []
  return (
    <FormDialog
      title={title}
      problem={change.problem}
      pending={change.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {row === null && (
        <div className="grid gap-4 pad:grid-cols-2">
          <Select label={text.fields.kind} {...input('kind')} onChange={(event) => setValue('kind', event.target.value as MenuKind, { shouldDirty: true })}>
            {menuKinds.map((one) => (
              <option key={one} value={one}>
                {text.kinds[one]}
              </option>
            ))}
          </Select>
          <Select label={text.fields.parent} {...input('parentId')}>
            {kind === 'directory' && <option value="">{text.topLevel}</option>}
            {kind !== 'directory' && <option value="" hidden />}
            {parents.map((one) => (
              <option key={one.id} value={one.id}>
                {one.parentId === null ? nameOf(one) : `${nameOf(rows.find((above) => above.id === one.parentId)!)} / ${nameOf(one)}`}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="grid gap-4 pad:grid-cols-2">
        <TextInput label={text.fields.nameZh} isRequired={!isBuiltIn} help={isBuiltIn ? text.helps.name : undefined} {...input('nameZh')} />
        <TextInput label={text.fields.nameEn} isRequired={!isBuiltIn} help={isBuiltIn ? text.helps.name : undefined} {...input('nameEn')} />
      </div>
      {kind !== 'button' && (
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Select label={text.fields.icon} {...input('icon')}>
              <option value="">{text.helps.ownIcon}</option>
              {menuIcons.map((one) => (
                <option key={one} value={one}>
                  {text.icons[one]}
                </option>
              ))}
            </Select>
          </div>
          {Icon && (
            <span aria-hidden="true" className="inline-flex size-8 items-center justify-center rounded-md border border-kumo-line text-kumo-subtle">
              <Icon size={17} />
            </span>
          )}
        </div>
      )}
      {kind === 'page' && (
        <>
          <TextInput label={text.fields.path} help={isBuiltIn ? undefined : text.helps.path} readOnly={isBuiltIn} className="font-mono" {...input('path')} />
          {!isBuiltIn && <TextInput label={text.fields.externalUrl} help={text.helps.externalUrl} className="font-mono" {...input('externalUrl')} />}
        </>
      )}
      {kind !== 'directory' && row?.builtIn && <TextInput label={text.fields.right} readOnly value={rightText(row.right)} />}
      {kind !== 'directory' && !isBuiltIn && (
        <Select label={text.fields.right} help={text.helps.right} isRequired={kind === 'button'} {...input('right')}>
          <option value="">{text.helps.anyRight}</option>
          {rights.map((right) => (
            <option key={right} value={right}>
              {rightText(right)}
            </option>
          ))}
        </Select>
      )}
      <FieldGroup title={text.appearance}>
        <CheckBox label={text.fields.enabled} help={text.helps.enabled} {...register('enabled')} />
        {kind !== 'button' && <CheckBox label={text.fields.hidden} help={text.helps.hidden} {...register('hidden')} />}
        {kind === 'page' && <CheckBox label={text.fields.cached} {...register('cached')} />}
        {kind !== 'button' && (
          <div className="grid gap-4 pad:grid-cols-2">
            <Select label={text.fields.feature} help={text.helps.feature} {...input('feature')}>
              <option value="">{text.helps.anyFeature}</option>
              {menuFeatures.map((feature) => (
                <option key={feature} value={feature}>
                  {text.featureNames[feature]}
                </option>
              ))}
            </Select>
            <TextInput label={text.fields.customFlag} help={text.helps.customFlag} className="font-mono" {...input('customFlag')} />
          </div>
        )}
        {kind !== 'button' && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">{text.fields.modes}</legend>
            <div className="flex flex-wrap gap-4">
              {deploymentModes.map((mode) => (
                <CheckBox
                  key={mode}
                  label={mode}
                  checked={chosenModes.includes(mode)}
                  onChange={(event) =>
                    setValue(
                      'modes',
                      deploymentModes.filter((one) => (one === mode ? event.target.checked : chosenModes.includes(one))),
                      { shouldDirty: true },
                    )
                  }
                />
              ))}
            </div>
            <p className="mt-1 text-sm text-kumo-subtle">{text.helps.modes}</p>
          </fieldset>
        )}
      </FieldGroup>
      {children}
    </FormDialog>
  )
}
