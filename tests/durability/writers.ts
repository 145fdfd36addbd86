import { setTimeout as pause } from 'node:timers/promises'
import { Random } from '../../server/src/seed/random.ts'

/** What a writer did to one host of a domain: it wants this set of addresses there from now on. */
type Step = { host: string; addresses: string[] }

/** A host as the writers know it: its last acknowledged set, and what may have followed without an answer. */
export type HostState = { domain: string; host: string; acknowledged: string[]; inDoubt: string[] | null }

export type Writers = {
  readonly hosts: Map<string, HostState>
  readonly newDomains: { acknowledged: Set<string>; inDoubt: Set<string> }
  acknowledgedWrites: number
  /** Resolves when every writer has met the end of the server. */
  readonly done: Promise<void>
  stop(): void
}

type Applied = { code: unknown; data: { version: number; records: { id: number; value: string }[] } }

/**
 * Writers that work at once, each on hosts of its own in shared domains, until the server is gone: they add whole sets of
 * records, replace them, delete them, and add domains. What was acknowledged and what was under way is kept apart.
 */
export function startWriters(options: {
  count: number
  round: number
  url: string
  token: string
  domains: readonly { id: number; name: string }[]
  hosts: Map<string, HostState>
}): Writers {
  const { hosts } = options
  const writers: Writers = {
    hosts,
    newDomains: { acknowledged: new Set(), inDoubt: new Set() },
    acknowledgedWrites: 0,
    done: Promise.resolve(),
    stop: () => void (isStopped = true),
  }
  let isStopped = false

  async function call(path: string, payload: object): Promise<Applied> {
    const answer = await fetch(`${options.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    if (answer.status >= 500) throw new Error(`status ${answer.status}`)
    const body = (await answer.json()) as Applied
    if (body.code !== 1) throw new Refusal(JSON.stringify(body))
    writers.acknowledgedWrites += 1
    return body
  }

  async function work(writer: number): Promise<void> {
    const random = new Random(`writer ${options.round}.${writer}`)
    const ids = new Map<string, number[]>()
    for (let number = 0; !isStopped; number++) {
      if (random.perMille(60)) {
        const name = `added-${options.round}-${writer}-${number}.example`
        writers.newDomains.inDoubt.add(name)
        await call('sys/dns/domain/save', { domain: name })
        writers.newDomains.inDoubt.delete(name)
        writers.newDomains.acknowledged.add(name)
        continue
      }
      const domain = random.pick(options.domains)
      const host = `r${options.round}-w${writer}-${random.below(12)}-${domain.id}`
      const step: Step = {
        host,
        addresses: random.perMille(200) ? [] : Array.from({ length: random.between(2, 6) }, (_, index) => `192.0.2.${1 + ((number * 7 + index) % 250)}`),
      }
      const known = hosts.get(host) ?? { domain: domain.name, host, acknowledged: [], inDoubt: null }
      hosts.set(host, { ...known, inDoubt: step.addresses })
      const changes = [
        ...(ids.get(host) ?? []).map((id) => ({ op: 'delete', id })),
        ...step.addresses.map((value) => ({ op: 'add', record: { host, type: 'A', value, ttl: 60 } })),
      ]
      if (changes.length > 0) {
        const { data } = await call('sys/dns/record/apply', { domainId: domain.id, changes })
        ids.set(
          host,
          data.records.map((record) => record.id),
        )
      }
      hosts.set(host, { ...known, acknowledged: step.addresses, inDoubt: null })
    }
  }

  const each = Array.from({ length: options.count }, (_, writer) =>
    work(writer).catch((problem: unknown) => {
      // A cut connection is what is meant to happen; a refusal is a fault of ours.
      if (problem instanceof Refusal) throw problem
    }),
  )
  return Object.assign(writers, { done: Promise.all(each).then(() => {}) })
}

/** An answer that no writer should get. */
class Refusal extends Error {}

/** Waits for a while that differs from round to round, and at least until the writers have been answered a few times. */
export async function untilBusy(writers: Writers, round: number, atLeast: number): Promise<void> {
  while (writers.acknowledgedWrites < atLeast) await pause(2)
  await pause(new Random(`moment ${round}`).below(150))
}
