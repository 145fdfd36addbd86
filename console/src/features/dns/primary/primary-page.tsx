import { useState } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { domain as domainCalls } from '@nameplane/contract/dns/domain'
import { primary, type Primary } from '@nameplane/contract/dns/domain-primary'
import { problemText } from '@nameplane/contract/problem-text'
import { record } from '@nameplane/contract/dns/record'
import { useChange, useCall } from '../../../api/queries.ts'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useMay } from '../../../api/rights.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { ConfirmDialog } from '../../../screen-parts/dialog/confirm.tsx'
import { FactList } from '../../../screen-parts/fact-list.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { PrimaryForm } from './primary-form.tsx'
import { primaryMessages } from './primary.messages.ts'

const lookEverySeconds = 3
const tones = { waiting: 'neutral', current: 'good', failing: 'warning', expired: 'bad' } as const
/** What shows records, or whether they may be changed. */
export const invalidates = [primary.detail, domainCalls.detail, domainCalls.list, record.list]

/** Where a domain is transferred from, and how far that is. */
export function PrimaryPage() {
  return <OneDomain>{(domain) => <PrimaryOfDomain domain={domain} />}</OneDomain>
}

function PrimaryOfDomain({ domain }: { domain: Domain }) {
  const text = useText(primaryMessages)
  const { reply, problem, refresh } = useCall(primary.detail, { domainId: domain.id }, { everySeconds: lookEverySeconds })
  const trouble = problem?.isShown && !reply ? problem : undefined
  const row = reply?.data ?? null
  return (
    <>
      <DomainHead domain={domain} page="primary" />
      <div className="flex flex-col gap-4">
        <section aria-labelledby="primary-title" className={`min-w-0 ${surface}`}>
          <header className="border-b border-kumo-hairline px-4 py-3 pad:px-5">
            <h2 id="primary-title" className="text-base font-medium">
              {text.title}
            </h2>
            <p className="text-sm text-pretty text-kumo-subtle">{text.help}</p>
          </header>
          {trouble && <Failure problem={trouble} onRetry={() => void refresh()} />}
          {!reply && !trouble && <div aria-hidden="true" className="h-64" />}
          {reply && row === null && <p className="p-4 text-sm pad:px-5">{text.ordinary}</p>}
          {row && <State domain={domain} row={row} />}
        </section>
        {reply && (
          <section aria-labelledby="primary-form-title" className={`min-w-0 ${surface}`}>
            <h2 id="primary-form-title" className="border-b border-kumo-hairline px-4 py-3 text-base font-medium pad:px-5">
              {text.edit}
            </h2>
            <PrimaryForm domain={domain} now={row} onStale={() => void refresh()} />
          </section>
        )}
      </div>
    </>
  )
}

function State({ domain, row }: { domain: Domain; row: Primary }) {
  const text = useText(primaryMessages)
  const language = useLanguage()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const transfer = useChange(primary.transfer, { invalidates: [primary.detail], success: 'done' })
  const remove = useChange(primary.delete, { invalidates, success: 'done' })
  const noRight = problemText('right_missing', language)
  const [mayWrite, mayDelete] = [useMay('primary.write'), useMay('primary.delete')]
  const locked = domain.isLocked ? textOfProblem('domain_locked', language, { name: domain.domain }) : null
  const time = (at: string | null) =>
    at === null ? <span className="text-kumo-subtle">{text.never}</span> : <time title={formatExactTime(at)}>{format.relativeTime(at)}</time>
  const serial = (value: number | null) => (value === null ? '' : <span className="font-mono">{String(value)}</span>)
  const problem = row.problem === null ? '' : textOfProblem(row.problem, language, { code: row.problemCode, name: domain.domain })
  return (
    <div className="flex flex-col gap-4 p-4 text-sm pad:p-5">
      <FactList
        facts={[
          [text.facts.state, <Badge key="state" tone={tones[row.state]} text={text.states[row.state]} />],
          [
            text.facts.problem,
            problem === '' ? (
              ''
            ) : (
              <span key="problem" className="text-kumo-danger">
                {problem}
              </span>
            ),
          ],
          [text.facts.serial, serial(row.serial)],
          [text.facts.serialThere, serial(row.serialThere)],
          [text.facts.checkTime, time(row.checkTime)],
          [text.facts.transferTime, time(row.transferTime)],
          [text.facts.notifyTime, time(row.notifyTime)],
          [text.facts.nextCheckTime, time(row.nextCheckTime)],
          [text.facts.expireTime, row.expireTime === null ? '' : time(row.expireTime)],
        ]}
      />
      {row.state === 'expired' && <p className="text-pretty text-np-warning">{text.expiredHelp}</p>}
      <div className="flex flex-wrap gap-2">
        <QuietButton refusal={mayWrite ? locked : noRight} disabled={transfer.isRunning} onClick={() => void transfer.run({ domainId: domain.id })}>
          {text.now}
        </QuietButton>
        <QuietButton refusal={mayDelete ? locked : noRight} onClick={() => setAsked(true)}>
          {text.takeOver}
        </QuietButton>
      </div>
      {isAsked && (
        <ConfirmDialog
          text={text.takeOverAsk(domain.unicodeName)}
          confirmLabel={text.takeOver}
          onConfirm={async () => {
            await remove.run({ domainId: domain.id })
            setAsked(false)
          }}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
  )
}
