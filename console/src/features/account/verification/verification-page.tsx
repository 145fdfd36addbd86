import { Suspense, useMemo } from 'react'
import { faceProviders, verificationStates, type Verification } from '@nameplane/contract/account/verification'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { UserTabs } from '../../../entities/user/user-tabs.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { momentsOf } from '../../../screen-parts/date-range/days.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { quietButton } from '../../../ui/classes.ts'
import { DecideDialog, decisions, decisionsOn } from './decide-dialog.tsx'
import { verificationList } from './verification-list.tsx'
import { verificationMessages, verificationWords } from './verification.messages.ts'

const VerificationDrawer = lazyPart(() => import('./verification-drawer.tsx').then((drawer) => drawer.VerificationDrawer))

const rowId = (row: Verification): number => row.id

/** Who has been verified, by whom and how. `?userId=` shows one user's, `?entry={id}` opens one. */
export function VerificationPage() {
  const text = useText(verificationMessages)
  const language = useLanguage()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const { from = '', to = '' } = search
  const moments = useMemo(() => ({ from: undefined, to: undefined, ...momentsOf(from, to) }), [from, to])
  const list = useList(verificationList, moments)
  const { opened: dialog, editing, open, close } = useDialogs(list, 'verification.write')
  const actions = useListActions(
    list,
    'verification.write',
    useMemo(
      (): ListAction<Verification>[] => [
        { key: 'details', label: text.details, on: 'row', right: null, isQuick: true, run: ([row]) => setSearch({ entry: row!.id }) },
        ...decisions.map((decision) => ({
          key: decision,
          label: text[decision],
          on: 'row' as const,
          isDangerous: decision !== 'pass',
          isOffered: (row: Verification) => decisionsOn(row).includes(decision),
          run: ([row]: readonly Verification[]) => open(decision, row),
        })),
      ],
      [text, setSearch, open],
    ),
  )
  const maySeeSettings = useMay('config_verification.read')
  const label = (field: string): string => verificationWords.label(field, language)
  const chosen = (name: string): string => list.state.filters[name] ?? ''
  const decision = editing && decisionsOn(editing.row).find((one) => one === dialog)
  const place = list.rows.findIndex((row) => String(row.id) === search['entry'])
  const opened = list.rows[place]
  const beside = (row: Verification | undefined) => (row ? () => setSearch({ entry: row.id }) : null)
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
          <DateRange label={label('createTime')} from={from} to={to} onChange={(first, last) => setSearch({ from: first, to: last, page: null })} />
          <UserFilter list={list} />
          <FilterChip
            label={label('state')}
            value={chosen('state')}
            options={verificationStates.map((state) => ({ value: state, label: text.choices.state[state] }))}
            onChange={(value) => list.setFilter('state', value)}
          />
          <FilterChip
            label={label('provider')}
            value={chosen('provider')}
            options={faceProviders.map((provider) => ({ value: provider, label: text.choices.provider[provider] }))}
            onChange={(value) => list.setFilter('provider', value)}
          />
        </>
      }
    >
      <ResourceTable
        list={list}
        rowId={rowId}
        {...(actions.ofRow ? { actions: actions.ofRow } : {})}
        empty={<Empty title={text.none} help={text.noneHelp} action={settings} />}
      />
      <Suspense fallback={null}>
        {opened && (
          <VerificationDrawer
            row={opened}
            onPrevious={beside(list.rows[place - 1])}
            onNext={beside(list.rows[place + 1])}
            onDecide={(made) => open(made, opened)}
            onClose={() => setSearch({ entry: null })}
          />
        )}
      </Suspense>
      {decision && <DecideDialog row={editing.row} decision={decision} onClose={close} />}
    </ListPage>
  )
}
