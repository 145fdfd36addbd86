import type { ReactNode } from 'react'
import { log, signInResults, type LogAudience } from '@nameplane/contract/dns/log'
import { signInResultText } from '@nameplane/contract/dns/sign-in-words'
import type { Sent } from '@nameplane/contract/endpoint'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useSetSearch } from '../../../routing/screen-location.tsx'
import { DateRange } from '../../../screen-parts/date-range/date-range.tsx'
import { Empty } from '../../../screen-parts/empty.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { ResourceTable } from '../../../screen-parts/table/resource-table.tsx'
import { addressRefusal } from './address-refusal.ts'
import { CountedNote, LogTools } from './log-tools.tsx'
import { logMessages, logWords } from './log.messages.ts'
import { MoreFilters } from './more-filters.tsx'
import { signInList } from './sign-in-list.tsx'
import { useMoments } from './use-moments.ts'

const rowId = (row: { id: number }): number => row.id

/** Every try to sign in. */
export function SignInLog({ audience, tabs }: { audience: LogAudience; tabs: ReactNode }) {
  const text = useText(logMessages)
  const language = useLanguage()
  const setSearch = useSetSearch()
  const moments = useMoments()
  const list = useList(signInList, { audience, ...moments })
  const chosen = (name: string): string => list.state.filters[name] ?? ''
  const filter = { ...list.state.filters, ...moments, audience } as Sent<typeof log.signInExport>
  return (
    <ListPage
      title={text.titles[audience]}
      help={text.about[audience]}
      action={<LogTools exporting={log.signInExport} filter={filter} />}
      tabs={tabs}
      list={list}
      bar={
        <>
          <SearchBox label={text.search.signIn} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <DateRange
            label={logWords.label('time', language)}
            from={chosen('from')}
            to={chosen('to')}
            onChange={(from, to) => setSearch({ from, to, page: null })}
          />
          <FilterChip
            label={logWords.label('result', language)}
            value={chosen('result')}
            options={[
              { value: 'refused', label: text.filters.refusedAll },
              ...signInResults.map((result) => ({ value: result, label: signInResultText(result, language) })),
            ]}
            onChange={(value) => list.setFilter('result', value)}
          />
          <MoreFilters
            fields={[
              { name: 'actor', label: logWords.label('username', language), value: chosen('actor') },
              { name: 'address', label: text.filters.address, value: chosen('address'), refusalOf: addressRefusal(language) },
            ]}
            onFilter={list.setFilter}
          />
          <CountedNote hasMore={list.hasMore} />
        </>
      }
    >
      <ResourceTable list={list} rowId={rowId} empty={<Empty title={text.noneTitle.signIn} help={text.noneHelp.signIn} />} />
    </ListPage>
  )
}
