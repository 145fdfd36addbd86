import { Suspense, useCallback, useMemo, useState } from 'react'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { user } from '@nameplane/contract/account/user'
import { download } from '../../../api/downloads.ts'
import { useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { SetPasswordDialog } from '../../../entities/account/set-password-dialog.tsx'
import { UserTabs, verificationsPath } from '../../../entities/user/user-tabs.tsx'
import { SavedFilterMenu } from '../../../entities/saved-filter/saved-filter-menu.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
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
import { iconButton, primaryButton, quietButton } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/popover.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns, type UserRow } from './user-columns.tsx'
import { userMessages } from './user.messages.ts'

const AddUser = lazyPart(() => import('./user-form.tsx').then((form) => form.AddUser))
const EditUser = lazyPart(() => import('./user-form.tsx').then((form) => form.EditUser))
const ImportUsersDialog = lazyPart(() => import('./import-users-dialog.tsx').then((dialog) => dialog.ImportUsersDialog))
const TagUsersDialog = lazyPart(() => import('./tag-users-dialog.tsx').then((dialog) => dialog.TagUsersDialog))

const filters = ['search', 'kind', 'status', 'verified', 'tag'] as const
const rowId = (row: UserRow): number => row.id
const rowLabel = (row: UserRow): string => row.username

type Opened = { readonly what: 'edit' | 'password'; readonly row: UserRow } | { readonly what: 'tags'; readonly rows: readonly UserRow[] }

/** Users and agents. `?open=add` and `?open=import` open a dialog. */
export function UserPage() {
  const text = useText(userMessages)
  const account = useText(accountMessages)
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const list = useListPage(user.list, { filters })
  const selection = useSelection<UserRow>()
  const { actions: userActions, question } = useUserActions(selection.clear)
  const [opened, setOpened] = useState<Opened | null>(null)
  const mayWrite = useMay('user.write')
  const mayImpersonate = useMay('user.impersonate')
  const maySeeVerifications = useMay('verification.read')
  const go = useGo()
  const tags = useCall(user.tags, {}, { freshSeconds: 60 })
  const refusal = mayWrite ? null : text.noRight
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const actions = useCallback(
    (row: UserRow): readonly RowAction[] => [
      {
        key: 'impersonate',
        label: text.impersonate,
        isQuick: true,
        refusal: !mayImpersonate ? text.noImpersonation : row.status === 1 ? null : text.isDisabled,
        run: () => userActions.impersonate(row),
      },
      { key: 'edit', label: text.edit, refusal, run: () => setOpened({ what: 'edit', row }) },
      { key: 'password', label: text.setPassword, refusal, run: () => setOpened({ what: 'password', row }) },
      { key: 'require', label: text.requirePassword, refusal, run: () => userActions.requirePassword([row]) },
      { key: 'tags', label: text.tag, refusal, run: () => setOpened({ what: 'tags', rows: [row] }) },
      {
        key: 'status',
        label: row.status === 1 ? text.disable : text.enable,
        refusal,
        run: () => (row.status === 1 ? userActions.disable([row]) : userActions.enable([row])),
      },
      ...(maySeeVerifications ? [{ key: 'verifications', label: text.verifications, run: () => go(verificationsPath(row.id)) }] : []),
      {
        key: 'delete',
        label: text.remove,
        isDangerous: true,
        refusal: refusal ?? (row.domainCount > 0 ? text.ownsDomains(row.domainCount) : null),
        run: () => userActions.remove([row]),
      },
    ],
    [text, refusal, mayImpersonate, maySeeVerifications, userActions, go],
  )
  const bulk = useMemo(
    () => [
      { key: 'enable', label: text.enable, run: userActions.enable },
      { key: 'disable', label: text.disable, run: userActions.disable },
      { key: 'tags', label: text.tag, run: (rows: readonly UserRow[]) => setOpened({ what: 'tags', rows }) },
      { key: 'require', label: text.requirePassword, run: userActions.requirePassword },
      { key: 'delete', label: text.remove, isDeletion: true, run: userActions.remove },
    ],
    [text, userActions],
  )

  const add = (
    <button type="button" className={primaryButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </button>
  )
  const close = (): void => setOpened(null)
  const closeSearch = (): void => setSearch({ open: null })
  return (
    <ListPage
      title={text.title}
      help={text.help}
      action={
        <>
          <button type="button" className={quietButton} disabled={!mayWrite} title={refusal ?? undefined} onClick={() => setSearch({ open: 'import' })}>
            {text.import}
          </button>
          {add}
        </>
      }
      tabs={<UserTabs current="/account/users/users" />}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <FilterChip
            label={text.filters.kind}
            value={chosen('kind')}
            options={(['user', 'agent'] as const).map((kind) => ({ value: kind, label: text.kinds[kind] }))}
            onChange={(value) => list.setFilter('kind', value)}
          />
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
            label={text.filters.verified}
            value={chosen('verified')}
            options={[
              { value: '1', label: text.verified.yes },
              { value: '0', label: text.verified.no },
            ]}
            onChange={(value) => list.setFilter('verified', value)}
          />
          <FilterChip
            label={text.filters.tag}
            value={chosen('tag')}
            options={(tags.reply?.data ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
            onChange={(value) => list.setFilter('tag', value)}
          />
          <BulkBar selection={selection} actions={bulk} />
        </>
      }
      settings={
        <>
          <ExportMenu filters={Object.fromEntries(filters.map((name) => [name, chosen(name)]).filter(([, value]) => value !== ''))} />
          <SavedFilterMenu screen="/account/users/users" list={list} />
          <TableSettings name="user" columns={userColumns} />
        </>
      }
    >
      <ResourceTable
        name="user"
        list={list}
        columns={userColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={add} />}
      />
      {question}
      <Suspense fallback={null}>
        {mayWrite && search['open'] === 'add' && <AddUser onClose={closeSearch} />}
        {mayWrite && search['open'] === 'import' && <ImportUsersDialog onClose={closeSearch} />}
        {opened?.what === 'edit' && (
          <EditUser row={opened.row} saved={list.rows.find((row) => row.id === opened.row.id) ?? opened.row} onStale={list.refresh} onClose={close} />
        )}
        {opened?.what === 'password' && <SetPasswordDialog account={opened.row} help={account.helps.userPassword} invalidates={[user.list]} onClose={close} />}
        {opened?.what === 'tags' && (
          <TagUsersDialog
            rows={opened.rows}
            onClose={close}
            onDone={() => {
              close()
              selection.clear()
            }}
          />
        )}
      </Suspense>
    </ListPage>
  )
}

const menuRow =
  'flex h-8 w-full cursor-pointer items-center rounded-md px-2 text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus'

/** The users of the filter as a file. */
function ExportMenu({ filters: chosen }: { filters: Record<string, string> }) {
  const text = useText(userMessages)
  return (
    <Popover label={text.export} trigger={<DownloadSimpleIcon size={16} aria-hidden="true" />} triggerClassName={iconButton} className="w-44">
      {(close) =>
        (['csv', 'xlsx'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className={menuRow}
            onClick={() => {
              close()
              void download(user.export, { ...chosen, format })
            }}
          >
            {format === 'csv' ? text.exportCsv : text.exportXlsx}
          </button>
        ))
      }
    </Popover>
  )
}
