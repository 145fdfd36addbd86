import { useEffect, useState } from 'react'

/** How a scan stands: nobody has scanned, somebody has, somebody has whose WeChat is bound to nobody, or it is over. */
export type ScanStanding = 'waiting' | 'scanned' | 'unbound' | 'expired'

const betweenMs = 2000

/** Asks how a scan stands until somebody has scanned or it is over; what fails is asked again. */
export function useScanStanding(ask: (signal: AbortSignal) => Promise<ScanStanding>): ScanStanding {
  const [standing, setStanding] = useState<ScanStanding>('waiting')
  useEffect(() => {
    if (standing !== 'waiting') return
    const abort = new AbortController()
    const askOnce = async (): Promise<void> => {
      const next = await ask(abort.signal).catch(() => 'waiting' as const)
      if (!abort.signal.aborted) setStanding(next)
    }
    const timer = setInterval(() => void askOnce(), betweenMs)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [ask, standing])
  return standing
}
