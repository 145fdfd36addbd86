import { Suspense, useCallback, useMemo, useState } from 'react'
import { faceProviders, verification, verificationStates, type Verification } from '@nameplane/contract/account/verification'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { UserTabs } from '../../../entities/user/user-tabs.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { momentsOf } from '../../../screen-parts/date-range/days.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../screen-parts/list/use-list-page.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { quietButton } from '../../../ui/classes.ts'
import { DecideDialog, decisionsOn, type Decision } from './decide-dialog.tsx'
import { verificationColumns } from './verification-columns.tsx'
import { verificationMessages } from './verification.messages.ts'

const VerificationDrawer = lazyPart(() => import('./verification-drawer.tsx').then((drawer) => drawer.VerificationDrawer))

const filters = ['search', 'userId', 'state', 'provider', 'from', 'to'] as const
const rowId = (row: Verification): number => row.id
const rowLabel = (row: Verification): string => row.username

/** Who has been verified, by whom and how. `?userId=` shows one user's, `?entry={id}` opens one. */
export function VerificationPage() {
  const text = useText(verificationMessages)
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const { from = '', to = '' } = search
  const moments = useMemo(() => ({ from: undefined, to: undefined, ...momentsOf(from, to) }), [from, to])
  const list = useListPage(verification.list, { filters, fixed: moments })
  const [deciding, setDeciding] = useState<{ row: Verification; decision: Decision } | null>(null)
  const mayWrite = useMay('verification.write')
  const maySeeUsers = useMay('user.read')
  const maySeeSettings = useMay('config.read')
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const actions = useCallback(
    (row: Verification): readonly RowAction[] => [
      { key: 'details', label: text.details, isQuick: true, run: () => setSearch({ entry: row.id }) },
      ...decisionsOn(row).map((decision) => ({
        key: decision,
        label: text[decision],
        isDangerous: decision !== 'pass',
        refusal: mayWrite ? null : text.noRight,
        run: () => setDeciding({ row, decision }),
      })),
    ],
    [text, mayWrite, setSearch],
  )
  const place = list.rows.findIndex((row) => String(row.id) === search['entry'])
  const opened = list.rows[place]
  const open = (row: Verification | undefined) => (row ? () => setSearch({ entry: row.id }) : null)
  const settings = maySeeSettings && (
    <ScreenLink to="/system/config/verification/wechat" className={quietButton}>
      {text.noneSettings}
    </ScreenLink>
  )
  return (
    <ListPage
      title={text.title}
      help={text.help}
      tabs={<UserTabs current="/account/users/verifications" />}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <DateRange label={text.filters.time} from={from} to={to} onChange={(first, last) => setSearch({ from: first, to: last, page: null })} />
          {maySeeUsers && <UserFilter label={text.filters.user} value={chosen('userId')} onChange={(value) => list.setFilter('userId', value)} />}
          <FilterChip
            label={text.filters.state}
            value={chosen('state')}
            options={verificationStates.map((state) => ({ value: state, label: text.states[state] }))}
            onChange={(value) => list.setFilter('state', value)}
          />
          <FilterChip
            label={text.filters.provider}
            value={chosen('provider')}
            options={faceProviders.map((provider) => ({ value: provider, label: text.providers[provider] }))}
            onChange={(value) => list.setFilter('provider', value)}
          />
        </>
      }
      settings={<TableSettings name="verification" columns={verificationColumns} />}
    >
      <ResourceTable
        name="verification"
        list={list}
        columns={verificationColumns}
        rowId={rowId}
        rowLabel={rowLabel}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} action={settings} />}
      />
      <Suspense fallback={null}>
        {opened && (
          <VerificationDrawer
            row={opened}
            onPrevious={open(list.rows[place - 1])}
            onNext={open(list.rows[place + 1])}
            onDecide={(decision) => setDeciding({ row: opened, decision })}
            onClose={() => setSearch({ entry: null })}
          />
        )}
      </Suspense>
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </ListPage>
  )
}
