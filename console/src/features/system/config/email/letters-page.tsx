import { useCallback, useMemo } from 'react'
import { letter, letterStates, type LetterRow } from '@nameplane/contract/system/letter'
import { letterScenarioKeys } from '@nameplane/contract/system/mail/letter-scenarios'
import { useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { BulkBar } from '../../../../screen-parts/list/bulk-bar.tsx'
import { FilterChip } from '../../../../screen-parts/list/filter-chip.tsx'
import { ListPage } from '../../../../screen-parts/list/list-page.tsx'
import { SearchBox } from '../../../../screen-parts/list/search-box.tsx'
import { useListPage } from '../../../../screen-parts/list/use-list-page.ts'
import { useSelection } from '../../../../screen-parts/list/use-selection.ts'
import type { RowAction } from '../../../../screen-parts/table/column.ts'
import { ResourceTable } from '../../../../screen-parts/table/resource-table.tsx'
import { TableSettings } from '../../../../screen-parts/table/table-settings.tsx'
import { ConfigTabs } from '../config-tabs.tsx'
import { emailTabs } from './email-tabs.ts'
import { letterColumns } from './letter-columns.tsx'
import { scenarioName } from './letter-words.ts'
import { lettersMessages } from './letters.messages.ts'

const filters = ['search', 'state', 'scenario'] as const
const letterId = (row: LetterRow): number => row.id
const letterLabel = (row: LetterRow): string => row.recipient

/** What the platform has sent by mail, and what became of it. */
export function LettersPage() {
  const text = useText(lettersMessages)
  const language = useLanguage()
  const list = useListPage(letter.list, { filters })
  const selection = useSelection<LetterRow>()
  const mayWrite = useMay('config.write')
  const { run: retry } = useChange(letter.retry, { invalidates: [letter.list], success: 'done' })
  const { clear } = selection
  const chosen = (name: (typeof filters)[number]): string => list.state.filters[name] ?? ''

  const sendAgain = useCallback(
    async (rows: readonly LetterRow[]) => {
      if ((await retry({ ids: rows.map(letterId) })).isDone) clear()
    },
    [retry, clear],
  )
  const actions = useCallback(
    (row: LetterRow): readonly RowAction[] => [
      { key: 'retry', label: text.retry, refusal: !mayWrite ? text.noRight : row.canRetry ? null : text.cannotRetry, run: () => void sendAgain([row]) },
    ],
    [text, mayWrite, sendAgain],
  )
  const bulk = useMemo(() => [{ key: 'retry', label: text.retry, run: (rows: readonly LetterRow[]) => void sendAgain(rows) }], [text, sendAgain])
  return (
    <ListPage
      title={text.title}
      help={text.help}
      tabs={<ConfigTabs tabs={emailTabs} current="/system/config/email/letters" />}
      list={list}
      bar={
        <>
          <SearchBox label={text.search} value={chosen('search')} onSearch={(value) => list.setFilter('search', value)} />
          <FilterChip
            label={text.filters.state}
            value={chosen('state')}
            options={letterStates.map((state) => ({ value: state, label: text.states[state] }))}
            onChange={(value) => list.setFilter('state', value)}
          />
          <FilterChip
            label={text.filters.scenario}
            value={chosen('scenario')}
            options={letterScenarioKeys.map((key) => ({ value: key, label: scenarioName(key, language) }))}
            onChange={(value) => list.setFilter('scenario', value)}
          />
          {mayWrite && <BulkBar selection={selection} actions={bulk} />}
        </>
      }
      settings={<TableSettings name="letter" columns={letterColumns} />}
    >
      <ResourceTable
        name="letter"
        list={list}
        columns={letterColumns}
        rowId={letterId}
        rowLabel={letterLabel}
        selection={selection}
        actions={actions}
        empty={<Empty title={text.none} help={text.noneHelp} />}
      />
    </ListPage>
  )
}
