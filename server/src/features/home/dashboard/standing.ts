/** So many domains answer within the time of an answer; what is read of more stands for a while, whatever is counted meanwhile. */
const readEachTime = 5_000
/** The platform renews what stands each minute, so nobody who looks waits for it. */
export const standsMs = 120_000

/** Until when figures of so many domains stand. */
export const standsUntil = (domains: number, most = readEachTime): number => (domains > most ? performance.now() + standsMs : 0)

/** Something that is read each time, unless it is of many domains. */
export class Standing<Value> {
  readonly #read: () => Promise<Value>
  readonly #untilOf: (value: Value) => number
  #kept: { value: Value; until: number } | null = null

  constructor(read: () => Promise<Value>, untilOf: (value: Value) => number) {
    this.#read = read
    this.#untilOf = untilOf
  }

  get isThere(): boolean {
    return this.#kept !== null
  }

  async get(): Promise<Value> {
    return this.#kept && performance.now() < this.#kept.until ? this.#kept.value : this.renew()
  }

  async renew(): Promise<Value> {
    const value = await this.#read()
    this.#kept = { value, until: this.#untilOf(value) }
    return value
  }
}
