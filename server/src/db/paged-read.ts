import { sql, type OrderByDirection, type RawBuilder, type SelectQueryBuilder, type StringReference } from 'kysely'

/** What every list's query says of the page, as `listQuery` of the contract reads it. */
type PageQuery<Column extends string> = { page: number; limit: number; sidx?: Column | undefined; order: OrderByDirection }

/** A column of the query's tables, or a member of its rows. */
type Sortable<DB, TB extends keyof DB, Row> = StringReference<DB, TB> | (keyof Row & string)

/** Columns that a list can be sorted by; one that is a member of the rows by the same name needs no line. */
type SortColumns<DB, TB extends keyof DB, Row, Column extends string> = { [Name in Exclude<Column, keyof Row>]: Sortable<DB, TB, Row> } & {
  [Name in Column & keyof Row]?: Sortable<DB, TB, Row>
}

type PageOrder<DB, TB extends keyof DB, Row, Column extends string> = {
  /** The order where no column is asked for: one column in the order that is asked for, or columns with theirs. */
  otherwise: Sortable<DB, TB, Row> | readonly (readonly [Sortable<DB, TB, Row>, OrderByDirection])[]
  /** What tells rows apart that are alike by that, so that pages never overlap; in the same direction unless it says its own. */
  tieBreak: Sortable<DB, TB, Row> | readonly [Sortable<DB, TB, Row>, OrderByDirection]
  /** Where rows without a value stand: `least` before all values, `last` behind them in both directions; else after the greatest. */
  empty?: 'least' | 'last'
  /** The number of all rows, where it is known or found more cheaply than by the query itself. */
  count?: () => Promise<number>
} & ([Exclude<Column, keyof Row>] extends [never] ? { sort?: SortColumns<DB, TB, Row, Column> } : { sort: SortColumns<DB, TB, Row, Column> })

/**
 * One page of a query and the number of all its rows. An order that the query already has stands before the one asked for.
 * @example pageOf(groups.select(columns), { otherwise: 'weight', tieBreak: 'id' }, query)
 */
export async function pageOf<DB, TB extends keyof DB, Row, Column extends string = never>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  order: PageOrder<NoInfer<DB>, NoInfer<TB>, NoInfer<Row>, NoInfer<Column>>,
  query: PageQuery<Column>,
): Promise<{ list: Row[]; totalCount: number }> {
  const offset = (query.page - 1) * query.limit
  let page = selected
  for (const [column, direction] of columnsOfOrder(order, query))
    page = page.orderBy(sql.ref(column), (by) => {
      const directed = direction === 'asc' ? by.asc() : by.desc()
      if (order.empty === undefined) return directed
      return order.empty === 'least' && direction === 'asc' ? directed.nullsFirst() : directed.nullsLast()
    })
  const list = (await page.limit(query.limit).offset(offset).execute()) as Row[]
  const isLast = list.length < query.limit && (list.length > 0 || offset === 0)
  return { list, totalCount: isLast ? offset + list.length : await (order.count ?? (() => countRows(selected)))() }
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

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
  return ((await counted.executeTakeFirstOrThrow()) as { count: number }).count
}

/** The same as a column of another query. */
export function countOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): RawBuilder<number> {
  return sql<number>`(${query.clearSelect().select(sql<number>`count(*)`.as('count'))})`
}
