import { useState } from 'react'
import CaretRightIcon from 'icon:caret-right'
import { record } from '@nameplane/contract/dns/record'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { Pages } from '../../../../screen-parts/list/pages.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { generalText } from '../findings/findings.ts'
import { historyMessages } from './history.messages.ts'
import { Counts, Occasion, type RevisionRow } from './revision-facts.tsx'

type RevisionListProps = {
  domainId: number
  recordId: number | null
  page: number
  onPage: (page: number) => void
  /** Leads to the records at a moment; null where there is one record only. */
  onByTime: (() => void) | null
  /** The version the reader comes back from. */
  cameFrom: number | null
  onOpen: (revision: RevisionRow, isCurrent: boolean) => void
}

const limit = 30
const loadingRows = 8

/** The saved states of a domain, or those that touched one record, newest first. */
export function RevisionList({ domainId, recordId, page, onPage, onByTime, cameFrom, onOpen }: RevisionListProps) {
  const text = useText(historyMessages)
  const { reply, problem, isRefreshing, refresh } = useCall(
    record.history,
    { domainId, page, limit, ...(recordId === null ? {} : { recordId }) },
    { keepsPrevious: true },
  )
  // A list kept from an earlier look would move its rows away under the pointer, and call another state the current one.
  const [isFresh, setFresh] = useState(cameFrom !== null)
  if (!isFresh && reply && !isRefreshing) setFresh(true)
  // With one record: the newest that touched it, which need not be the newest of the domain.
  const newest = page === 1 ? reply?.data.list[0]?.version : undefined
  if (problem?.isShown && !reply) return <Failure problem={problem} onRetry={() => void refresh()} />
  if (!reply || (!isFresh && !problem)) return <LoadingRows />
  const { list, totalCount } = reply.data
  if (list.length === 0) return <Empty title={recordId === null ? text.empty : text.emptyRecord} help={text.emptyHelp} />
  return (
    <>
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
      {recordId === null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-kumo-hairline px-5 py-2.5 text-sm text-kumo-subtle">
          <p className="min-w-0 flex-1">{text.help}</p>
          {onByTime && <QuietButton onClick={onByTime}>{text.moment.open}</QuietButton>}
        </div>
      )}
      <ol className="divide-y divide-kumo-hairline">
        {list.map((revision) => (
          <Row key={revision.version} revision={revision} isCurrent={revision.version === newest} hasFocus={revision.version === cameFrom} onOpen={onOpen} />
        ))}
      </ol>
      <Pages page={page} limit={limit} total={totalCount} onPage={onPage} />
    </>
  )
}

function Row({ revision, isCurrent, hasFocus, onOpen }: { revision: RevisionRow; isCurrent: boolean; hasFocus: boolean; onOpen: RevisionListProps['onOpen'] }) {
  const text = useText(historyMessages)
  return (
    <li>
      <button
        type="button"
        autoFocus={hasFocus}
        data-version={revision.version}
        onClick={() => onOpen(revision, isCurrent)}
        className="group flex w-full cursor-pointer items-center gap-3 px-5 py-2.5 text-left hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="font-medium tabular-nums">{text.version(String(revision.version))}</span>
            {isCurrent && <span className="rounded-xs bg-kumo-brand/10 px-1.5 text-xs leading-5 text-np-accent">{text.current}</span>}
            <Counts {...revision} />
          </span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-kumo-subtle">
            <Occasion revision={revision} />
          </span>
          <Acknowledged codes={revision.acknowledged} />
        </span>
        <CaretRightIcon size={14} aria-hidden="true" className="shrink-0 text-kumo-subtle group-hover:text-kumo-default" />
      </button>
    </li>
  )
}

/** Warnings that were ticked when this was saved; the words on demand, since they are long. */
function Acknowledged({ codes }: { codes: readonly string[] }) {
  const text = useText(historyMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  if (codes.length === 0) return null
  const words = codes.map((code) => generalText(code, language))
  return (
    <span className="mt-0.5 block truncate text-sm text-np-warning" title={words.join('\n')}>
      {parts.nameAndValue(text.acknowledged, words.join(language === 'zh' ? '；' : '; '))}
    </span>
  )
}

function LoadingRows() {
  return (
    <div aria-busy="true" className="divide-y divide-kumo-hairline">
      {Array.from({ length: loadingRows }, (_, row) => (
        <div key={row} className="space-y-2 px-5 py-3">
          <div className="h-3.5 w-40 animate-pulse rounded-xs bg-kumo-recessed" />
          <div className="h-3 w-56 animate-pulse rounded-xs bg-kumo-recessed" />
        </div>
      ))}
    </div>
  )
}
