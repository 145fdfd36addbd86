import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import { useText } from '../../../i18n/messages.ts'
import type { BoundForm } from '../../../screen-parts/form/bound-form.ts'
import { Field } from '../../../screen-parts/form/field.tsx'
import { textField } from '../../../ui/classes.ts'
import { useMenuNames } from './menu-names.ts'
import { menuMessages } from './menu.messages.ts'

type ParentFieldProps = {
  form: BoundForm<{ parentId?: unknown }>
  label?: string
  rows: readonly MenuSetting[]
  /** Rows to choose from. */
  parents: readonly MenuSetting[]
  mayBeTop: boolean
}

/** What a row of the menu stands below: the top level, or another row by the way to it. */
export function ParentField({ form, label, rows, parents, mayBeTop }: ParentFieldProps) {
  const text = useText(menuMessages)
  const nameOf = useMenuNames()
  const pathOf = (one: MenuSetting): string => {
    const parent = rows.find((above) => above.id === one.parentId)
    return parent ? `${pathOf(parent)} / ${nameOf(one)}` : nameOf(one)
  }
  return (
    <Field of={form} name="parentId" {...(label === undefined ? {} : { label })}>
      {(control) => (
        <select {...form.raw.register('parentId')} {...control} className={`${textField} cursor-pointer`}>
          <option value="" hidden={!mayBeTop}>
            {mayBeTop ? text.topLevel : ''}
          </option>
          {parents.map((one) => (
            <option key={one.id} value={one.id}>
              {pathOf(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
