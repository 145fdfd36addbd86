import { printTypeName } from '@nameplane/dns-text/record-types'
import type { Db } from '../../db/connection.ts'
import type { SplitName } from '../../db/statistics/split.ts'
import { rcodeName } from './roll-ups.ts'

export type FigureNames = Readonly<Record<Exclude<SplitName, 'name'>, (key: number) => string | undefined>>

/** What the numbers in the figures of a domain stand for; what is gone has no name. */
export async function figureNames(db: Db): Promise<FigureNames> {
  const lines = new Map((await db.selectFrom('query_line').select(['number', 'code']).execute()).map(({ number, code }) => [number, code]))
  const nodes = new Map((await db.selectFrom('node').select(['id', 'name']).execute()).map((node) => [node.id, node.name]))
  return {
    type: (type) => (type === 0 ? 'OTHER' : printTypeName(type)),
    line: (number) => lines.get(number),
    country: (number) => lines.get(number),
    rcode: rcodeName,
    node: (id) => nodes.get(id),
  }
}
