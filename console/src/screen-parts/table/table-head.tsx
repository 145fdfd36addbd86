import { useEffect, useRef } from 'react'
import CaretDownIcon from 'icon:caret-down'
import CaretUpIcon from 'icon:caret-up'
import CaretUpDownIcon from 'icon:caret-up-down'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import type { ListState } from '../list/list-state.ts'
import type { ListPageState } from '../list/use-list-page.ts'
import type { Selection } from '../list/use-selection.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import type { Column } from './column.ts'

const headCell =
  'sticky top-0 z-10 h-9 border-b border-kumo-line bg-kumo-base px-3 text-sm font-medium text-kumo-subtle group-data-[border=1]/table:border-r group-data-[border=1]/table:last:border-r-0'

/** What the head needs of a list. */
type Headed<Row> = Pick<ListPageState<Row>, 'rows' | 'sortBy'> & { readonly state: Pick<ListState, 'sidx' | 'order'> }
type HeadColumn = Omit<Column<never>, 'cell'>

type TableHeadProps<Row> = {
  columns: readonly HeadColumn[]
  list: Headed<Row>
  rowId: (row: Row) => number
  selection: Selection<Row> | undefined
  hasActions: boolean
  /** Where the column is as narrow as its button. */
  isActionsTitleHidden?: boolean
  /** What ticking all means, where it is not the page. */
  selectAllLabel?: string
}

export function TableHead<Row>({ columns, list, rowId, selection, hasActions, isActionsTitleHidden, selectAllLabel }: TableHeadProps<Row>) {
  const text = useText(partsMessages)
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={`${headCell} px-0! text-center`}>
            <TickAll label={selectAllLabel ?? text.selectAll} rows={list.rows} rowId={rowId} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} list={list} />
        ))}
        {hasActions && (
          <th scope="col" className={`${headCell} right-0 z-20 text-right`}>
            <span className={isActionsTitleHidden ? 'sr-only' : ''}>{text.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell({ column, list }: { column: HeadColumn; list: Pick<Headed<never>, 'state' | 'sortBy'> }) {
  const language = useLanguage()
  const text = useText(partsMessages)
  const title = column.title[language]
  const { sidx } = column
  if (sidx === undefined)
    return (
      <th scope="col" className={`${headCell} truncate ${column.isNumber ? 'text-right' : ''}`}>
        {title}
      </th>
    )
  const direction = list.state.sidx === sidx ? list.state.order : null
  const Icon = direction === 'asc' ? CaretUpIcon : direction === 'desc' ? CaretDownIcon : CaretUpDownIcon
  return (
    <th
      scope="col"
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
      className={`${headCell} ${column.isNumber ? 'text-right' : ''}`}
    >
      <button
        type="button"
        title={text.sortBy(title)}
        onClick={() => list.sortBy(sidx)}
        className={`inline-flex max-w-full cursor-pointer items-center gap-1 rounded-xs hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-kumo-focus ${direction ? 'text-kumo-default' : ''}`}
      >
        <span className="truncate">{title}</span>
        <Icon size={12} aria-hidden="true" className="shrink-0" />
      </button>
    </th>
  )
}

type TickAllProps<Row> = { label: string; rows: readonly Row[]; rowId: (row: Row) => number; selection: Selection<Row> }

function TickAll<Row>({ label, rows, rowId, selection }: TickAllProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const ticked = rows.filter((row) => selection.rows.has(rowId(row))).length
  const isAll = rows.length > 0 && ticked === rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll
  }, [ticked, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      title={label}
      checked={isAll}
      onChange={() =>
        selection.setAll(
          rows.map((row) => [rowId(row), row]),
          !isAll,
        )
      }
      className="size-4 cursor-pointer align-middle"
    />
  )
}
