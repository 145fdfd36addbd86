import { useEffect, useRef, useState } from 'react'
import { comparisonPauseSeconds, comparedSets, domainComparison, type ComparedSet } from '@nameplane/contract/dns/domain-comparison'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'

/** How far a comparison is. `total` is null until the first page is there. */
export type Comparison = {
  readonly sets: readonly ComparedSet[]
  readonly total: number | null
  readonly problem: CallProblem | null
  readonly state: 'idle' | 'running' | 'stopped' | 'finished'
}

const idle: Comparison = { sets: [], total: null, problem: null, state: 'idle' }
/** Somewhat longer than the server asks for: two clocks. */
const pauseMs = comparisonPauseSeconds * 1000 + 100
/** Another window of the same account may be at work. */
const mostWaits = 60

/** Compares page after page until the last one, or until it is stopped; closing stops it. */
export function useComparison(domainId: number) {
  const [comparison, setComparison] = useState<Comparison>(idle)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  async function run(servers: readonly string[]): Promise<void> {
    const { signal } = (control.current = new AbortController())
    setComparison({ ...idle, state: 'running' })
    try {
      for (let page = 1, isEnd = false; !isEnd; page += 1) {
        if (page > 1) await pause(signal)
        const { list, total } = await comparePage({ domainId, servers: [...servers], page }, signal)
        isEnd = page * comparedSets >= total
        setComparison(({ sets }) => ({ sets: [...sets, ...list], total, problem: null, state: isEnd ? 'finished' : 'running' }))
      }
    } catch (cause) {
      if (signal.aborted) return setComparison((before) => ({ ...before, state: 'stopped' }))
      if (!(cause instanceof CallProblem)) throw cause
      setComparison((before) => ({ ...before, problem: cause, state: before.total === null ? 'idle' : 'stopped' }))
    }
  }

  return { comparison, run, stop: () => control.current?.abort(), forget: () => setComparison((before) => ({ ...before, problem: null })) }
}

async function comparePage(sent: { domainId: number; servers: string[]; page: number }, signal: AbortSignal) {
  for (let waits = 0; ; waits += 1) {
    try {
      return (await call(domainComparison.compare, sent, { signal })).data
    } catch (cause) {
      if (!(cause instanceof CallProblem) || cause.code !== 'comparison_too_often' || waits === mostWaits) throw cause
      await pause(signal)
    }
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(new Error('stopped'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, pauseMs)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
