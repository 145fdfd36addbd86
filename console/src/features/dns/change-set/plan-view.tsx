import { useEffect, useRef, useState } from 'react'
import WarningIcon from 'icon:warning'
import XCircleIcon from 'icon:x-circle'
import { changeSetThresholds, type ChangeSetPlan, type PlannedDomain } from '@nameplane/contract/dns/change-set-plan'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useMay } from '../../../api/rights.ts'
import { changeCount, Counts, Sample } from '../../../entities/record/difference.tsx'
import { watchChoiceMessages } from '../../../entities/record/watch-choice.messages.ts'
import { noWatch, WatchChoice, watchSent } from '../../../entities/record/watch-choice.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { Labelled } from '../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { surface, warningNote } from '../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { changeSetMessages } from './change-set.messages.ts'
import { placedProblem, RowProblem } from './row-problem.tsx'
import { changesText } from './set-texts.ts'
import type { Decision, Submission } from './use-submission.ts'

/** What a bulk operation would come to, and what is left to decide before it is submitted. */
export function PlanView<Asked>({ plan, submission }: { plan: ChangeSetPlan; submission: Submission<Asked> }) {
  const text = useText(changeSetMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  // What is read comes from where the form was left, at its end.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-label={text.preview} className={`flex flex-col gap-4 p-5 ${surface}`}>
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-lg font-medium outline-none">
        {text.preview}
      </h2>
      <Difference plan={plan} />
      {plan.needsApproval && <Note>{text.needsApproval}</Note>}
      <Decide plan={plan} isNothing={plan.touchedDomains === 0} submission={submission} />
    </section>
  )
}

/** What a set would change, in whole and domain by domain. */
export function Difference({ plan }: { plan: ChangeSetPlan }) {
  const text = useText(changeSetMessages)
  const isNothing = plan.touchedDomains === 0
  const refused = plan.domains.filter(({ problem }) => problem !== null).length
  return (
    <>
      <Totals plan={plan} />
      {changeCount(plan) > 0 && <Counts preview={plan} />}
      {isNothing && (
        <div className="rounded-md border border-kumo-line px-4 py-6 text-center">
          <p className="font-medium">{text.nothing}</p>
          <p className="mt-1 text-sm text-kumo-subtle">{text.nothingHelp}</p>
        </div>
      )}
      {changeSetThresholds.map((threshold) => {
        const count = plan.domains.filter(({ thresholds }) => thresholds.includes(threshold)).length
        return count > 0 && <Note key={threshold}>{text.thresholds[threshold](count)}</Note>
      })}
      {refused > 0 && !isNothing && <Note>{text.skipped(refused)}</Note>}
      <Domains domains={plan.domains} />
      <RefusedLines plan={plan} />
      <Sample
        preview={{
          sample: plan.sample.map(({ domain, before, after }) => ({ before: before && `${domain}  ${before}`, after: after && `${domain}  ${after}` })),
        }}
        changes={changeCount(plan)}
      />
    </>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p role="status" className={warningNote}>
      <WarningIcon size={16} className="mt-0.5 shrink-0 text-np-warning" aria-hidden="true" />
      {children}
    </p>
  )
}

function Totals({ plan: { touchedDomains, touchedUsers, queries } }: { plan: ChangeSetPlan }) {
  const text = useText(changeSetMessages)
  const format = useFormat()
  const share = queries.all === 0 ? text.noQueries : format.number(queries.touched / queries.all, { style: 'percent', maximumFractionDigits: 1 })
  const totals = [
    [text.touched, format.number(touchedDomains)],
    [text.users, format.number(touchedUsers)],
    [text.queries, share],
  ] as const
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-kumo-line bg-kumo-line pad:grid-cols-3">
      {totals.map(([name, total]) => (
        <div key={name} className="bg-kumo-base px-4 py-2.5">
          <dt className="text-sm text-kumo-subtle">{name}</dt>
          <dd className="text-xl font-medium tabular-nums">{total}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The domains whose outcome is told at once. */
const shownDomains = 100

/** Each domain with what it comes to; those that are refused come first. */
function Domains({ domains }: { domains: readonly PlannedDomain[] }) {
  const text = useText(changeSetMessages)
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  if (domains.length === 0) return null
  const sorted = [...domains].sort((one, other) => Number(other.problem !== null) - Number(one.problem !== null))
  const shown = isWhole ? sorted : sorted.slice(0, shownDomains)
  return (
    <section aria-label={text.result}>
      <h3 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
        {text.result}
        {shown.length < domains.length && (
          <button type="button" className="cursor-pointer font-normal text-kumo-link hover:underline" onClick={() => setWhole(true)}>
            {text.only(format.number(shown.length), format.number(domains.length))}
          </button>
        )}
      </h3>
      <ul
        tabIndex={0}
        aria-label={text.result}
        className="max-h-72 divide-y divide-kumo-hairline overflow-y-auto rounded-md border border-kumo-line text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        {shown.map((row) => (
          <li key={row.domain} className="grid gap-x-4 px-3 py-1.5 pad:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <span className="truncate" title={row.domain}>
              {domainToUnicode(row.domain)}
            </span>
            <Outcome row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ row }: { row: PlannedDomain }) {
  const language = useLanguage()
  const { problem, params } = row
  if (problem !== null)
    return (
      <span className="flex min-w-0 items-start gap-1.5 text-kumo-danger">
        <XCircleIcon size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <RowProblem problem={problem} params={params} />
        </span>
      </span>
    )
  return <span className={`tabular-nums ${changeCount(row) === 0 ? 'text-kumo-subtle' : ''}`}>{changesText(row, language)}</span>
}

/** Lines of an import that are left out, each with its place. */
function RefusedLines({ plan: { refusedLines, refusedCount } }: { plan: ChangeSetPlan }) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const format = useFormat()
  if (refusedCount === 0) return null
  const title = text.refusedLines(refusedCount)
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium text-kumo-danger">
        {title}
        {refusedLines.length < refusedCount && (
          <span className="font-normal text-kumo-subtle">{text.only(format.number(refusedLines.length), format.number(refusedCount))}</span>
        )}
      </h3>
      <ul
        tabIndex={0}
        aria-label={title}
        className="max-h-72 divide-y divide-kumo-hairline overflow-y-auto rounded-md border border-kumo-line text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        {refusedLines.map(({ domain, source, lineNumber, code, params }, index) => (
          <li key={index} className="grid gap-x-4 px-3 py-1.5 pad:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <span className="min-w-0">
              <span className="block truncate">{domain === null ? '–' : domainToUnicode(domain)}</span>
              <span className="block truncate text-xs text-kumo-subtle">{source === '' ? text.import.pasted : source}</span>
            </span>
            <span className="min-w-0 wrap-anywhere">{placedProblem(code, language, params, lineNumber)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Warnings that want a tick, when it runs, and the number that large changes ask for. */
function Decide<Asked>({ plan, isNothing, submission }: { plan: ChangeSetPlan; isNothing: boolean; submission: Submission<Asked> }) {
  const text = useText(changeSetMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const [isTicked, setTicked] = useState(false)
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [watch, setWatch] = useState(noWatch)
  const mayUndo = useMay('domain.delete')
  const choice = useText(watchChoiceMessages)
  const { isSubmitting, addsDomains } = submission
  const codes = plan.warnings.map(({ code }) => code)
  const isOpen = codes.length > 0 && !isTicked
  const send = (): Promise<void> => {
    const decision: Decision = {
      acknowledged: codes,
      ...(plan.confirm === null ? {} : { confirm: plan.confirm }),
      ...(isLater ? { at: new Date(at).toISOString() } : {}),
      ...watchSent(watch),
    }
    return submission.submit(decision)
  }
  function press(): void {
    if (isLater && at === '') return setMissing(true)
    if (watchSent(watch) === null) return setWatch({ ...watch, isTold: true })
    if (plan.confirm === null) void send()
    else setAsked(true)
  }
  return (
    <>
      {plan.warnings.length > 0 && (
        <section aria-label={text.warnings(plan.warnings.length)} className="flex flex-col gap-2">
          <h3 className="flex items-center gap-2 text-sm font-medium text-np-warning">
            <WarningIcon size={16} aria-hidden="true" />
            {text.warnings(plan.warnings.length)}
          </h3>
          <ul className="divide-y divide-kumo-hairline rounded-md border border-kumo-line text-sm">
            {plan.warnings.map(({ code, params, count, domain }) => (
              <li key={code} className="px-3 py-1.5">
                <p>{textOfProblem(code, language, params)}</p>
                <p className="text-kumo-subtle">{text.warningIn(count, domainToUnicode(domain))}</p>
              </li>
            ))}
          </ul>
          <CheckBox label={text.acknowledge} checked={isTicked} onChange={(event) => setTicked(event.target.checked)} />
        </section>
      )}
      {!isNothing && (
        <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <legend className="mb-1 font-medium">{text.when}</legend>
          {[false, true].map((later) => (
            <label key={String(later)} className="flex cursor-pointer items-center gap-2">
              <input type="radio" name="when" checked={isLater === later} onChange={() => setLater(later)} />
              {later ? text.later : text.now}
            </label>
          ))}
          {isLater && (
            <div className="basis-full pad:max-w-72">
              <Labelled label={text.later} help={text.laterHelp} error={isMissing ? text.laterMissing : undefined} isRequired>
                {(control) => (
                  <input
                    {...control}
                    type="datetime-local"
                    className={textField}
                    value={at}
                    onChange={(event) => {
                      setAt(event.target.value)
                      setMissing(false)
                    }}
                  />
                )}
              </Labelled>
            </div>
          )}
        </fieldset>
      )}
      {!isNothing && <WatchChoice entry={watch} refusal={addsDomains && !mayUndo ? choice.noRight : null} isDisabled={isSubmitting} onChange={setWatch} />}
      <div className="flex justify-end gap-2 border-t border-kumo-line pt-4">
        <QuietButton disabled={isSubmitting} onClick={submission.back}>
          {text.back}
        </QuietButton>
        <PrimaryButton
          disabled={isSubmitting}
          refusal={isSubmitting ? null : isNothing ? parts.reasons.noChanges : isOpen ? parts.reasons.acknowledge : null}
          onClick={press}
        >
          {isSubmitting ? text.submitting : (plan.needsApproval ? text.submitForApproval : text.submit)(plan.touchedDomains)}
        </PrimaryButton>
      </div>
      {isAsked && plan.confirm !== null && (
        <ConfirmDialog
          text={text.confirmAsk(plan.confirm)}
          confirmLabel={text.submit(plan.touchedDomains)}
          isDangerous
          typedWord={String(plan.confirm)}
          onConfirm={async () => {
            await send()
            setAsked(false)
          }}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  )
}
