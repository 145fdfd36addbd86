import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useHasPendingChanges } from '../../../entities/record/pending-changes.ts'
import { useText } from '../../../i18n/messages.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { textLink } from '../../../ui/classes.ts'
import type { DomainRow } from './domain-list.tsx'
import { domainMessages } from './domain.messages.ts'

/** The name in full, and in ASCII where that differs. */
export function titleOf({ domain, unicodeName }: DomainRow): string {
  return domain === unicodeName ? domain : `${unicodeName}\n${domain}`
}

/** Leads to the domain's records. A component, unlike other cells: the mark of pending changes comes and goes while the row stays the same. */
export function DomainName({ row }: { row: DomainRow }) {
  const text = useText(domainMessages)
  const link = (
    <a href={`#${recordsPath(row)}`} title={titleOf(row)} className={`${textLink} font-medium`}>
      {row.unicodeName}
    </a>
  )
  const hasPending = useHasPendingChanges(row.id)
  if (!hasPending && row.reverseSegment === null) return link
  return (
    <span className={`${twoLines} wrap-anywhere`}>
      {link}
      {row.reverseSegment !== null && (
        <a
          href={`#/dns/domain/ptr?search=${encodeURIComponent(row.reverseSegment)}`}
          title={row.reverseSegment}
          className="ml-1.5 rounded-sm border border-kumo-line px-1 text-xs whitespace-nowrap text-kumo-subtle hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus"
        >
          {text.reverseZone}
        </a>
      )}
      {hasPending && (
        <a
          href={`#${recordsPath(row)}`}
          title={text.pendingHelp}
          className="ml-1.5 rounded-sm bg-kumo-warning/15 px-1 text-xs whitespace-nowrap text-np-warning hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus"
        >
          {text.pending}
        </a>
      )}
    </span>
  )
}
