import type { querySource as calls } from '@nameplane/contract/dns/query-source'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { domainWithin, type AccessScope } from '../../../access/access-scope.ts'
import type { Db } from '../../../db/connection.ts'
import { hourOf } from '../../../db/statistics/adding.ts'
import { figuresOfDomain } from '../../../db/statistics/reading.ts'
import { CONTINENTS, COUNTRIES_OF, countryName } from '../../../serving/lines/countries.ts'

export type Sources = Answered<typeof calls.list>['data']
type Two = { answers: number; before: number }

const hourMs = 3_600_000
const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 } as const satisfies Record<Received<typeof calls.list>['period'], number>

/** Where the queries of a domain came from until now; null when there is none within reach. */
export async function readSources(
  db: Db,
  accessScope: AccessScope,
  { id, period }: Received<typeof calls.list>,
  now: Date,
): Promise<(Sources & { domain: string }) | null> {
  const within = await db.selectFrom('domain').select('name').where('id', '=', id).where(domainWithin(accessScope)).executeTakeFirst()
  if (!within) return null
  const until = hourOf(now).getTime() + hourMs
  const spanMs = hoursOf[period] * hourMs
  const start = new Date(until - spanMs)
  const current = await figuresOfDomain(db, id, start, new Date(until))
  const earlier = await figuresOfDomain(db, id, new Date(start.getTime() - spanMs), start)
  const codes = new Map((await db.selectFrom('query_line').select(['number', 'code']).execute()).map(({ number, code }) => [number, code]))
  const byCode = (of: 'country' | 'line'): Map<string, Two> => {
    const sums = new Map<string, Two>()
    for (const [figures, member] of [
      [current, 'answers'],
      [earlier, 'before'],
    ] as const)
      // oxfmt-ignore
      for (const [number, count] of figures.split[of]) {
        const code = codes.get(number)
        if (code === undefined) continue
        const sum = sums.get(code) ?? { answers: 0, before: 0 }
        sum[member] += count
        sums.set(code, sum)
      }
    return sums
  }
  const byCountry = byCode('country')
  const countries = CONTINENTS.flatMap(({ code: continent }) =>
    COUNTRIES_OF[continent].flatMap((code) => {
      const counted = byCountry.get(code)
      return counted ? [{ code, nameZh: countryName(code, 'zh'), nameEn: countryName(code, 'en'), continent, ...counted }] : []
    }),
  ).sort(largestFirst)
  const continents = CONTINENTS.flatMap(({ code, nameZh, nameEn }) => {
    const own = countries.filter(({ continent }) => continent === code)
    return own.length === 0 ? [] : [{ code, nameZh, nameEn, ...sumOf(own) }]
  }).sort(largestFirst)
  const known = sumOf(countries)
  const byLine = byCode('line')
  const isps = (await db.selectFrom('line').select(['code', 'name_zh', 'name_en']).where('kind', '=', 'operator').execute())
    .flatMap(({ code, name_zh: nameZh, name_en: nameEn }) => {
      const counted = byLine.get(code)
      return counted ? [{ code, nameZh, nameEn, ...counted }] : []
    })
    .sort(largestFirst)
  return {
    ...{ domain: within.name, start, answers: current.answers, before: earlier.answers, continents, countries, isps },
    unknown: { answers: current.answers - known.answers, before: earlier.answers - known.before },
  }
}

function sumOf(rows: readonly Two[]): Two {
  return { answers: rows.reduce((sum, row) => sum + row.answers, 0), before: rows.reduce((sum, row) => sum + row.before, 0) }
}

function largestFirst(a: Two & { code: string }, b: Two & { code: string }): number {
  return b.answers - a.answers || b.before - a.before || (a.code < b.code ? -1 : 1)
}
