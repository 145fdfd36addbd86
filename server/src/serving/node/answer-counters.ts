import { typeByCode } from '@nameplane/dns-text/record-types'
import type { AnswerEvent } from '../answer/answer.ts'
import { standardLine } from '../lines/standard-lines.ts'
import { textOfKey } from '../wire/wire-key.ts'
import { TYPE } from '../wire/wire-types.ts'
import type { AnswerCount } from './driver.ts'

const outsideZones = -1
/** Beyond so many different counts between two drains, about 10 MB, domains have only their number of answers counted. */
const mostCounts = 200_000
/** The same for names: beyond so many, about 10 MB, answers are counted without them. */
const mostNames = 100_000
/** Of each domain the largest are given at a drain. */
export const mostNamesOfDomain = 100
const types = 65_536
const rcodes = 32

/** Answers of one domain: by chain, type and code, and by the names of its zone. */
type OfDomain = { readonly counts: Map<number, number>; readonly names: Map<string, number> }
/** What is counted of clients with one chain. */
type Origin = { readonly line: string; readonly country: string | null }

/**
 * Counts answers by zone, and of each by line, country, type, code and name. What is counted apart is bounded by the zones, their names
 * and the lines that there are, the types that we know and a number: strangers choose types, names and networks. All answers together
 * are counted exactly.
 */
export class AnswerCounters {
  #byDomain = new Map<number, OfDomain>()
  /** Answers of domains that came when there was no more room. */
  #beyond = new Map<number, number>()
  #counts = 0
  #names = 0
  #byOrigin: number[] = []
  readonly #byType = new Float64Array(types)
  readonly #byRcode = new Float64Array(rcodes)
  /** By the chain itself: clients with the same lines have the same one. */
  #originNumbers = new Map<readonly string[], number>()
  #origins: Origin[] = []
  readonly #isKnownType = new Uint8Array(types)
  readonly #most: number
  readonly #mostNames: number

  constructor(most = mostCounts, ofNames = mostNames) {
    this.#most = most
    this.#mostNames = ofNames
    for (let type = 1; type < types; type += 1) if (typeByCode(type) !== undefined) this.#isKnownType[type] = 1
    this.#isKnownType[TYPE.ANY] = 1
  }

  add(event: AnswerEvent): void {
    const origin = this.#originNumber(event.chain)
    const type = this.#isKnownType[event.type] === 1 ? event.type : 0
    this.#byOrigin[origin] = (this.#byOrigin[origin] ?? 0) + 1
    this.#byType[type]! += 1
    this.#byRcode[event.rcode]! += 1
    const domain = event.domainId ?? outsideZones
    let ofDomain = this.#byDomain.get(domain)
    if (ofDomain === undefined) this.#byDomain.set(domain, (ofDomain = { counts: new Map(), names: new Map() }))
    const { counts, names } = ofDomain
    const key = (origin * types + type) * rcodes + event.rcode
    const count = counts.get(key)
    if (count !== undefined) counts.set(key, count + 1)
    else if (this.#counts < this.#most) {
      this.#counts += 1
      counts.set(key, 1)
    } else this.#beyond.set(domain, (this.#beyond.get(domain) ?? 0) + 1)
    const { owner } = event
    if (owner === null) return
    const ofName = names.get(owner)
    if (ofName !== undefined) names.set(owner, ofName + 1)
    else if (this.#names < this.#mostNames) {
      this.#names += 1
      names.set(owner, 1)
    }
  }

  /** All counts since the last drain, those of all domains together first; counting begins anew. */
  drain(): AnswerCount[] {
    if (this.#byDomain.size === 0) return []
    const drained = [this.#drainAll()]
    for (const [domain, { counts, names }] of this.#byDomain) {
      const lines = new Map<string, number>()
      const countries = new Map<string, number>()
      const byType = new Map<number, number>()
      const byRcode = new Map<number, number>()
      let answers = this.#beyond.get(domain) ?? 0
      for (const [key, count] of counts) {
        const originAndType = Math.floor(key / rcodes)
        const { line, country } = this.#origins[Math.floor(originAndType / types)]!
        answers += count
        add(lines, line, count)
        if (country !== null) add(countries, country, count)
        add(byType, originAndType % types, count)
        add(byRcode, key % rcodes, count)
      }
      drained.push({
        ...{ domainId: domain === outsideZones ? null : domain, answers, lines: [...lines], types: [...byType], rcodes: [...byRcode] },
        ...{ countries: [...countries], names: namesOf(names) },
      })
    }
    this.#byDomain = new Map()
    this.#beyond = new Map()
    this.#counts = 0
    this.#names = 0
    // Another table of lines has other chains.
    this.#originNumbers = new Map()
    this.#origins = []
    return drained
  }

  #drainAll(): AnswerCount {
    const lines = new Map<string, number>()
    for (const [origin, count] of this.#byOrigin.entries()) if (count > 0) add(lines, this.#origins[origin]!.line, count)
    const counted = (counts: Float64Array): [number, number][] => [...counts.entries()].filter(([, count]) => count > 0)
    const all = { lines: [...lines], types: counted(this.#byType), rcodes: counted(this.#byRcode) }
    this.#byOrigin = []
    this.#byType.fill(0)
    this.#byRcode.fill(0)
    return { domainId: 'all', answers: all.rcodes.reduce((sum, [, count]) => sum + count, 0), ...all }
  }

  #originNumber(chain: readonly string[]): number {
    const known = this.#originNumbers.get(chain)
    if (known !== undefined) return known
    this.#originNumbers.set(chain, this.#origins.length)
    this.#origins.push({ line: chain[0]!, country: chain.find((code) => standardLine(code)?.kind === 'country') ?? null })
    return this.#origins.length - 1
  }
}

/** The largest as text, the zone's own name as `@`. */
function namesOf(names: ReadonlyMap<string, number>): [name: string, answers: number][] {
  const all = [...names]
  const largest = all.length > mostNamesOfDomain ? all.sort(([, a], [, b]) => b - a).slice(0, mostNamesOfDomain) : all
  return largest.map(([key, answers]) => [key === '' ? '@' : textOfKey(key), answers])
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
