import { menuRow, type MenuSetting } from '@nameplane/contract/account/menu-row'
import type { Sent } from '@nameplane/contract/endpoint'
import { useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useText } from '../../../i18n/messages.ts'
import { FormDialog } from '../../../screen-parts/dialog/form-dialog.tsx'
import { Select } from '../../../screen-parts/form/field.tsx'
import { useRuledForm } from '../../../screen-parts/form/use-ruled-form.ts'
import { useMenuNames } from './menu-names.ts'
import { mayStandBelow } from './menu-places.ts'
import { menuMessages } from './menu.messages.ts'

/** Puts a row below another parent, last there. */
export function MoveMenuRow({ rows, row, onClose }: { rows: readonly MenuSetting[]; row: MenuSetting; onClose: () => void }) {
  const text = useText(menuMessages)
  const nameOf = useMenuNames()
  const move = useChange(menuRow.move, { invalidates: [menuRow.list, menuRow.tree], success: 'changed', shownIn: 'form' })
  const form = useRuledForm<Sent<typeof menuRow.move>>(menuRow.move.input, { id: row.id, parentId: row.parentId ?? '' })
  const submit = form.handleSubmit(async (values) => {
    const outcome = await move.run(values)
    if (!outcome.isDone) return form.showProblem(outcome.problem)
    renewNavigation()
    onClose()
  })
  const pathOf = (one: MenuSetting): string => {
    const parent = rows.find((above) => above.id === one.parentId)
    return parent ? `${pathOf(parent)} / ${nameOf(one)}` : nameOf(one)
  }
  return (
    <FormDialog
      title={text.moveTitle(nameOf(row))}
      problem={move.problem}
      pending={move.isRunning}
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Select label={text.target} {...form.register('parentId')} error={form.errorOf('parentId')}>
        {row.kind === 'directory' && <option value="">{text.topLevel}</option>}
        {rows
          .filter((one) => mayStandBelow(rows, row, one))
          .map((one) => (
            <option key={one.id} value={one.id}>
              {pathOf(one)}
            </option>
          ))}
      </Select>
    </FormDialog>
  )
}
