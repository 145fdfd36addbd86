import { setTimeout as pause } from 'node:timers/promises'

export type SteadyWriter = {
  /** Hosts below the domain with the address that was acknowledged for each; an attempt without an answer is not among them. */
  readonly acknowledged: ReadonlyMap<string, string>
  /** Writes no more and waits for the answers that are due. @throws when a write was refused */
  stop(): Promise<void>
}

const mostOpen = 4

/** Saves new records in a domain that often a second, whoever of the servers answers; where none does, the next one is tried. */
export function writeSteadily(options: { ports: readonly number[]; token: string; domainId: number; prefix: string; perSecond: number }): SteadyWriter {
  const { ports, token, domainId, prefix, perSecond } = options
  const acknowledged = new Map<string, string>()
  const open = new Set<Promise<void>>()
  const refusals: string[] = []
  let written = 0

  async function write(number: number): Promise<void> {
    const host = `${prefix}${number}`
    const value = `198.51.100.${1 + (number % 250)}`
    const answer = await fetch(`http://127.0.0.1:${ports[number % ports.length]!}/api/sys/dns/record/apply`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domainId, changes: [{ op: 'add', record: { host, type: 'A', value, ttl: 60 } }] }),
    })
    const text = await answer.text()
    if (answer.status >= 500) return
    const { code } = JSON.parse(text) as { code: unknown }
    if (code === 1) acknowledged.set(host, value)
    else refusals.push(text)
  }

  const timer = setInterval(() => {
    if (open.size >= mostOpen) return
    written += 1
    // Nobody is there at the moment, or was killed before the answer: not acknowledged.
    const writing: Promise<void> = write(written).catch(() => {})
    open.add(writing)
    void writing.then(() => open.delete(writing))
  }, 1000 / perSecond)
  return {
    acknowledged,
    async stop() {
      clearInterval(timer)
      while (open.size > 0) await pause(5)
      if (refusals.length > 0) throw new Error(refusals.join('\n'))
    },
  }
}
