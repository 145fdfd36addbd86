import CaretLeftIcon from 'icon:caret-left'
import CaretRightIcon from 'icon:caret-right'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Total and pages of a list in a drawer; nothing when one page holds it all. */
export function Pages({ page, limit, total, onPage }: { page: number; limit: number; total: number; onPage: (page: number) => void }) {
  const text = useText(partsMessages)
  const format = useFormat()
  const last = Math.max(1, Math.ceil(total / limit))
  if (last === 1) return null
  return (
    <nav aria-label={text.pages} className="flex items-center gap-1 border-t border-kumo-hairline px-5 py-2 text-sm text-kumo-subtle">
      <span role="status" className="mr-auto tabular-nums">
        {text.total(format.number(total))}
      </span>
      <IconButton
        label={text.previousPage}
        refusal={page <= 1 ? text.reasons.firstPage : null}
        onClick={() => onPage(page - 1)}
        icon={<CaretLeftIcon size={14} />}
      />
      <span className="min-w-20 text-center tabular-nums">{text.pageOf(format.number(page), format.number(last))}</span>
      <IconButton
        label={text.nextPage}
        refusal={page >= last ? text.reasons.lastPage : null}
        onClick={() => onPage(page + 1)}
        icon={<CaretRightIcon size={14} />}
      />
    </nav>
  )
}
