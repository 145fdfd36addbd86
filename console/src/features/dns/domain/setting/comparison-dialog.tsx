import { useState } from 'react'
import type { Domain } from '@nameplane/contract/dns/domain'
import { domainComparison } from '@nameplane/contract/dns/domain-comparison'
import { callProblemText, fieldText, textOfProblem } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { recordsPath } from '../../../../entities/domain/records-path.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { TextArea } from '../../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { dangerNote } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { ComparisonProgress } from './comparison-progress.tsx'
import { ComparisonResults } from './comparison-results.tsx'
import { comparisonMessages } from './comparison.messages.ts'
import { useComparison } from './use-comparison.ts'

type ComparisonDialogProps = { domain: Domain; /** The name servers that were seen at the last check. */ seen: readonly string[]; onClose: () => void }

/** Every record set asked of the previous name servers and of ours, page after page. Nothing of it is kept. */
export function ComparisonDialog({ domain, seen, onClose }: ComparisonDialogProps) {
  const text = useText(comparisonMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const mayImport = useMay('record.write')
  const [servers, setServers] = useState(seen.join('\n'))
  const [isPressed, setPressed] = useState(false)
  /** Why the look-up found no other servers. */
  const [unfound, setUnfound] = useState<'ours' | 'none' | 'unknown' | null>(null)
  const { comparison, run, stop, forget } = useComparison(domain.id)
  const lookUp = useChange(domainComparison.servers)
  const isRunning = comparison.state === 'running'
  const named = servers.split(/[\s,，]+/).filter(Boolean)
  const atField = fieldText(comparison.problem, 'servers', language)

  async function findServers(): Promise<void> {
    const outcome = await lookUp.run({ domainId: domain.id })
    if (!outcome.isDone) return
    const { data } = outcome.reply
    forget()
    if (data.servers.length > 0) setServers(data.servers.join('\n'))
    setUnfound(data.servers.length > 0 ? null : data.isOurs ? 'ours' : data.isKnown ? 'none' : 'unknown')
  }

  function start(): void {
    setPressed(true)
    setUnfound(null)
    if (named.length > 0) void run(named)
  }

  const footer = (
    <>
      <QuietButton onClick={onClose}>{parts.close}</QuietButton>
      {isRunning ? (
        <PrimaryButton onClick={stop}>{text.stop}</PrimaryButton>
      ) : (
        <PrimaryButton onClick={start}>{comparison.total === null ? text.start : text.again}</PrimaryButton>
      )}
    </>
  )
  return (
    <Dialog title={text.title(domain.unicodeName)} width="wide" onClose={onClose} footer={footer}>
      <div className="space-y-4" aria-busy={isRunning}>
        {comparison.problem !== null && atField === undefined && (
          <p role="alert" className={dangerNote}>
            {callProblemText(comparison.problem, language)}
          </p>
        )}
        <p className="text-sm text-pretty text-kumo-subtle">{text.about}</p>
        <p className="text-sm text-pretty text-kumo-subtle">
          {text.unknown}{' '}
          {mayImport && (
            <ScreenLink to={`${recordsPath(domain)}?open=import`} className={`${textLink} underline`}>
              {text.transfer}
            </ScreenLink>
          )}
        </p>
        <TextArea
          label={text.servers}
          help={text.serversHelp}
          isRequired
          rows={2}
          className="font-mono"
          value={servers}
          readOnly={isRunning}
          error={isPressed && named.length === 0 ? textOfProblem('required', language) : atField}
          onChange={(event) => {
            setServers(event.target.value)
            forget()
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <QuietButton disabled={lookUp.isRunning || isRunning} onClick={() => void findServers()}>
            {lookUp.isRunning ? text.lookingUp : text.lookUp}
          </QuietButton>
          <p role="status" className="min-w-0 text-sm text-np-warning">
            {unfound && text.found[unfound]}
          </p>
        </div>
        {comparison.state !== 'idle' && <ComparisonProgress comparison={comparison} />}
        {comparison.sets.length > 0 && <ComparisonResults sets={comparison.sets} />}
      </div>
    </Dialog>
  )
}
