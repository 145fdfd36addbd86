import { formatExactTime } from '../../i18n/format.ts'
import { textsIn } from '../../i18n/messages.ts'
import { Badge } from '../../screen-parts/badge.tsx'
import type { CellTools } from '../../screen-parts/table/column.ts'
import { accountMessages } from './account.messages.ts'

/** Whether an account can be used, and what stands before it. */
export function accountState(row: { status: number; resetDue: boolean }, { language }: Pick<CellTools, 'language'>) {
  const { states } = textsIn(accountMessages, language)
  if (row.status !== 1) return <Badge tone="neutral" text={states.disabled} />
  return row.resetDue ? <Badge tone="warning" text={states.resetDue} /> : <Badge tone="good" text={states.enabled} />
}

/** A moment as people say it; the exact one in the tooltip. */
export function accountTime(moment: string | null, { format, language }: CellTools) {
  if (moment === null) return <span className="text-kumo-subtle">{textsIn(accountMessages, language).never}</span>
  return <span title={formatExactTime(moment)}>{format.relativeTime(moment)}</span>
}
