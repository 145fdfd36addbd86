import { lookup } from '@nameplane/contract/home/lookup'
import { parseAddress, printAddress } from '@nameplane/dns-text/addresses'
import type { Db } from '../../../db/connection.ts'
import { route, type Route } from '../../../http/call.ts'
import { Problem } from '../../../problem.ts'
import { countryName } from '../../../serving/lines/countries.ts'
import type { SegmentTable } from '../../../serving/lines/segment-table.ts'
import type { LineSegment } from '../../../serving/lines/line-table.ts'

const sampleSize = 5

type NamedLine = { code: string; nameZh: string; nameEn: string; kind: string }

export function lookupRoutes(segments: SegmentTable): Route[] {
  return [
    route(lookup.address, async ({ db, input }) => {
      const { bytes } = parseAddress(input.ip)
      const origin = segments.asOf(bytes)
      const { chain, segment } = segments.match(bytes, bytes.length * 8)
      return {
        data: {
          ip: printAddress(bytes),
          country: origin.country,
          countryZh: origin.country && countryName(origin.country, 'zh'),
          countryEn: origin.country && countryName(origin.country, 'en'),
          asNumber: origin.asNumber,
          asName: origin.asName,
          lines: await namesOf(db, chain),
          segment: segment && { ...printed(segment), source: segment.source },
        },
      }
    }),

    route(lookup.line, async ({ db, input }) => {
      const lineage = await lineageOf(db, input.code)
      const [line, ...parents] = lineage
      if (!line) throw new Problem('line_missing', { fields: { code: 'line_missing' } })
      const ipv4 = segments.extentOf(line.code, 4, sampleSize)
      const ipv6 = segments.extentOf(line.code, 6, sampleSize)
      return {
        data: {
          ...line,
          parents,
          segments: { ipv4: ipv4.count, ipv6: ipv6.count },
          ipv4Addresses: ipv4.addresses,
          sample: { ipv4: ipv4.sample.map(printed), ipv6: ipv6.sample.map(printed) },
        },
      }
    }),
  ]
}

function printed(segment: Pick<LineSegment, 'first' | 'last'>): { first: string; last: string } {
  return { first: printAddress(segment.first), last: printAddress(segment.last) }
}

/** Names in the order of the codes; a code without a row keeps its code as name, so that no line of a chain is hidden. */
async function namesOf(db: Db, codes: readonly string[]): Promise<NamedLine[]> {
  const rows = await db
    .selectFrom('line')
    .select(['code', 'name_zh', 'name_en', 'kind'])
    .where('code', 'in', [...codes])
    .execute()
  return codes.map((code) => {
    const row = rows.find((one) => one.code === code)
    return { code, nameZh: row?.name_zh ?? code, nameEn: row?.name_en ?? code, kind: row?.kind ?? '' }
  })
}

/** The line and its parents, the nearest first; empty when there is no such line. */
async function lineageOf(db: Db, code: string): Promise<NamedLine[]> {
  const rows = await db
    .withRecursive('lineage', (of) =>
      of
        .selectFrom('line')
        .select(['code', 'name_zh', 'name_en', 'kind', 'parent'])
        .where('code', '=', code)
        // Without `all`: a circle, which no rule should let in, ends the walk instead of the server.
        .union(
          of
            .selectFrom('line')
            .innerJoin('lineage', 'lineage.parent', 'line.code')
            .select(['line.code', 'line.name_zh', 'line.name_en', 'line.kind', 'line.parent']),
        ),
    )
    .selectFrom('lineage')
    .selectAll()
    .execute()
  const lineage: NamedLine[] = []
  for (let row = rows.find((one) => one.code === code); row && lineage.length < rows.length; row = rows.find((one) => one.code === row?.parent))
    lineage.push({ code: row.code, nameZh: row.name_zh, nameEn: row.name_en, kind: row.kind })
  return lineage
}
