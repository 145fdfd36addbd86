import { useState } from 'react'
import { record } from '@nameplane/contract/dns/record'
import { momentParts } from '@nameplane/contract/dns/record-revision'
import { useCall } from '../../../../api/queries.ts'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { zoneLine } from '../../../../entities/record/zone-line.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { Labelled } from '../../../../screen-parts/form/labelled.tsx'
import { Pages } from '../../../../screen-parts/list/pages.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { Choices } from '../../../../ui/choices.tsx'
import { textField } from '../../../../ui/classes.ts'
import { ChangeRow } from './change-row.tsx'
import { historyMessages } from './history.messages.ts'
import { differenceOf, readState } from './record-state.ts'
import type { RestoreTarget } from './restore-dialog.tsx'
import { Counts } from './revision-facts.tsx'

const limit = 50
const dayMs = 86_400_000

/** A moment as the field takes it, in the time zone of the browser. */
function localText(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function momentOf(typed: string): string | null {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

type MomentViewProps = {
  domainId: number
  /** Why nothing can be restored; null when it can. */
  refusal: string | null
  onRestore: (target: RestoreTarget) => void
}

/** The records of a domain at any moment, beside those of now or of another moment, and the way back there. */
export function MomentView({ domainId, refusal, onRestore }: MomentViewProps) {
  const all = useText(historyMessages)
  const text = all.moment
  const lines = useLines(domainId)
  const [typed, setTyped] = useState(() => localText(new Date(Date.now() - dayMs)))
  const [typedOther, setTypedOther] = useState('')
  const [part, setPart] = useState<(typeof momentParts)[number]>('changed')
  const [page, setPage] = useState(1)
  const [at, to] = [momentOf(typed), momentOf(typedOther)]
  const asked = at === null ? null : { domainId, at, part, page, limit, order: 'asc' as const, ...(to === null ? {} : { to }) }
  const { reply, problem, refresh, isPrevious } = useCall(record.moment, asked, { keepsPrevious: true })
  const told = problem ? undefined : reply?.data
  const isSame = told && told.added + told.updated + told.deleted === 0
  const restoreRefusal = refusal ?? (told === undefined ? text.missing : to === null && isSame ? all.isCurrent : null)
  return (
    <>
      <div className="grid gap-4 border-b border-kumo-hairline px-5 py-4 pad:grid-cols-2">
        <Labelled label={text.at} error={at === null ? text.missing : undefined} isRequired>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className={textField}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setPage(1)
              }}
            />
          )}
        </Labelled>
        <Labelled label={text.to} help={text.toHelp}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className={textField}
              value={typedOther}
              onChange={(event) => {
                setTypedOther(event.target.value)
                setPage(1)
              }}
            />
          )}
        </Labelled>
        <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-2">
          <Choices
            label={text.part}
            options={momentParts.map((one) => [one, text.parts[one]])}
            chosen={part}
            onChoose={(one) => {
              setPart(one)
              setPage(1)
            }}
            className="inline-flex overflow-hidden rounded-md border border-kumo-line"
            choiceClassName="h-7 px-2.5 hover:text-kumo-default focus-visible:-outline-offset-2 aria-pressed:bg-kumo-brand/10 aria-pressed:text-kumo-default"
          />
          <QuietButton
            className="ml-auto"
            refusal={restoreRefusal}
            // What stands here is still of another moment.
            disabled={isPrevious}
            onClick={() => told && onRestore({ kind: 'domain', to: told.version })}
          >
            {text.restore}
          </QuietButton>
        </div>
      </div>
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
      {at !== null && !reply && !problem && (
        <div aria-busy="true" className="space-y-3 px-5 py-4">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="h-3.5 w-full animate-pulse rounded-xs bg-kumo-recessed" />
          ))}
        </div>
      )}
      {told && (
        <>
          <div className="border-b border-kumo-hairline px-5 py-2.5 text-sm text-kumo-subtle">
            <p className="flex flex-wrap items-center gap-x-3 tabular-nums" role="status">
              {text.versions(String(told.version), String(told.toVersion))}
              {!isSame && (
                <span className="inline-flex items-center gap-2">
                  {text.after} <Counts {...told} />
                </span>
              )}
            </p>
            <p className="tabular-nums">{text.since(formatExactTime(told.since))}</p>
          </div>
          {told.list.length === 0 && <p className="px-5 py-6 text-center text-kumo-subtle">{part === 'changed' ? text.same : text.none}</p>}
          {part === 'changed' ? (
            <ul className="divide-y divide-kumo-hairline">
              {told.list.map((row) => (
                <ChangeRow key={row.recordId} difference={differenceOf(row)} view="plain" lines={lines} action={null} />
              ))}
            </ul>
          ) : (
            <ul className="divide-y divide-kumo-hairline">
              {told.list.map((row) => {
                const state = readState(row.before)
                return (
                  <li key={row.recordId} className="px-5 py-1.5 font-mono text-sm break-all whitespace-pre-wrap">
                    {state ? zoneLine(state).replaceAll('\t', '  ') : all.unreadable}
                  </li>
                )
              })}
            </ul>
          )}
          <Pages page={page} limit={limit} total={told.totalCount} onPage={setPage} />
        </>
      )}
    </>
  )
}
