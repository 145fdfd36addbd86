import CaretDoubleLeftIcon from 'icon:caret-double-left'
import CaretDoubleRightIcon from 'icon:caret-double-right'
import CaretLeftIcon from 'icon:caret-left'
import CaretRightIcon from 'icon:caret-right'
import { limits } from '@nameplane/contract/limits'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { lastPage } from './list-state.ts'
import type { ListPageState } from './use-list-page.ts'

/** The total at the left; page sizes of spec point 9 and the pages at the right. */
export function Pager<Row>({ list }: { list: ListPageState<Row> }) {
  const text = useText(partsMessages)
  const format = useFormat()
  const { page, limit } = list.state
  const last = lastPage(list.total, limit)
  const atFirst = page <= 1 ? text.reasons.firstPage : null
  const atLast = page >= last ? text.reasons.lastPage : null
  const step = (target: number, label: string, Icon: typeof CaretLeftIcon, refusal: string | null, onPhones = '') => (
    <IconButton label={label} refusal={refusal} className={onPhones} onClick={() => list.goToPage(target)} icon={<Icon size={14} />} />
  )
  return (
    <nav aria-label={text.pages} className="flex flex-wrap items-center gap-x-1 gap-y-2 border-t border-kumo-line px-3 py-2 text-sm text-kumo-subtle">
      <span className="mr-auto tabular-nums" role="status">
        {list.isLoading ? '' : (list.hasMore ? text.moreThan : text.total)(format.number(list.total))}
      </span>
      <select
        aria-label={text.perPage}
        value={limit}
        onChange={(event) => list.setLimit(Number(event.target.value))}
        className="h-7 cursor-pointer pad:mr-2 rounded-md border border-kumo-line bg-kumo-base px-2 text-sm text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus"
      >
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {text.rowsPerPage(size)}
          </option>
        ))}
      </select>
      {/* In one line, whatever has to go to another. */}
      <span className="inline-flex items-center gap-1 whitespace-nowrap max-pad:ml-auto">
        {step(1, text.firstPage, CaretDoubleLeftIcon, atFirst, 'max-pad:hidden')}
        {step(page - 1, text.previousPage, CaretLeftIcon, atFirst)}
        <span className="text-center tabular-nums pad:min-w-20">{text.pageOf(format.number(page), format.number(last))}</span>
        {step(page + 1, text.nextPage, CaretRightIcon, atLast)}
        {step(last, text.lastPage, CaretDoubleRightIcon, atLast, 'max-pad:hidden')}
      </span>
    </nav>
  )
}
