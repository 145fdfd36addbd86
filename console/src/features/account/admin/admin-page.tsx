import { Suspense, useCallback, useMemo, useState } from 'react'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { SetPasswordDialog } from '../../../entities/account/set-password-dialog.tsx'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../screen-parts/list/bulk-bar.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { primaryButton } from '../../../ui/classes.ts'
import { adminColumns, type AdminRow } from './admin-columns.tsx'
import { adminMessages } from './admin.messages.ts'

const AddAdmin = lazyPart(() => import('./admin-form.tsx').then((form) => form.AddAdmin))
const EditAdmin = lazyPart(() => import('./admin-form.tsx').then((form) => form.EditAdmin))

const filters = ['search', 'status', 'roleId', 'isSuper'] as const
const rowId = (row: AdminRow): number => row.id
const rowLabel = (row: AdminRow): string => row.username
/** More names than this are counted, not listed. */
const namedAdmins = 3
const invalidates = [admin.list]

type Opened = { readonly what: 'edit' | 'password'; readonly row: AdminRow }

/** Administrators. `?open=add` opens the form. */
export function AdminPage() {
  const text = useText(adminMessages)
  const account = useText(accountMessages)
  const go = useGo()
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useListPage(admin.list, { filters })
  const selection = useSelection<AdminRow>()
  const { ask, element } = useConfirm()
  const [opened, setOpened] = useState<Opened | null>(null)
  const mayWrite = useMay('admin.write')
  const maySeeSessions = useMay('session.read')
  const roles = useCall(role.select, {}, { freshSeconds: 30 })
  const me = useCall(admin.info, {}, { freshSeconds: 60 }).reply?.data
  const runStatus = useChange(admin.status, { invalidates, success: 'done' }).run
  const runRemove = useChange(admin.delete, { invalidates, success: 'deleted' }).run
  const { clear } = selection
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const setStatus = useCallback(
    async (rows: readonly AdminRow[], status: number) => {
      if ((await runStatus({ ids: rows.map(rowId), status })).isDone) clear()
    },
    [runStatus, clear],
  )
  const names = useCallback(
    (rows: readonly AdminRow[]): string => {
      const shown = rows.slice(0, namedAdmins).map(rowLabel).join(text.between)
      return rows.length > namedAdmins ? text.andMore(shown, rows.length) : shown
    },
    [text],
  )
  const askToDisable = useCallback(
    (rows: readonly AdminRow[]) => ask({ text: text.disableAsk(names(rows)), confirmLabel: text.disable, isDangerous: true, act: () => setStatus(rows, 0) }),
    [ask, text, names, setStatus],
  )
  const askToDelete = useCallback(
    (rows: readonly AdminRow[]) =>
      ask({
        text: text.deleteAsk(names(rows)),
        confirmLabel: text.remove,
        isDangerous: true,
        act: async () => {
          if ((await runRemove({ ids: rows.map(rowId) })).isDone) clear()
        },
      }),
    [ask, text, names, runRemove, clear],
  )

  const actions = useCallback(
    (row: AdminRow): readonly RowAction[] => {
      const isOwn = row.id === me?.userId
      const refusal = !mayWrite ? text.noRight : row.isSuper && me?.isSuper === false ? text.onlySuperTouches : null
      return [
        { key: 'edit', label: text.edit, isQuick: true, refusal, run: () => setOpened({ what: 'edit', row }) },
        { key: 'password', label: text.setPassword, refusal: refusal ?? (isOwn ? text.ownPassword : null), run: () => setOpened({ what: 'password', row }) },
        { key: 'sessions', label: text.sessions, refusal: maySeeSessions ? null : text.noSessionRight, run: () => go(`/account/sessions/${row.id}`) },
        {
          key: 'status',
          label: row.status === 1 ? text.disable : text.enable,
          refusal: refusal ?? (isOwn ? text.own : null),
          run: () => (row.status === 1 ? askToDisable([row]) : void setStatus([row], 1)),
        },
        { key: 'delete', label: text.remove, isDangerous: true, refusal: refusal ?? (isOwn ? text.own : null), run: () => askToDelete([row]) },
      ]
    },
    [text, me, mayWrite, maySeeSessions, go, askToDisable, askToDelete, setStatus],
  )
  const bulk = useMemo(
    () => [
      { key: 'enable', label: text.enable, run: (rows: readonly AdminRow[]) => void setStatus(rows, 1) },
      { key: 'disable', label: text.disable, run: askToDisable },
      { key: 'delete', label: text.remove, isDeletion: true, run: askToDelete },
    ],
    [text, setStatus, askToDisable, askToDelete],
  )

  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={mayWrite ? undefined : text.noRight} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  const close = (): void => setOpened(null)
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={add}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <FilterChip
            label={text.filters.status}
            value={chosen('status')}
            options={[
              { value: '1', label: account.states.enabled },
              { value: '0', label: account.states.disabled },
            ]}
            onChange={(value) => list.setFilter('status', value)}
          />
          <FilterChip
            label={text.filters.role}
            value={chosen('roleId')}
            options={(roles.reply?.data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={(value) => list.setFilter('roleId', value)}
          />
          <FilterChip
            label={text.filters.standing}
            value={chosen('isSuper')}
            options={[
              { value: '1', label: text.standing.super },
              { value: '0', label: text.standing.ordinary },
            ]}
            onChange={(value) => list.setFilter('isSuper', value)}
          />
          <BulkBar selection={selection} actions={bulk} />
        </>
      }
      settings={
        <>
          <SavedFilterMenu screen="/account/users/admins" list={list} />
          <TableSettings name="admin" columns={adminColumns} />
        </>
      }
    >
      <ResourceTable
        name="admin"
        list={list}
        columns={adminColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {element}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && <AddAdmin isCallerSuper={me?.isSuper ?? false} onClose={() => setSearch({ open: null })} />}
        {opened?.what === 'edit' && (
          <EditAdmin
            row={opened.row}
            saved={list.rows.find((row) => row.id === opened.row.id) ?? opened.row}
            isCallerSuper={me?.isSuper ?? false}
            onStale={list.refresh}
            onClose={close}
          />
        )}
        {opened?.what === 'password' && (
          <SetPasswordDialog account={opened.row} help={account.helps.administratorPassword} invalidates={invalidates} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  )
}
