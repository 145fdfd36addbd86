import { useState } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { Pages } from '../../../../screen-parts/list/pages.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { Choices } from '../../../../ui/choices.tsx'
import { generalText } from '../findings/findings.ts'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { ChangeRow } from './change-row.tsx'
import { historyMessages } from './history.messages.ts'
import { differenceOf, versionToRestore } from './record-state.ts'
import type { RestoreTarget } from './restore-dialog.tsx'
import { Counts, Occasion, type RevisionRow } from './revision-facts.tsx'

type RevisionViewProps = {
  domainId: number
  recordId: number | null
  revision: RevisionRow
  /** The domain, or the one record, is so now. */
  isCurrent: boolean
  /** Why nothing can be restored; null when it can. */
  refusal: string | null
  onRestore: (target: RestoreTarget) => void
}

const limit = 50

/** One saved state: what it changed, before → after, and the ways back to it. */
export function RevisionView({ domainId, recordId, revision, isCurrent, refusal, onRestore }: RevisionViewProps) {
  const text = useText(historyMessages)
  const language = useLanguage()
  const lines = useLines(domainId)
  const [page, setPage] = useState(1)
  const [view, setView] = useState<'plain' | 'zone'>('plain')
  const [isWhole, setWhole] = useState(recordId === null)
  const { reply, problem, isLoading, refresh } = useCall(
    record.revision,
    { domainId, version: revision.version, page, limit, order: 'asc', ...(isWhole || recordId === null ? {} : { recordId }) },
    { keepsPrevious: true },
  )
  const all = revision.added + revision.updated + revision.deleted
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-kumo-hairline px-5 py-2.5 text-sm text-kumo-subtle">
        <Counts {...revision} />
        <Occasion revision={revision} />
        <Choices
          label={text.view}
          options={(['plain', 'zone'] as const).map((one) => [one, text.views[one]])}
          chosen={view}
          onChoose={setView}
          className="ml-auto inline-flex overflow-hidden rounded-md border border-kumo-line"
          choiceClassName="h-7 px-2.5 hover:text-kumo-default focus-visible:-outline-offset-2 aria-pressed:bg-kumo-brand/10 aria-pressed:text-kumo-default"
        />
      </div>
      {revision.acknowledged.length > 0 && (
        <div className="border-b border-kumo-hairline px-5 py-2.5 text-sm">
          <h3 className="text-kumo-subtle">{text.acknowledged}</h3>
          <ul className="mt-0.5 list-disc pl-5 marker:text-kumo-subtle">
            {revision.acknowledged.map((code) => (
              <li key={code}>{generalText(code, language)}</li>
            ))}
          </ul>
        </div>
      )}
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
      {isLoading && (
        <div aria-busy="true" className="space-y-3 px-5 py-4">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="h-3.5 w-full animate-pulse rounded-xs bg-kumo-recessed" />
          ))}
        </div>
      )}
      {reply && (
        <>
          <ul className="divide-y divide-kumo-hairline">
            {reply.data.list.map((change) => {
              const difference = differenceOf(change)
              const subject = difference?.after ?? difference?.before
              const isDeletion = difference?.op === 'delete'
              const why = refusal ?? (isCurrent && !isDeletion && (recordId === null || recordId === change.recordId) ? text.isCurrent : null)
              return (
                <ChangeRow
                  key={change.recordId}
                  difference={difference}
                  view={view}
                  lines={lines}
                  action={
                    difference && subject ? (
                      <LinkButton
                        className="shrink-0 text-sm disabled:cursor-not-allowed disabled:opacity-50 disabled:no-underline"
                        disabled={why !== null}
                        title={why ?? (isDeletion ? text.restoreDeleted : text.restoreRecord)}
                        onClick={() =>
                          onRestore({
                            kind: 'record',
                            to: versionToRestore(revision.version, difference),
                            recordId: change.recordId,
                            name: `${subject.host} ${subject.type}`,
                            isDeletion,
                          })
                        }
                      >
                        {isDeletion ? text.restoreDeletedShort : text.restoreRecordShort}
                      </LinkButton>
                    ) : null
                  }
                />
              )
            })}
          </ul>
          {!isWhole && all > reply.data.totalCount && (
            <p className="flex gap-3 border-t border-kumo-hairline px-5 py-2.5 text-sm text-kumo-subtle">
              {text.others(all - reply.data.totalCount)}
              <LinkButton
                className="shrink-0 text-sm"
                onClick={() => {
                  setWhole(true)
                  setPage(1)
                }}
              >
                {text.showOthers}
              </LinkButton>
            </p>
          )}
          <Pages page={page} limit={limit} total={reply.data.totalCount} onPage={setPage} />
        </>
      )}
    </>
  )
}
