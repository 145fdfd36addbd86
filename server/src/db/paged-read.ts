import { sql, type Expression, type OrderByDirection, type RawBuilder, type SelectQueryBuilder, type StringReference } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import { Problem } from '../problem.ts'
import type { Db } from './connection.ts'

/** What every list's query says of the page, as `listQuery` of the contract reads it. */
type PageQuery<Column extends string> = { page: number; limit: number; sidx?: Column | undefined; order: OrderByDirection }

/** A column of the query's tables, or a member of its rows. */
type Sortable<DB, TB extends keyof DB, Row> = StringReference<DB, TB> | (keyof Row & string)

/** Columns that a list can be sorted by; one that is a member of the rows by the same name needs no line. */
type SortColumns<DB, TB extends keyof DB, Row, Column extends string> = { [Name in Exclude<Column, keyof Row>]: Sortable<DB, TB, Row> } & {
  [Name in Column & keyof Row]?: Sortable<DB, TB, Row>
}

/** Where rows without a value stand: `least` before all values, `last` behind them in both directions; else after the greatest. */
type EmptyPlace = 'least' | 'last'

type PageOrder<DB, TB extends keyof DB, Row, Column extends string> = {
  /** The order where no column is asked for: one column in the order that is asked for, or columns with theirs. */
  otherwise: Sortable<DB, TB, Row> | readonly (readonly [Sortable<DB, TB, Row>, OrderByDirection])[]
  /** What tells rows apart that are alike by that, so that pages never overlap; in the same direction unless it says its own. */
  tieBreak: Sortable<DB, TB, Row> | readonly [Sortable<DB, TB, Row>, OrderByDirection]
  /** Columns that may be without a value. Only these are named: an index that has the values in order serves no other place. */
  empty?: Partial<Record<Sortable<DB, TB, Row>, EmptyPlace>>
  /** The number of all rows, where it is kept; such a list has no last page that it goes to. */
  count?: number | undefined
} & ([Exclude<Column, keyof Row>] extends [never] ? { sort?: SortColumns<DB, TB, Row, Column> } : { sort: SortColumns<DB, TB, Row, Column> })

/** How many rows there are: all of them, or as many as are counted. */
export type Total = { totalCount: number; isTotalExact?: false | undefined }

/** Pages that begin before this row are read before anything is counted: the first and the last need no count. */
const shallowRows = 1_000

/**
 * One page of a query and the number of all its rows. An order that the query already has stands before the one asked for.
 * A page costs as much as its rows where an index has their order: the way to it is bounded by as many rows as are counted, and half of it
 * is gone from the end. Where rows are wide or joined, find their ids so, and read them with `rowsOf`.
 * @example pageOf(db, groups.select(columns), { otherwise: 'weight', tieBreak: 'id' }, query)
 * @throws Problem `page_too_deep` for a page beyond the rows that are counted
 */
export async function pageOf<DB, TB extends keyof DB, Row, Column extends string = never>(
  db: Db,
  selected: SelectQueryBuilder<DB, TB, Row>,
  order: PageOrder<NoInfer<DB>, NoInfer<TB>, NoInfer<Row>, NoInfer<Column>>,
  query: PageQuery<Column>,
): Promise<{ list: Row[] } & Total> {
  const columns = columnsOfOrder(order, query)
  const empty: Readonly<Record<string, EmptyPlace | undefined>> = { ...order.empty }
  const offset = (query.page - 1) * query.limit
  const counted = async (): Promise<Total> => (order.count === undefined ? countRows(db, selected) : { totalCount: order.count })
  const read = async (from: number, limit: number, isBackwards: boolean): Promise<Row[]> => {
    let page = selected
    for (const [column, direction] of columns)
      page = page.orderBy(sql.ref(column), (by) => {
        const place = empty[column]
        const directed = (direction === 'asc') === isBackwards ? by.desc() : by.asc()
        if (place === undefined) return directed
        return (place === 'least' && direction === 'asc') === isBackwards ? directed.nullsLast() : directed.nullsFirst()
      })
    const rows = (await page.limit(limit).offset(from).execute()) as Row[]
    return isBackwards ? rows.reverse() : rows
  }
  if (offset < shallowRows) {
    const list = await read(offset, query.limit, false)
    const isLast = list.length < query.limit && (list.length > 0 || offset === 0)
    return { list, ...(isLast ? { totalCount: offset + list.length } : await counted()) }
  }
  const total = await counted()
  const place = placeOf(offset, query.limit, total, selected.toOperationNode().orderBy === undefined)
  return { list: place === null ? [] : await read(place.offset, place.limit, place.isBackwards), ...total }
}

/**
 * Where a page is read: a page behind the middle from the other end, where the order can be turned; null where it lies behind the last row.
 * @throws Problem `page_too_deep`
 */
export function placeOf(
  offset: number,
  limit: number,
  { totalCount, isTotalExact }: Total,
  isTurnable: boolean,
): { offset: number; limit: number; isBackwards: boolean } | null {
  if (offset >= totalCount) {
    if (isTotalExact !== false) return null
    throw new Problem('invalid_input', { fields: { page: 'page_too_deep' }, params: { page: { maximum: limits.countedRows } } })
  }
  if (!isTurnable || isTotalExact === false || offset <= totalCount / 2) return { offset, limit, isBackwards: false }
  const rows = Math.min(limit, totalCount - offset)
  return { offset: totalCount - offset - rows, limit: rows, isBackwards: true }
}

function columnsOfOrder(
  order: { sort?: object; otherwise: unknown; tieBreak: unknown },
  { sidx, order: asked }: { sidx?: string | undefined; order: OrderByDirection },
): [string, OrderByDirection][] {
  const sort: Readonly<Record<string, string | undefined>> = { ...order.sort }
  const otherwise = order.otherwise as string | readonly [string, OrderByDirection][]
  const tieBreak = order.tieBreak as string | [string, OrderByDirection]
  const columns: [string, OrderByDirection][] =
    sidx !== undefined ? [[sort[sidx] ?? sidx, asked]] : typeof otherwise === 'string' ? [[otherwise, asked]] : [...otherwise]
  const last: [string, OrderByDirection] = typeof tieBreak === 'string' ? [tieBreak, columns.at(-1)![1]] : tieBreak
  return columns.some(([column]) => column === last[0]) ? columns : [...columns, last]
}

/** Rows in the order of the page on which they were found; what is gone meanwhile is left out. */
export function rowsOf<Row extends { id: number }>(page: readonly { id: number }[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ id }) => byId.get(id) ?? [])
}

/** How many rows a query finds, up to as many as lists count: a million takes longer to count than a page to read. */
async function countRows<DB, TB extends keyof DB, Row>(db: Db, query: SelectQueryBuilder<DB, TB, Row>): Promise<Total> {
  return countFound(
    db,
    query
      .clearSelect()
      .clearOrderBy()
      .select(sql<number>`1`.as('one')),
  )
}

/** The same of any statement that finds rows. */
export async function countFound(db: Db, rows: Expression<unknown>): Promise<Total> {
  const { rows: counted } = await sql<{
    count: number
  }>`select count(*) as count from (select from (${rows}) as found limit ${limits.countedRows + 1}) as counted`.execute(db)
  const { count } = counted[0]!
  return count > limits.countedRows ? { totalCount: limits.countedRows, isTotalExact: false } : { totalCount: count }
}

/** The number of rows of a query as a column of another one. */
export function countOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): RawBuilder<number> {
  return sql<number>`(${query.clearSelect().select(sql<number>`count(*)`.as('count'))})`
}
