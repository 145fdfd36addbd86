import { onChange } from './change.ts'

/** Work that is looked for until it is stopped. */
export type KeptWork = { stop(): Promise<void> }

type Work = {
  /** What a failure is logged as. */
  readonly name: string
  /** Does all that is due. */
  readonly work: (signal: AbortSignal) => Promise<void>
  /** Whether a change of this process may have left something to do. */
  readonly isWokenBy: (action: string) => boolean
  readonly log: (line: Record<string, unknown>) => void
}

const lookEveryMs = 1_000

/** Does work of rows in this process: right after a change of this process left some, and within a second where another one did. */
export function keepWorking({ name, work, isWokenBy, log }: Work): KeptWork {
  const ending = new AbortController()
  let isWoken = false
  let wakeLoop = (): void => undefined
  const stopHearing = onChange((action) => {
    if (!isWokenBy(action)) return
    isWoken = true
    wakeLoop()
  })
  let lastComplaint = ''
  const loop = (async () => {
    while (!ending.signal.aborted) {
      isWoken = false
      await work(ending.signal).then(
        () => void (lastComplaint = ''),
        (error: unknown) => {
          // A database that is away is said once, not every second.
          if (String(error) !== lastComplaint) log({ level: 'error', event: name, error: String(error) })
          lastComplaint = String(error)
        },
      )
      if (isWoken || ending.signal.aborted) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs)
        wakeLoop = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    async stop() {
      stopHearing()
      ending.abort()
      wakeLoop()
      await loop
    },
  }
}
