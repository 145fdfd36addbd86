import pg from 'pg'
import { vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }

/** Every statement that goes to the database from here on; `vi.restoreAllMocks` ends it. */
export function watchStatements(): Statement[] {
  const seen: Statement[] = []
  const original = pg.Client.prototype.query as unknown as (...parameters: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters: unknown[]) {
    const [first, second] = parameters as [string | { text?: string; values?: unknown[] }, unknown]
    seen.push({
      text: typeof first === 'string' ? first : (first.text ?? ''),
      values: Array.isArray(second) ? second : (typeof first === 'object' && first.values) || [],
    })
    return original.apply(this, parameters)
  })
  return seen
}

/** A node of a plan, as EXPLAIN answers it. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Presorted Key'?: string[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** How the database runs a statement, after these settings: all nodes of its plan. */
export async function planOf(connectionString: string, { text, values }: Statement, settings: readonly string[], isRun = false): Promise<PlanNode[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const setting of settings) await client.query(`set ${setting}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json${isRun ? ', analyze' : ''}) ${text}`, values)
    const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
  } finally {
    await client.end()
  }
}

/** Rows that a run statement has read from tables and indexes, those that it threw away too. */
export function rowsRead(plan: readonly PlanNode[]): number {
  return plan
    .filter((node) => node['Node Type'].includes('Scan') && !node.Plans?.length)
    .reduce((sum, node) => {
      const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      return sum + each * (node['Actual Loops'] ?? 0)
    }, 0)
}
