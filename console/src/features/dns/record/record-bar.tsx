import { useEffect, useState } from 'react'
import MagnifyingGlassIcon from 'icon:magnifying-glass'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { BulkBar, type BulkAction } from '../../../screen-parts/list/bulk-bar.tsx'
import { FilterChip } from '../../../screen-parts/list/filter-chip.tsx'
import type { Selection } from '../../../screen-parts/list/use-selection.ts'
import type { Column } from '../../../screen-parts/table/column.ts'
import { TableSettings } from '../../../screen-parts/table/table-settings.tsx'
import { LinkButton, QuietButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { offeredTypes } from './offered-types.ts'
import { recordTable, type RecordLine } from './record-columns.tsx'
import { recordMessages, recordWords } from './record.messages.ts'
import type { RecordRow } from './tray/tray.ts'
import type { Lines } from '../../../entities/line/use-lines.ts'

export type RecordFilters = { search: string; type: string; line: string; status: string }

type RecordBarProps = {
  filters: RecordFilters
  lines: Lines
  columns: readonly Column<RecordLine>[]
  selection: Selection<RecordRow>
  bulk: readonly BulkAction<RecordRow>[]
  /** All records that match, and what changes them at once; `refusal` says why nothing can be. */
  all: { readonly total: number; readonly refusal: string | null; readonly run: () => void }
  onFilter: (name: keyof RecordFilters, value: string) => void
  onClearFilters: () => void
}

const typingPauseMs = 250

/** Search, filters, and what can be done with the selection. */
export function RecordBar({ filters, lines, columns, selection, bulk, all, onFilter, onClearFilters }: RecordBarProps) {
  const text = useText(recordMessages)
  const language = useLanguage()
  const [search, setSearch] = useState(filters.search)
  useEffect(() => setSearch(filters.search), [filters.search])
  useEffect(() => {
    if (search === filters.search) return
    const timer = setTimeout(() => onFilter('search', search), typingPauseMs)
    return () => clearTimeout(timer)
  }, [search, filters.search, onFilter])
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-kumo-line p-3 max-pad:p-2">
      <div className="relative w-full pad:w-64">
        <MagnifyingGlassIcon size={15} aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 text-kumo-subtle" />
        <input
          type="search"
          className={`${textField} pl-8`}
          placeholder={text.search}
          aria-label={text.search}
          aria-keyshortcuts="/"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // The first Esc empties the field, the browser does that; the next one leaves it. Enter leaves it with what was typed.
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') onFilter('search', search)
            if (event.key === 'Enter' || (event.key === 'Escape' && search === '')) event.currentTarget.blur()
          }}
        />
      </div>
      <FilterChip
        label={recordWords.label('type', language)}
        value={filters.type}
        options={offeredTypes.map((type) => ({ value: type, label: type }))}
        onChange={(value) => onFilter('type', value)}
      />
      <FilterChip
        label={recordWords.label('line', language)}
        value={filters.line}
        options={lines.list.map((line) => ({ value: line.code, label: lines.nameOf(line.code) }))}
        onChange={(value) => onFilter('line', value)}
      />
      <FilterChip
        label={recordWords.label('status', language)}
        value={filters.status}
        options={[
          { value: '1', label: text.choices.status[1] },
          { value: '0', label: text.choices.status[0] },
        ]}
        onChange={(value) => onFilter('status', value)}
      />
      {isFiltered && (
        <LinkButton className="text-sm" onClick={onClearFilters}>
          {text.clearFilters}
        </LinkButton>
      )}
      {/* Together in the next line where there is no room for all of it. */}
      <div className="flex grow flex-wrap items-center gap-2">
        <BulkBar selection={selection} actions={bulk} />
        {selection.rows.size > 0 && all.total > selection.rows.size && (
          <QuietButton refusal={all.refusal} onClick={all.run}>
            {text.bulkAll(all.total)}
          </QuietButton>
        )}
        <span className="ml-auto max-pad:hidden">
          <TableSettings name={recordTable} columns={columns} isPaged={false} />
        </span>
      </div>
    </div>
  )
}
