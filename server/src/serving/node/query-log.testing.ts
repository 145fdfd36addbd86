import type { EngineDriver, LoggedQuery } from './driver.ts'

/** The newest queries of all domains behind a number, oldest first. */
export async function recentQueries(node: Pick<EngineDriver, 'queryLog'>, after: number, limit: number): Promise<readonly LoggedQuery[]> {
  const question = { log: 'all', of: null, limit } as const
  const { run } = await node.queryLog({ ...question, run: '', after: 0 })
  return (await node.queryLog({ ...question, run, after })).queries
}
