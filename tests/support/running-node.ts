import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNode } from '../../server/src/app/node-start.ts'
import { openPool } from '../../server/src/db/connection.ts'
import { BuiltInNode } from '../../server/src/serving/node/built-in-node.ts'
import type { TestApp } from './app.ts'

/** A built-in node and what keeps it, as on a platform, with a folder of its own for its zones. */
export async function startRunningNode(app: TestApp) {
  const zonesFolder = mkdtempSync(join(tmpdir(), 'nameplane-zones-'))
  const pool = openPool({ connectionString: app.connectionString })
  const node = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder })
  const running = await startNode({
    ...{ db: app.db, pool, driver: node, address: '127.0.0.1', port: 0, version: 'test', idFile: null, isDatabaseShared: false, isAddressOwn: true },
    log: () => {},
  })
  await running.loaded
  return {
    node,
    running,
    zonesFolder,
    async stop(): Promise<void> {
      await running.stop()
      await node.stop()
      await pool.end()
      rmSync(zonesFolder, { recursive: true, force: true })
    },
  }
}
