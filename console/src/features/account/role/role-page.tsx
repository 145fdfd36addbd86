import { Suspense, useCallback, useState } from 'react'
import { role } from '@nameplane/contract/account/role'
import { noticeWarning } from '../../../api/notices.ts'
import { queryClient, useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useMay } from '../../../api/rights.ts'
import { seeAsRole } from '../../../api/seen-role.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../screen-parts/list/bulk-bar.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { primaryButton } from '../../../ui/classes.ts'
import { roleColumns, type RoleRow } from './role-columns.tsx'
import { roleMessages } from './role.messages.ts'

const AddRole = lazyPart(() => import('./role-form.tsx').then((form) => form.AddRole))
const EditRole = lazyPart(() => import('./role-form.tsx').then((form) => form.EditRole))
const CopyRole = lazyPart(() => import('./copy-role.tsx').then((part) => part.CopyRole))
const RoleMembers = lazyPart(() => import('./role-members.tsx').then((part) => part.RoleMembers))
const RoleRights = lazyPart(() => import('./role-rights.tsx').then((part) => part.RoleRights))
const CompareRoles = lazyPart(() => import('./role-rights.tsx').then((part) => part.CompareRoles))

const filters = ['search'] as const
const roleId = (row: RoleRow): number => row.id
const roleName = (row: RoleRow): string => row.name

type Opened = { view: 'new' } | { view: 'edit' | 'copy' | 'members' | 'rights'; row: RoleRow } | { view: 'compare'; row: RoleRow; other: RoleRow }

export function RolePage() {
  const text = useText(roleMessages)
  const go = useGo()
  const list = useListPage(role.list, { filters })
  const selection = useSelection<RoleRow>()
  const confirm = useConfirm()
  const mayWrite = useMay('role.write')
  const remove = useChange(role.delete, { invalidates: [role.list, role.select], success: 'deleted' })
  const [opened, setOpened] = useState<Opened | null>(null)
  const { run: runRemove } = remove
  const { ask } = confirm
  const { clear } = selection

  const refusalOf = useCallback((row: RoleRow) => (!mayWrite ? text.noRight : row.isWithin ? null : text.beyondOwn), [mayWrite, text])

  const askToDelete = useCallback(
    (rows: readonly RoleRow[]) => {
      const members = rows.reduce((sum, row) => sum + (row.builtIn ? 0 : row.memberCount), 0)
      ask({
        text: (
          <>
            {text.deleteAsk(rows.map(roleName).join(text.between))}
            {members > 0 && <span className="mt-1 block">{text.deleteMembers(members)}</span>}
          </>
        ),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ ids: rows.map(roleId).join(','), withMembers: true })).isDone) clear()
        },
      })
    },
    [ask, runRemove, clear, text],
  )

  const look = useCallback(
    (row: RoleRow) => {
      seeAsRole(row.id)
      queryClient.clear()
      renewNavigation()
      go('/console')
    },
    [go],
  )

  const actions = useCallback(
    (row: RoleRow): readonly RowAction[] => [
      { key: 'edit', label: text.edit, isQuick: true, refusal: refusalOf(row), run: () => setOpened({ view: 'edit', row }) },
      { key: 'members', label: text.members, run: () => setOpened({ view: 'members', row }) },
      { key: 'rights', label: text.show, run: () => setOpened({ view: 'rights', row }) },
      { key: 'see', label: text.seeAs, run: () => look(row) },
      { key: 'copy', label: text.copy, refusal: refusalOf(row) ?? (row.builtIn ? text.builtInNoCopy : null), run: () => setOpened({ view: 'copy', row }) },
      {
        key: 'delete',
        label: text.remove,
        isDangerous: true,
        refusal: refusalOf(row) ?? (row.builtIn ? text.builtInStays : null),
        run: () => askToDelete([row]),
      },
    ],
    [text, refusalOf, askToDelete, look],
  )

  function compare(rows: readonly RoleRow[]) {
    const [row, other, third] = rows
    if (row && other && !third) setOpened({ view: 'compare', row, other })
    else noticeWarning(text.compareNeedsTwo)
  }

  const close = () => setOpened(null)
  const savedOf = (row: RoleRow): RoleRow => list.rows.find((one) => one.id === row.id) ?? row
  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={mayWrite ? undefined : text.noRight} onClick={() => setOpened({ view: 'new' })}>
      {text.add}
    </button>
  )
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={add}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={list.state.filters['search'] ?? ''} onSearch={(value) => list.setFilter('search', value)} />
          <BulkBar
            selection={selection}
            actions={[
              { key: 'compare', label: text.compare, run: compare },
              { key: 'delete', label: text.remove, isDeletion: true, run: askToDelete },
            ]}
          />
        </>
      }
      settings={<TableSettings name="role" columns={roleColumns} />}
    >
      <ResourceTable
        name="role"
        list={list}
        columns={roleColumns}
        rowId={roleId}
        rowLabel={roleName}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {confirm.element}
      <Suspense fallback={null}>
        {opened?.view === 'new' && <AddRole onClose={close} />}
        {opened?.view === 'edit' && <EditRole row={opened.row} saved={savedOf(opened.row)} onStale={list.refresh} onClose={close} />}
        {opened?.view === 'copy' && <CopyRole row={opened.row} onClose={close} />}
        {opened?.view === 'members' && <RoleMembers row={opened.row} refusal={refusalOf(opened.row)} onClose={close} />}
        {opened?.view === 'rights' && <RoleRights row={opened.row} onClose={close} />}
        {opened?.view === 'compare' && <CompareRoles one={opened.row} other={opened.other} onClose={close} />}
      </Suspense>
    </ListPage>
  )
}
