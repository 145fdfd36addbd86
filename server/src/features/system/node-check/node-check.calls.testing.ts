import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    /** A node that nothing runs on. */
    nodeId: number
  }
}

let nodes = 0

export async function makeFixtures({ db }: Pick<TestApp, 'db'>): Promise<{ nodeId: number }> {
  nodes += 1
  const node = await db
    .insertInto('node')
    .values({ name: `node ${nodes}`, driver: 'builtin', address: `203.0.113.${nodes % 250}`, port: 53, service_group_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { nodeId: node.id }
}

export const validCalls: ValidCalls = {
  'nodeCheck.key': () => ({}),
  'nodeCheck.renewKey': () => ({}),
  'nodeCheck.report': ({ nodeId }) => ({ reporter: 'sweep', results: [{ nodeId, port: 80, isReachable: false }] }),
}
