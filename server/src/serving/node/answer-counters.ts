import { typeByCode } from '@nameplane/dns-text/record-types'
import type { AnswerEvent } from '../answer/answer.ts'
import type { AnswerCount } from './driver.ts'
import { TYPE } from '../wire/wire-types.ts'

const outsideZones = -1
/** Beyond so many different counts between two drains, about 10 MB, domains have only their number of answers counted. */
const mostCounts = 200_000
const types = 65_536
const rcodes = 32

/**
 * Counts answers by zone, and of each by line, type and code. What is counted apart is bounded by the zones and lines that there are,
 * the types that we know and a number: strangers choose types, names and networks. All answers together are counted exactly.
 */
export class AnswerCounters {
  #byDomain = new Map<number, Map<number, number>>()
  /** Answers of domains that came when there was no more room. */
  #beyond = new Map<number, number>()
  #counts = 0
  #byLine: number[] = []
  readonly #byType = new Float64Array(types)
  readonly #byRcode = new Float64Array(rcodes)
  readonly #lineNumbers = new Map<string, number>()
  readonly #lines: string[] = []
  readonly #isKnownType = new Uint8Array(types)
  readonly #most: number

  constructor(most = mostCounts) {
    this.#most = most
    for (let type = 1; type < types; type += 1) if (typeByCode(type) !== undefined) this.#isKnownType[type] = 1
    this.#isKnownType[TYPE.ANY] = 1
  }

  add(event: AnswerEvent): void {
    const line = this.#lineNumber(event.line)
    const type = this.#isKnownType[event.type] === 1 ? event.type : 0
    this.#byLine[line] = (this.#byLine[line] ?? 0) + 1
    this.#byType[type]! += 1
    this.#byRcode[event.rcode]! += 1
    const domain = event.domainId ?? outsideZones
    let counts = this.#byDomain.get(domain)
    if (counts === undefined) this.#byDomain.set(domain, (counts = new Map()))
    const key = (line * types + type) * rcodes + event.rcode
    const count = counts.get(key)
    if (count !== undefined) counts.set(key, count + 1)
    else if (this.#counts < this.#most) {
      this.#counts += 1
      counts.set(key, 1)
    } else this.#beyond.set(domain, (this.#beyond.get(domain) ?? 0) + 1)
  }

  /** All counts since the last drain, those of all domains together first; counting begins anew. */
  drain(): AnswerCount[] {
    if (this.#byDomain.size === 0) return []
    const drained = [this.#drainAll()]
    for (const [domain, counts] of this.#byDomain) {
      const lines = new Map<string, number>()
      const byType = new Map<number, number>()
      const byRcode = new Map<number, number>()
      let answers = this.#beyond.get(domain) ?? 0
      for (const [key, count] of counts) {
        const lineAndType = Math.floor(key / rcodes)
        answers += count
        add(lines, this.#lines[Math.floor(lineAndType / types)]!, count)
        add(byType, lineAndType % types, count)
        add(byRcode, key % rcodes, count)
      }
      drained.push({ domainId: domain === outsideZones ? null : domain, answers, lines: [...lines], types: [...byType], rcodes: [...byRcode] })
    }
    this.#byDomain = new Map()
    this.#beyond = new Map()
    this.#counts = 0
    return drained
  }

  #drainAll(): AnswerCount {
    const lines = this.#byLine.flatMap((count, line): [string, number][] => (count > 0 ? [[this.#lines[line]!, count]] : []))
    const counted = (counts: Float64Array): [number, number][] => [...counts.entries()].filter(([, count]) => count > 0)
    const all = { lines, types: counted(this.#byType), rcodes: counted(this.#byRcode) }
    this.#byLine = []
    this.#byType.fill(0)
    this.#byRcode.fill(0)
    return { domainId: 'all', answers: all.rcodes.reduce((sum, [, count]) => sum + count, 0), ...all }
  }

  #lineNumber(line: string): number {
    const known = this.#lineNumbers.get(line)
    if (known !== undefined) return known
    this.#lineNumbers.set(line, this.#lines.length)
    this.#lines.push(line)
    return this.#lines.length - 1
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
