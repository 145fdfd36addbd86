import { useEffect, useRef, useState } from 'react'
import { log } from '@nameplane/contract/dns/log'
import type { Reply } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../api/call-problem.ts'
import { call } from '../../../api/client.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import { CopyButton } from '../../../screen-parts/copy/copy-button.tsx'
import { PrimaryButton } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { logMessages } from './log.messages.ts'

type Stretch = Reply<typeof log.verify>['data']
/** How far verifying has come: the entries that fit so far, and the last stretch. */
type Progress = { entries: number; stretch: Stretch | null; problem: CallProblem | null; isRunning: boolean }

const idle: Progress = { entries: 0, stretch: null, problem: null, isRunning: false }
const command = 'npm run cli -- audit verify'

/** Follows the audit chain stretch by stretch and says what it finds; closing stops it. */
export function VerifyDrawer({ onClose }: { onClose: () => void }) {
  const text = useText(logMessages)
  const format = useFormat()
  const [progress, setProgress] = useState<Progress>(idle)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function verify() {
    const control = new AbortController()
    stop.current = control
    let entries = 0
    setProgress({ ...idle, isRunning: true })
    try {
      for (let afterId = 0, isEnd = false; !isEnd;) {
        const { data } = await call(log.verify, { afterId }, { signal: control.signal })
        entries += data.entries
        afterId = data.lastId
        isEnd = data.isEnd
        setProgress({ entries, stretch: data, problem: null, isRunning: !isEnd })
      }
    } catch (cause) {
      if (!(cause instanceof CallProblem)) throw cause
      if (!control.signal.aborted) setProgress((before) => ({ ...before, problem: cause, isRunning: false }))
    }
  }

  const { stretch, problem, isRunning, entries } = progress
  return (
    <Drawer title={text.verify.title} closeText={text.close} onClose={onClose}>
      <div className="space-y-4 p-5 text-sm">
        <p className="text-kumo-subtle">{text.verify.about}</p>
        <PrimaryButton disabled={isRunning} onClick={() => void verify()}>
          {stretch ? text.verify.again : text.verify.start}
        </PrimaryButton>
        {isRunning && (
          <div role="status">
            <p className="tabular-nums">{text.verify.running(format.number(entries), format.number(stretch?.totalCount ?? 0))}</p>
            <progress className="mt-1 h-1.5 w-full accent-kumo-brand" max={Math.max(1, stretch?.totalCount ?? 1)} value={entries} />
          </div>
        )}
        {problem && <Failure problem={problem} onRetry={() => void verify()} isSlim />}
        {stretch && !isRunning && <Verdict entries={entries} stretch={stretch} />}
        <div>
          <p className="text-kumo-subtle">{text.verify.offline}</p>
          <p className="mt-1 flex items-center gap-1">
            <code className="font-mono text-xs">{command}</code>
            <CopyButton text={command} label={text.verify.offline} />
          </p>
        </div>
      </div>
    </Drawer>
  )
}

function Verdict({ entries, stretch }: { entries: number; stretch: Stretch }) {
  const text = useText(logMessages)
  const format = useFormat()
  const { broken, anchor, forgedAnchors } = stretch
  return (
    <div role="status" className="space-y-2">
      {broken ? (
        <div className="rounded-md border border-kumo-line bg-kumo-danger-tint px-3 py-2">
          <p className="font-medium text-kumo-danger">{text.verify.broken(format.number(broken.id))}</p>
          <p className="mt-0.5">{text.verify.reasons[broken.reason]}</p>
        </div>
      ) : (
        <p className="rounded-md border border-kumo-line bg-kumo-success-tint px-3 py-2 font-medium">{text.verify.whole(entries)}</p>
      )}
      {forgedAnchors > 0 && <p className="text-kumo-danger">{text.verify.forged(forgedAnchors)}</p>}
      <p className="text-kumo-subtle">{anchor ? text.verify.anchor(format.number(anchor.id), formatExactTime(anchor.time)) : text.verify.noAnchor}</p>
    </div>
  )
}
