import { menuRow, type MenuKind, type MenuSetting } from '@nameplane/contract/account/menu-row'
import { deploymentModes, menuFeatures, menuIcons } from '@nameplane/contract/menu-parts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { menuIconOf } from '../../../entities/menu/menu-icons.ts'
import { useRights } from '../../../entities/right/use-rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm, useEditForm, useFieldValue, type BoundForm, type Edited } from '../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Field } from '../../../screen-parts/form/field.tsx'
import { FieldGroup, LabelledGroup, Select, TextInput } from '../../../screen-parts/form/labelled.tsx'
import { useMenuNames } from './menu-names.ts'
import { mayStandBelow } from './menu-places.ts'
import { menuMessages, menuWords } from './menu.messages.ts'
import { ParentField } from './parent-field.tsx'

const saving = (onClose: () => void) => ({
  words: menuWords,
  invalidates: [menuRow.list, menuRow.tree],
  onDone() {
    renewNavigation()
    onClose()
  },
})

/** Adds a row, below `parent` to begin with. */
export function AddMenuRow({ rows, parent, onClose }: { rows: readonly MenuSetting[]; parent: MenuSetting | null; onClose: () => void }) {
  const text = useText(menuMessages)
  const first: MenuKind = parent === null ? 'directory' : parent.kind === 'page' ? 'button' : 'page'
  const form = useAddForm(menuRow.save, { ...saving(onClose), values: { kind: first, parentId: parent?.id ?? '' } })
  const [kind] = useFieldValue(form, 'kind')
  const parents = rows.filter((one) => mayStandBelow(rows, { kind, id: null }, one))
  return (
    <FieldsDialog title={text.add} form={form} submitLabel={text.add} onClose={onClose}>
      <div className="grid gap-4 pad:grid-cols-2">
        <Field of={form} name="kind" />
        <ParentField form={form} rows={rows} parents={parents} mayBeTop={kind === 'directory'} />
      </div>
      <NameFields form={form} isBuiltIn={false} />
      {kind !== 'button' && <IconField form={form} />}
      {kind === 'page' && <PlaceFields form={form} />}
      {kind !== 'directory' && <RightField form={form} isRequired={kind === 'button'} />}
      <AppearanceFields form={form} kind={kind} />
    </FieldsDialog>
  )
}

/** Changes a row; one of the platform keeps its path and right. */
export function EditMenuRow({ onClose, ...edited }: Edited<MenuSetting>) {
  const text = useText(menuMessages)
  const language = useLanguage()
  const nameOf = useMenuNames()
  const rightText = useRightText()
  const { row } = edited
  const { kind, builtIn } = row
  const form = useEditForm(menuRow.update, edited, {
    ...saving(onClose),
    values: ({ right, modes }) => ({ right: right ?? '', modes: deploymentModes.filter((mode) => modes.includes(mode)) }),
  })
  return (
    <FieldsDialog title={text.editTitle(nameOf(row))} form={form} onClose={onClose}>
      <NameFields form={form} isBuiltIn={builtIn} />
      {kind !== 'button' && <IconField form={form} />}
      {kind === 'page' && builtIn && <TextInput label={menuWords.label('path', language)} readOnly className="font-mono" value={row.path} />}
      {kind === 'page' && !builtIn && <PlaceFields form={form} />}
      {kind !== 'directory' && builtIn && <TextInput label={menuWords.label('right', language)} readOnly value={rightText(row.right)} />}
      {kind !== 'directory' && !builtIn && <RightField form={form} isRequired={kind === 'button'} />}
      <AppearanceFields form={form} kind={kind} />
    </FieldsDialog>
  )
}

type Form = BoundForm<
  Partial<
    Record<'nameZh' | 'nameEn' | 'path' | 'externalUrl' | 'icon' | 'right' | 'hidden' | 'cached' | 'enabled' | 'feature' | 'customFlag' | 'modes', unknown>
  >
>

/** A row of the platform has the title of its screen where it says none. */
function NameFields({ form: { raw }, isBuiltIn }: { form: Form; isBuiltIn: boolean }) {
  const text = useText(menuMessages)
  const language = useLanguage()
  return (
    <div className="grid gap-4 pad:grid-cols-2">
      {(['nameZh', 'nameEn'] as const).map((name) => (
        <TextInput
          key={name}
          label={menuWords.label(name, language)}
          isRequired={!isBuiltIn}
          help={isBuiltIn ? text.ownTitle : undefined}
          error={raw.errorOf(name)}
          {...raw.register(name)}
        />
      ))}
    </div>
  )
}

function IconField({ form }: { form: Form }) {
  const text = useText(menuMessages)
  const [icon] = useFieldValue(form, 'icon')
  const Icon = menuIconOf(typeof icon === 'string' ? icon : null)
  const icons = menuIcons.map((one) => ({ value: one, label: text.choices.icon[one] }))
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field of={form} name="icon" options={[{ value: '', label: text.ownIcon }, ...icons]} />
      </div>
      {Icon && (
        <span aria-hidden="true" className="inline-flex size-8 items-center justify-center rounded-md border border-kumo-line text-kumo-subtle">
          <Icon size={17} />
        </span>
      )}
    </div>
  )
}

function PlaceFields({ form }: { form: Form }) {
  return (
    <>
      <Field of={form} name="path" />
      <Field of={form} name="externalUrl" />
    </>
  )
}

function useRightText(): (right: string | null) => string {
  const text = useText(menuMessages)
  const { nameOf } = useRights()
  return (right) => (right === null ? text.everyone : `${nameOf(right)} · ${right}`)
}

/** A button cannot do without. */
function RightField({ form: { raw }, isRequired }: { form: Form; isRequired: boolean }) {
  const text = useText(menuMessages)
  const language = useLanguage()
  const rightText = useRightText()
  const { rights } = useRights()
  return (
    <Select label={menuWords.label('right', language)} help={text.helps.right} isRequired={isRequired} error={raw.errorOf('right')} {...raw.register('right')}>
      <option value="">{text.any}</option>
      {rights.map(({ right }) => (
        <option key={right} value={right}>
          {rightText(right)}
        </option>
      ))}
    </Select>
  )
}

/** When it shows. */
function AppearanceFields({ form, kind }: { form: Form; kind: MenuKind }) {
  const text = useText(menuMessages)
  const features = menuFeatures.map((one) => ({ value: one, label: text.choices.feature[one] }))
  return (
    <FieldGroup title={text.appearance}>
      <Field of={form} name="enabled" />
      {kind !== 'button' && <Field of={form} name="hidden" />}
      {kind === 'page' && <Field of={form} name="cached" />}
      {kind !== 'button' && (
        <>
          <div className="grid gap-4 pad:grid-cols-2">
            <Field of={form} name="feature" options={[{ value: '', label: text.any }, ...features]} />
            <Field of={form} name="customFlag" />
          </div>
          <ModesField form={form} />
        </>
      )}
    </FieldGroup>
  )
}

function ModesField({ form }: { form: Form }) {
  const text = useText(menuMessages)
  const language = useLanguage()
  const [value, setValue] = useFieldValue(form, 'modes')
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <LabelledGroup name="modes" label={menuWords.label('modes', language)} help={text.helps.modes}>
      <div className="flex flex-wrap gap-4">
        {deploymentModes.map((mode) => (
          <CheckBox
            key={mode}
            label={mode}
            checked={chosen.includes(mode)}
            onChange={(event) => setValue(deploymentModes.filter((one) => (one === mode ? event.target.checked : chosen.includes(one))))}
          />
        ))}
      </div>
    </LabelledGroup>
  )
}
