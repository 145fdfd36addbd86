import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/messages.ts'
import { BulkBar, type BulkAction } from '../../../screen-parts/list/bulk-bar.tsx'
import type { Selection } from '../../../screen-parts/list/use-selection.ts'
import { textField } from '../../../ui/classes.ts'
import { offeredTypes } from './offered-types.ts'
import { recordMessages } from './record.messages.ts'
import type { RecordRow } from './tray/tray.ts'
import type { Lines } from './use-lines.ts'

export type RecordFilters = { search: string; type: string; line: string; status: string }

type RecordBarProps = {
  filters: RecordFilters
  lines: Lines
  selection: Selection<RecordRow>
  bulk: readonly BulkAction<RecordRow>[]
  onFilter: (name: keyof RecordFilters, value: string) => void
  onClearFilters: () => void
}

const typingPauseMs = 250

/** Search, filters, and what can be done with the selection. */
export function RecordBar({ filters, lines, selection, bulk, onFilter, onClearFilters }: RecordBarProps) {
  const text = useText(recordMessages)
  const [search, setSearch] = useState(filters.search)
  useEffect(() => setSearch(filters.search), [filters.search])
  useEffect(() => {
    if (search === filters.search) return
    const timer = setTimeout(() => onFilter('search', search), typingPauseMs)
    return () => clearTimeout(timer)
  }, [search, filters.search, onFilter])
  const select = `${textField} w-auto min-w-0 grow basis-[30%] cursor-pointer pad:max-w-30 pad:grow-0 pad:basis-auto`
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-kumo-line p-3">
      <input
        type="search"
        className={`${textField} pad:w-56`}
        placeholder={text.search}
        aria-label={text.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <select className={select} aria-label={text.fields.type} value={filters.type} onChange={(event) => onFilter('type', event.target.value)}>
        <option value="">{text.allTypes}</option>
        {offeredTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <select className={select} aria-label={text.fields.line} value={filters.line} onChange={(event) => onFilter('line', event.target.value)}>
        <option value="">{text.allLines}</option>
        {lines.list.map((line) => (
          <option key={line.code} value={line.code}>
            {lines.nameOf(line.code)}
          </option>
        ))}
      </select>
      <select className={select} aria-label={text.fields.status} value={filters.status} onChange={(event) => onFilter('status', event.target.value)}>
        <option value="">{text.allStates}</option>
        <option value="1">{text.served}</option>
        <option value="0">{text.paused}</option>
      </select>
      {isFiltered && (
        <button
          type="button"
          className="cursor-pointer text-sm text-kumo-link hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus"
          onClick={onClearFilters}
        >
          {text.clearFilters}
        </button>
      )}
      <div className="pad:border-l pad:border-kumo-line pad:pl-2">
        <BulkBar selection={selection} actions={bulk} />
      </div>
    </div>
  )
}
