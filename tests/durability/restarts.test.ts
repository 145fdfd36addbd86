import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Reply } from '@nameplane/contract/endpoint'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { useDataFolder } from '../support/data-folder.ts'
import { freePorts } from '../support/free-port.ts'
import { childrenOf, processesNaming, startServer, type ServerProcess } from '../support/server-process.ts'
import { step } from '../support/step.ts'

const token = 'r'.repeat(40)
const { folder, started } = useDataFolder('restarts')
let ports: { port: number; dnsPort: number }

beforeAll(async () => {
  ports = await freePorts()
})

/** A fault of the program itself, in whichever process gets the signal. */
const faulty = `process.on('SIGWINCH', () => { throw new RangeError('out of reach\\nand more') })`

/** What `npm start` runs. */
function start(): ServerProcess {
  const starter = startServer(
    {
      ...{ NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(ports.port), NAMEPLANE_DNS_PORT: String(ports.dnsPort), NAMEPLANE_ADMIN_TOKEN: token },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faulty)}`,
    },
    'pipe',
    'tools/start.mjs',
  )
  started.push(starter)
  return starter
}

/** What the dashboard shows of this, once it is that; until then the platform may be away. */
async function shown<Shown>(pick: (figures: Reply<typeof dashboard.chart>['data']) => Shown, expected: Shown): Promise<void> {
  const read = async (): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${ports.port}/api/${dashboard.chart.path}`, { headers: { authorization: `Bearer ${token}` } }).catch(
      () => null,
    )
    const reply = (await answer?.json()) as Reply<typeof dashboard.chart> | { data?: undefined } | undefined
    return reply?.data ? pick(reply.data) : reply
  }
  await expect.poll(read, { timeout: 60_000 }).toEqual(expected)
}

const platformOf = async (starter: ServerProcess): Promise<number> => (await childrenOf(starter.pid))[0]!
const numberIn = (...path: string[]): number => Number(readFileSync(join(folder, ...path), 'utf8').split('\n')[0])

test('the dashboard shows what had to be started again, how often and why', { timeout: 300_000 }, async () => {
  let starter = start()
  await starter.ready()
  const processes = (expected: Record<string, [restarts: number, cause: string]>): Promise<void> =>
    shown((figures) => Object.fromEntries(figures.processes.map((one) => [one.process, [one.restarts, one.restartCause]])), expected)
  await step('nothing, at first', () => processes({}))

  await step('the node, which ended by a fault of its own', async () => {
    process.kill(numberIn('nodes', `127.0.0.1_${ports.dnsPort}`, 'pid'), 'SIGWINCH')
    await shown((figures) => figures.nodes.map(({ restarts, restartCause }) => [restarts, restartCause]), [[1, 'RangeError: out of reach']])
  })

  await step('the database server, which was killed', async () => {
    process.kill(numberIn('database', 'cluster', 'postmaster.pid'), 'SIGKILL')
    await processes({ database: [1, 'SIGKILL'] })
  })

  await step('the platform, which was killed', async () => {
    process.kill(await platformOf(starter), 'SIGKILL')
    await processes({ database: [1, 'SIGKILL'], platform: [1, 'SIGKILL'] })
  })

  await step('the platform, which ended by a fault of its own, told whole in the log', async () => {
    process.kill(await platformOf(starter), 'SIGWINCH')
    await processes({ database: [1, 'SIGKILL'], platform: [2, 'RangeError: out of reach'] })
    expect(starter.errors()).toMatch(/"error":"RangeError: out of reach\\nand more\\n +at /)
  })

  await step('the same after a stop and a start, which are no restart', async () => {
    starter.signal('SIGTERM')
    expect(await starter.ended).toBe(0)
    expect(await processesNaming(folder)).toEqual([])
    starter = start()
    await starter.ready()
    await processes({ database: [1, 'SIGKILL'], platform: [2, 'RangeError: out of reach'] })
  })

  await step('a stop before the platform is started again, which ends the node that it left', async () => {
    process.kill(await platformOf(starter), 'SIGKILL')
    await expect.poll(starter.errors).toContain('starting again in')
    starter.signal('SIGTERM')
    expect(await starter.ended).toBe(128 + constants.signals.SIGTERM)
    expect(await processesNaming(folder)).toEqual([])
  })
})
