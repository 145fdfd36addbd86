import { typeByCode } from '@nameplane/dns-text/record-types'
import type { AnswerEvent } from '../answer/answer.ts'
import type { AnswerCount } from './driver.ts'
import { DEFAULT_LINE } from '../lines/line-table.ts'
import { TYPE } from '../wire/wire-types.ts'

const outsideZones = -1
/** Beyond so many different counts between two drains, only the code is still told apart. */
const maxCounts = 500_000

/** Counts answers by zone, line, type and code. What is counted apart is bounded: strangers choose types and names. */
export class AnswerCounters {
  #byDomain = new Map<number, Map<number, number>>()
  #counts = 0
  readonly #uncounted = new Float64Array(32)
  readonly #lineNumbers = new Map<string, number>()
  readonly #lines: string[] = []
  readonly #isKnownType = new Uint8Array(65_536)

  constructor() {
    for (let type = 1; type < 65_536; type += 1) if (typeByCode(type) !== undefined) this.#isKnownType[type] = 1
    this.#isKnownType[TYPE.ANY] = 1
  }

  add(event: AnswerEvent): void {
    const domain = event.domainId ?? outsideZones
    let counts = this.#byDomain.get(domain)
    if (counts === undefined) this.#byDomain.set(domain, (counts = new Map()))
    const type = this.#isKnownType[event.type] === 1 ? event.type : 0
    const key = (this.#lineNumber(event.line) * 65_536 + type) * 32 + event.rcode
    const count = counts.get(key)
    if (count === undefined) {
      if (this.#counts >= maxCounts) {
        this.#uncounted[event.rcode] = (this.#uncounted[event.rcode] as number) + 1
        return
      }
      this.#counts += 1
      counts.set(key, 1)
    } else counts.set(key, count + 1)
  }

  /** All counts since the last drain, in no order; counting begins anew. */
  drain(): AnswerCount[] {
    const drained: AnswerCount[] = []
    for (const [domain, counts] of this.#byDomain) {
      for (const [key, count] of counts) {
        const lineAndType = Math.floor(key / 32)
        drained.push({
          domainId: domain === outsideZones ? null : domain,
          line: this.#lines[Math.floor(lineAndType / 65_536)] as string,
          type: lineAndType % 65_536,
          rcode: key % 32,
          count,
        })
      }
    }
    for (let rcode = 0; rcode < this.#uncounted.length; rcode += 1) {
      const count = this.#uncounted[rcode] as number
      if (count > 0) drained.push({ domainId: null, line: DEFAULT_LINE, type: 0, rcode, count })
    }
    this.#uncounted.fill(0)
    this.#byDomain = new Map()
    this.#counts = 0
    return drained
  }

  #lineNumber(line: string): number {
    const known = this.#lineNumbers.get(line)
    if (known !== undefined) return known
    this.#lineNumbers.set(line, this.#lines.length)
    this.#lines.push(line)
    return this.#lines.length - 1
  }
}
