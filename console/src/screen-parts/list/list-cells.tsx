import { formatExactTime } from '../../i18n/format.ts'
import type { CellTools } from '../table/column.ts'
import { twoLines } from '../table/table-row.tsx'

/** Names or addresses one after another; one below the other in the tooltip. */
export function listedCodes(codes: readonly string[]) {
  return (
    <span title={codes.join('\n')} className={twoLines}>
      <span className="font-mono">{codes.join(', ')}</span>
    </span>
  )
}

/** How long ago it was, else `never`; its tooltip has the exact time and what is known `beside` it. */
export function timeSince(time: string | null, never: string, { format }: Pick<CellTools, 'format'>, beside = '') {
  if (time === null) return <span className="text-kumo-subtle">{never}</span>
  return <span title={`${formatExactTime(time)} ${beside}`.trim()}>{format.relativeTime(time)}</span>
}
