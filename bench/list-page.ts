import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/src/app/app.ts'
import { openPlatformDatabase, type PlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { listDomains } from '../server/src/features/dns/domain/domain.store.ts'
import { openSegmentTable } from '../server/src/serving/lines/segment-table.ts'
import { largePlan } from '../server/src/seed/large-domains.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { inTurns, quantile, type Comparison } from './comparison.ts'

const token = 'b'.repeat(40)
const rounds = 5
const connections = 32
const requestsOfRound = 192

type Query = Parameters<typeof listDomains>[2]

const pages: { name: string; query: Query; path: string }[] = [
  { name: 'first page', query: { page: 1, limit: 20, order: 'desc', recycled: false }, path: '' },
  { name: 'page 1,000 by name', query: { page: 1000, limit: 20, order: 'asc', sidx: 'domain', recycled: false }, path: '&page=1000&order=asc&sidx=domain' },
  { name: 'search "harbor"', query: { page: 1, limit: 20, order: 'desc', recycled: false, search: 'harbor' }, path: '&search=harbor' },
]

/** The list of 50,000 domains through the whole API beside a bare server that runs the same SQL on the same pool. Takes about a minute. */
export async function listPage(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-list-'))
  const environment = readEnvironment({ NAMEPLANE_DATA: folder, NAMEPLANE_ADMIN_TOKEN: token })
  try {
    return await openPlatformDatabase(environment, async (platform) => {
      // Ten records a domain, not forty: the list does not read them.
      await seedWorld(platform, 'large', { isConfirmed: true, progress, largePlan: { ...largePlan, records: 500_000 } })
      return measured(platform)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured({ db, pool, environment }: PlatformDatabase): Promise<Comparison[]> {
  const segments = openSegmentTable(join(environment.dataFolder, 'lines.segments'))
  const home = {
    version: '0',
    startedAt: new Date(),
    databaseKind: 'embedded' as const,
    hasBuiltInNode: false,
    dataFolder: environment.dataFolder,
    installFolder: '',
    changelog: [],
    segments,
    restarts: () => [],
    now: () => new Date(),
  }
  const app = await createApp({ db, pool, mode: '', serving: { lines: segments, node: () => null }, home })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const bare = createServer((request, response) => {
    const page = pages.find(({ path }) => request.url === `/?x=1${path}`)!
    listDomains(db, 'all', page.query).then(
      (data) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 1, data })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((settle) => bare.listen(0, '127.0.0.1', settle))
  const ourPort = (app.server.address() as AddressInfo).port
  const barePort = (bare.address() as AddressInfo).port
  try {
    const comparisons: Comparison[] = []
    for (const { name, path } of pages) {
      const side = (port: number, target: string) => async () => quantile(await requests(port, target), 0.95)
      const ours = side(ourPort, `/api/sys/dns/domain/list?limit=20${path}`)
      const peer = side(barePort, `/?x=1${path}`)
      await ours()
      await peer()
      comparisons.push(
        await inTurns(`domain list of 50,000, ${name}, p95 of ${connections} connections`, 'ms', rounds, { ours, peer, peerName: 'the same SQL, bare' }),
      )
    }
    return comparisons
  } finally {
    await app.close()
    await new Promise((settle) => bare.close(settle))
  }
}

/** The times of many requests over some connections that are kept open, in milliseconds. */
async function requests(port: number, path: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let left = requestsOfRound
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const start = performance.now()
        await new Promise<void>((settle, fail) => {
          get({ host: '127.0.0.1', port, path, agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
            let text = ''
            response
              .setEncoding('utf8')
              .on('data', (piece: string) => (text += piece))
              .on('end', () => (text.startsWith('{"code":1') ? settle() : fail(new Error(text.slice(0, 200)))))
          }).on('error', fail)
        })
        times.push(performance.now() - start)
      }
    }),
  )
  agent.destroy()
  return times
}
