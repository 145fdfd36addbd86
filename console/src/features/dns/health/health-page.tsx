import { useState, type ReactNode } from 'react'
import { domain as domainCalls, type Domain } from '@nameplane/contract/dns/domain'
import { health, type Health, type HealthFindingShown } from '@nameplane/contract/dns/health'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { DomainHead } from '../../../entities/domain/domain-head.tsx'
import { OneDomain } from '../../../entities/domain/one-domain.tsx'
import { useLines } from '../../../entities/line/use-lines.ts'
import { useText } from '../../../i18n/messages.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { Awaited } from '../../../screen-parts/awaited.tsx'
import { surface } from '../../../screen-parts/surface.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { FindingGroups } from './finding-groups.tsx'
import { FixDialog } from './fix-dialog.tsx'
import { healthMessages } from './health.messages.ts'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { ScoreCard } from './score-card.tsx'

/** What is wrong with the records of a domain. */
export function HealthPage() {
  return <OneDomain>{(domain) => <HealthOfDomain domain={domain} />}</OneDomain>
}

/** Replies that a check, or what is ignored, makes old. */
const healthInvalidates = [health.detail, domainCalls.list]

type Opened = { readonly kind: 'fix' | 'ignore'; readonly finding: HealthFindingShown }

function HealthOfDomain({ domain }: { domain: Domain }) {
  const text = useText(healthMessages)
  const mayWrite = useMay('record.write')
  const { reply, problem, refresh } = useCall(health.detail, { id: domain.id })
  const check = useChange(health.run, { invalidates: healthInvalidates, success: 'done' })
  const heed = useChange(health.heed, { invalidates: healthInvalidates, success: 'done' })
  const [opened, setOpened] = useState<Opened | null>(null)
  const placeOf = usePlaces(domain.id)
  const refusal = mayWrite ? null : text.noRight
  const close = () => setOpened(null)
  const checkButton = (
    <QuietButton refusal={refusal} disabled={check.isRunning || refusal !== null} onClick={() => void check.run({ id: domain.id })}>
      {check.isRunning ? text.checking : text.check}
    </QuietButton>
  )
  return (
    <>
      <DomainHead domain={domain} page="health" />
      <Awaited isThere={reply !== undefined} problem={problem} onRetry={() => void refresh()} />
      {reply && reply.data.checkTime === null && (
        <div className={surface}>
          <Empty title={text.never} help={text.neverHelp} action={checkButton} />
        </div>
      )}
      {reply && reply.data.checkTime !== null && (
        <Result
          result={reply.data}
          checkButton={checkButton}
          placeOf={placeOf}
          refusal={refusal}
          fixRefusal={refusal ?? (domain.primaryState !== null ? text.transferred : domain.isLocked ? text.locked : null)}
          onFix={(finding) => setOpened({ kind: 'fix', finding })}
          onIgnore={(finding) => setOpened({ kind: 'ignore', finding })}
          onHeed={({ code, host, type, line }) => void heed.run({ id: domain.id, code, host, type, line })}
        />
      )}
      {opened?.kind === 'fix' && <FixDialog domain={domain} finding={opened.finding} place={placeOf(opened.finding)} onClose={close} />}
      {opened?.kind === 'ignore' && <IgnoreDialog domainId={domain.id} finding={opened.finding} place={placeOf(opened.finding)} onClose={close} />}
    </>
  )
}

type PlaceOf = (finding: HealthFindingShown) => string

/** What a finding is about, in one line: host, type, and the line where it is not the default one. */
function usePlaces(domainId: number): PlaceOf {
  const text = useText(healthMessages)
  const { nameOf } = useLines(domainId)
  return ({ host, type, line }) => {
    if (host === '') return text.whole
    return [host, type, line === '' || line === 'default' ? '' : nameOf(line)].filter((part) => part !== '').join(' ')
  }
}

type ResultProps = {
  result: Health
  checkButton: ReactNode
  placeOf: PlaceOf
  refusal: string | null
  fixRefusal: string | null
  onFix: (finding: HealthFindingShown) => void
  onIgnore: (finding: HealthFindingShown) => void
  onHeed: (finding: HealthFindingShown) => void
}

function Result({ result, checkButton, ...rest }: ResultProps) {
  const text = useText(healthMessages)
  const isSound = result.findings.length === 0
  return (
    <div className="flex flex-col gap-4">
      <ScoreCard result={result}>{checkButton}</ScoreCard>
      {isSound ? (
        <div className={surface}>
          <Empty title={text.none} help={text.noneHelp} />
        </div>
      ) : (
        <FindingGroups findings={result.findings} total={result.total} {...rest} />
      )}
    </div>
  )
}
