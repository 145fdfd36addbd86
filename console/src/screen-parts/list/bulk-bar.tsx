import XIcon from 'icon:x'
import { noticeWarning } from '../../api/notices.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { QuietButton } from '../../ui/button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import type { Selection } from './use-selection.ts'

export type BulkAction<Row> = {
  readonly key: string
  readonly label: string
  readonly run: (rows: readonly Row[]) => void
  /** Asks for rows to delete when nothing is ticked (spec point 5), others ask for rows. */
  readonly isDeletion?: boolean
  /** Why the caller may not do it at all; null or absent when they may. */
  readonly refusal?: string | null
}

/** Actions on the ticked rows. They stand there always; pressed with nothing ticked they say so. */
export function BulkBar<Row>({ selection, actions }: { selection: Selection<Row>; actions: readonly BulkAction<Row>[] }) {
  const text = useText(partsMessages)
  const format = useFormat()
  const count = selection.rows.size
  return (
    <div role="toolbar" aria-label={text.actions} className="flex flex-wrap items-center gap-1.5">
      {actions.map((action) => (
        <QuietButton
          key={action.key}
          data-action={action.key}
          className={`aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${count === 0 && !action.isDeletion ? 'max-pad:hidden' : ''} ${count === 0 ? 'text-kumo-subtle' : action.isDeletion ? 'text-kumo-danger' : ''}`}
          aria-disabled={action.refusal ? true : undefined}
          title={action.refusal ?? undefined}
          onClick={() =>
            action.refusal
              ? noticeWarning(action.refusal)
              : count === 0
                ? noticeWarning(action.isDeletion ? text.nothingSelected : text.nothingTicked)
                : action.run([...selection.rows.values()])
          }
        >
          {action.label}
        </QuietButton>
      ))}
      {/* Its place is kept: rows must not move away under the pointer that ticks them. */}
      <span
        role="status"
        className={`inline-flex h-8 min-w-24 items-center justify-between gap-1 rounded-md bg-kumo-brand/10 pr-1 pl-2.5 text-sm text-np-accent tabular-nums ${count === 0 ? 'invisible max-pad:hidden' : ''}`}
      >
        {text.selected(format.number(count))}
        <button
          type="button"
          aria-label={text.clearSelection}
          title={text.clearSelection}
          className="inline-flex size-6 cursor-pointer items-center justify-center rounded-md hover:bg-kumo-brand/15 focus-visible:outline-2 focus-visible:outline-kumo-focus"
          onClick={selection.clear}
        >
          <XIcon size={12} />
        </button>
      </span>
    </div>
  )
}
