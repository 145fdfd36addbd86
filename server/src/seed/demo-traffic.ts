import { Random } from './random.ts'

/*
 * Queries that the demo world makes up: how many a domain has in an hour, and what they were told apart by. The same hour of the same
 * domain always has the same.
 */

export type Weighed<Key> = readonly (readonly [key: Key, weight: number])[]

/** A domain that is queried, or names outside every zone (0). */
export type AskedDomain = {
  readonly id: number
  readonly name: string
  /** Queries a minute in the busiest hour. */
  readonly perMinute: number
  readonly clients: keyof typeof origins
  /** What weekends have of a working day. */
  readonly weekend: number
  readonly names: Weighed<string>
  readonly types: Weighed<number>
  /** Not asked any more since then. */
  readonly until: Date | null
}

/** A node that answers; `until`: the one that was taken out of use. */
export type AnsweringNode = { readonly id: number; readonly weight: number; readonly until: Date | null }

/** One domain in one hour; each map has the sum of the minutes, but that of countries and names, where some are unknown. */
export type AskedHour = {
  readonly answers: number
  readonly minutes: readonly number[]
  readonly node: Map<number, number>
  readonly line: Map<string, number>
  readonly type: Map<number, number>
  readonly rcode: Map<number, number>
  readonly country: Map<string, number>
  readonly name: Map<string, number>
}

type Origin = readonly [line: string, country: string | null]
const from = (line: string, country: string | null, weight: number): readonly [Origin, number] => [[line, country], weight]
const abroad = (country: string, weight: number): readonly [Origin, number] => from(country, country, weight)

/** Which lines clients are in, and in which country. */
const origins = {
  mainland: [
    ...[from('telecom', 'cn', 340), from('mobile', 'cn', 280), from('unicom', 'cn', 240), from('cernet', 'cn', 30), from('domestic', 'cn', 40)],
    ...[abroad('hk', 20), abroad('sg', 14), abroad('us', 14), abroad('jp', 12), from('default', null, 10)],
  ],
  world: [
    ...[abroad('us', 290), abroad('de', 120), abroad('jp', 90), abroad('gb', 80), abroad('sg', 70), abroad('in', 60), abroad('fr', 50), abroad('br', 50)],
    ...[abroad('au', 30), from('telecom', 'cn', 50), from('mobile', 'cn', 40), from('unicom', 'cn', 40), from('default', null, 30)],
  ],
} as const satisfies Record<string, Weighed<Origin>>

/** Hundredths of the busiest hour, from midnight, where most clients live. */
const rhythm = {
  mainland: [42, 28, 20, 16, 15, 17, 26, 44, 66, 82, 88, 86, 78, 80, 84, 86, 84, 80, 82, 90, 98, 100, 88, 64],
  world: [70, 66, 63, 62, 64, 68, 74, 80, 85, 88, 90, 92, 94, 97, 100, 99, 97, 94, 92, 90, 87, 83, 79, 74],
} as const
const hoursAhead = { mainland: 8, world: 0 } as const

const hourMs = 3_600_000
const noSuchName = 3
const refused = 5

/** What a domain was asked for in an hour, or in its first minutes; null when nothing. */
export function askedIn(domain: AskedDomain, nodes: readonly AnsweringNode[], hour: Date, minutesGone = 60): AskedHour | null {
  const isOver = (until: Date | null): boolean => until !== null && until <= hour
  if (isOver(domain.until)) return null
  const random = new Random(`queries of ${domain.name} at ${hour.toISOString()}`)
  const local = new Date(hour.getTime() + hoursAhead[domain.clients] * hourMs)
  const day = local.getUTCDay() === 0 || local.getUTCDay() === 6 ? domain.weekend : 1
  const [begins, ends] = [local.getUTCHours(), (local.getUTCHours() + 1) % 24].map((at) => (domain.perMinute * day * rhythm[domain.clients][at]!) / 100) as [
    number,
    number,
  ]
  const minutes = Array.from({ length: minutesGone }, (_, minute) => {
    const rate = begins + ((ends - begins) * minute) / 60
    // Fractions by chance, so that what is asked once in some minutes is.
    return Math.floor(rate * (0.85 + random.below(301) / 1000) + random.below(1000) / 1000)
  })
  const answers = minutes.reduce((sum, count) => sum + count, 0)
  if (answers === 0) return null
  const parted = <Key>(total: number, weighed: Weighed<Key>): Map<Key, number> => {
    const shares = apportioned(
      total,
      weighed.map(([, weight]) => weight * random.between(85, 115)),
    )
    return new Map(weighed.flatMap(([key], index) => (shares[index]! > 0 ? [[key, shares[index]!] as const] : [])))
  }
  const line = new Map<string, number>()
  const country = new Map<string, number>()
  for (const [[code, land], count] of parted<Origin>(answers, origins[domain.clients])) {
    line.set(code, count)
    if (land !== null) country.set(land, (country.get(land) ?? 0) + count)
  }
  const rcode = domain.id === 0 ? new Map([[refused, answers]]) : parted(answers, [[0, 965], [noSuchName, 35]]) // oxfmt-ignore
  const answering = nodes.filter((node) => !isOver(node.until)).map(({ id, weight }) => [id, weight] as const)
  return {
    ...{ answers, minutes, line, country, rcode, node: parted(answers, answering), type: parted(answers, domain.types) },
    name: parted(rcode.get(0) ?? 0, domain.names),
  }
}

/** Whole shares of a total by weight: their sum is the total. */
export function apportioned(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (total * weight) / all)
  const shares = exact.map(Math.floor)
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  const byRest = exact.map((share, index) => [share - shares[index]!, index] as const).sort(([a, indexA], [b, indexB]) => b - a || indexA - indexB)
  for (const [, index] of byRest.slice(0, left)) shares[index]! += 1
  return shares
}

/** Counts by key over the minutes of an hour: each key has its count, and each minute its own. */
export function overMinutes<Key>(counts: ReadonlyMap<Key, number>, minutes: readonly number[]): Map<Key, [minute: number, answers: number][]> {
  const left = [...counts.values()]
  const spread = new Map([...counts.keys()].map((key): [Key, [number, number][]] => [key, []]))
  for (const [minute, count] of minutes.entries()) {
    const shares = apportioned(count, left)
    for (const [index, minutesOfKey] of [...spread.values()].entries()) {
      left[index]! -= shares[index]!
      if (shares[index]! > 0) minutesOfKey.push([minute, shares[index]!])
    }
  }
  return spread
}
