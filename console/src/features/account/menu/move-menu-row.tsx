import { menuRow, type MenuSetting } from '@nameplane/contract/account/menu-row'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useText } from '../../../i18n/messages.ts'
import { FieldsDialog } from '../../../screen-parts/dialog/fields-dialog.tsx'
import { useAddForm } from '../../../screen-parts/form/bound-form.ts'
import { useMenuNames } from './menu-names.ts'
import { mayStandBelow } from './menu-places.ts'
import { menuMessages, menuWords } from './menu.messages.ts'
import { ParentField } from './parent-field.tsx'

/** Puts a row below another parent, last there. */
export function MoveMenuRow({ rows, row, onClose }: { rows: readonly MenuSetting[]; row: MenuSetting; onClose: () => void }) {
  const text = useText(menuMessages)
  const nameOf = useMenuNames()
  const form = useAddForm(menuRow.move, {
    words: menuWords,
    values: { id: row.id, parentId: row.parentId ?? '' },
    invalidates: [menuRow.list, menuRow.tree],
    success: 'changed',
    onDone() {
      renewNavigation()
      onClose()
    },
  })
  const parents = rows.filter((one) => mayStandBelow(rows, row, one))
  return (
    <FieldsDialog title={text.moveTitle(nameOf(row))} form={form} onClose={onClose}>
      <ParentField form={form} label={text.target} rows={rows} parents={parents} mayBeTop={row.kind === 'directory'} />
    </FieldsDialog>
  )
}
