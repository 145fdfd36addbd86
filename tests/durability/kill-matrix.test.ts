import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { useDataFolder } from '../support/data-folder.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { isFullProof, proofLength } from '../support/proof-length.ts'
import { freePorts } from '../support/free-port.ts'
import { childrenOf, processesNaming, startServer, type ServerProcess } from '../support/server-process.ts'
import { askSteadily, type SteadyAsker } from '../support/steady-asker.ts'
import { writeSteadily, type SteadyWriter } from '../support/steady-writer.ts'
import { step as plainStep } from '../support/step.ts'

/*
 * Two platforms on one data folder, so two nodes, as the two name servers of a domain. Whatever is killed among queries and writes, each
 * node that lives answers each query with the right address, all comes back, and no acknowledged write is lost.
 */

const rounds = proofLength({ full: 10, part: 1 })
const queriesPerSecond = 2_000
/** Beside other tests the machine may drop packets; then a query is sent again, as a resolver does. */
const triesOfQuery = isFullProof ? 1 : 3
const writesPerSecond = 20
const token = 'm'.repeat(40)
const name = 'www.matrix.example'
const address = '192.0.2.1'
/** From the start of everything to the first answer, beyond what a node by itself takes for its zones. */
const longestBeyondLoadMs = 2_000
/** What has not come back by then does not come back. */
const longestStepMs = 300_000
/** And neither is what has been saved served once others wait for it so long. */
const longestAnswerMs = 120_000

type Ports = { port: number; dnsPort: number }

const { folder, started } = useDataFolder('matrix')
let first: Ports
let second: Ports

beforeAll(async () => {
  first = await freePorts()
  second = await freePorts()
})

/** What npm start runs: it keeps the platform up. */
function start({ port, dnsPort }: Ports): ServerProcess {
  const own = { NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token }
  const server = startServer(own, 'pipe', 'tools/start.mjs')
  started.push(server)
  return server
}

function startNodeAlone({ dnsPort }: Ports): ServerProcess {
  const server = startServer({ NAMEPLANE_DATA: folder, NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ROLE: 'node' })
  started.push(server)
  return server
}

async function call(path: string, input: object): Promise<{ id: number }> {
  const answer = await fetch(`http://127.0.0.1:${first.port}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const reply = (await answer.json()) as { code: number; data: { id: number } }
  expect(reply).toMatchObject({ code: 1 })
  return reply.data
}

const nodePid = ({ dnsPort }: Ports): number => Number(readFileSync(join(folder, 'nodes', `127.0.0.1_${dnsPort}`, 'pid'), 'utf8'))
const postmasterPid = (): number => Number(readFileSync(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
const kill = (pid: number): void => void process.kill(pid, 'SIGKILL')

async function moreThan({ acknowledged }: SteadyWriter, count: number): Promise<void> {
  while (acknowledged.size < count) await pause(5)
}

/** What is not served at all is named, instead of that time ran out. */
async function untilAnswered({ dnsPort }: Ports, host: string, value: string): Promise<void> {
  const since = performance.now()
  for (;;) {
    const found = await valuesOf(dnsPort, host, 'A').then(
      (values) => values.join(),
      (cause: unknown) => String(cause),
    )
    if (found === value) return
    if (performance.now() - since > longestAnswerMs) throw new Error(`${host} on port ${dnsPort}: ${found || 'nothing'} instead of ${value}`)
    await pause(5)
  }
}

/** Milliseconds until the first answer. It is the right one: a node that does not know its zones yet keeps silent. */
async function firstAnswerMs({ dnsPort }: Ports): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answer = await ask(dnsPort, name, 'A', undefined, 100).catch(() => null)
    if (answer === null) continue
    expect([answer.rcode, answer.answers.map(({ value }) => value)]).toEqual([0, [address]])
    return performance.now() - since
  }
}

const step = (name: string, work: () => Promise<void>): Promise<void> => plainStep(name, work, longestStepMs)

test('what is killed among queries and writes comes back, and nothing is lost or wrong', { timeout: 1_800_000 }, async () => {
  let keeper = start(first)
  await keeper.ready()
  let other = start(second)
  await other.ready()
  const { id: domainId } = await call('sys/dns/domain/save', { domain: 'matrix.example' })
  await call('sys/dns/record/apply', { domainId, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: address, ttl: 600 } }] })
  for (const ports of [first, second]) await untilAnswered(ports, name, address)

  const written = new Map<string, string>()
  const asking = (ports: Ports): SteadyAsker => askSteadily(ports.dnsPort, name, address, queriesPerSecond / 2, triesOfQuery)
  /** Queries to these nodes and writes to whoever takes them, while something happens. */
  const among = async (asked: readonly Ports[], prefix: string, happens: (writer: SteadyWriter) => Promise<void>): Promise<void> => {
    const nodes = asked.map(nodePid)
    const askers = asked.map(asking)
    const writer = writeSteadily({ ports: [first.port, second.port], token, domainId, prefix, perSecond: writesPerSecond })
    await plainStep('writes are acknowledged', () => moreThan(writer, 5), longestStepMs / 3)
    await plainStep('it happens', () => happens(writer), longestStepMs / 2)
    const before = writer.acknowledged.size
    await plainStep('writes are acknowledged again', () => moreThan(writer, before + 5), longestStepMs / 3)
    await plainStep('writes come to their end', () => writer.stop(), longestStepMs / 3)
    expect(asked.map(nodePid)).toEqual(nodes)
    for (const asker of askers) {
      const { asked: queries, ...heard } = await asker.stop()
      expect(heard).toEqual({ lost: 0, wrong: [] })
      expect(queries).toBeGreaterThan(50)
    }
    for (const [host, value] of writer.acknowledged) written.set(host, value)
  }
  const nothingIsLost = async (): Promise<void> => {
    for (const ports of [first, second]) for (const [host, value] of written) await untilAnswered(ports, `${host}.matrix.example`, value)
  }

  for (let round = 0; round < rounds; round += 1) {
    await step('a control plane', () =>
      among([first, second], `control${round}-`, async () => {
        const [platform = 0] = await childrenOf(keeper.pid)
        kill(platform)
        while ((await childrenOf(keeper.pid)).every((pid) => pid === platform)) await pause(5)
        await keeper.ready()
      }),
    )
    await step('the database', () =>
      among([first, second], `database${round}-`, async () => {
        const before = postmasterPid()
        kill(before)
        await pause(50)
        await Promise.all([keeper.ready(), other.ready()])
        expect(postmasterPid()).not.toBe(before)
      }),
    )
    await step('who keeps the platform up, which somebody starts again', () =>
      among([first, second], `keeper${round}-`, async () => {
        const node = nodePid(first)
        keeper.signal('SIGKILL')
        await keeper.ended
        keeper = start(first)
        await keeper.ready()
        expect(nodePid(first)).toBe(node)
      }),
    )
    await step('one of two nodes, while the other one answers', () =>
      among([second], `node${round}-`, async () => {
        const before = nodePid(first)
        kill(before)
        await firstAnswerMs(first)
        await keeper.ready()
        expect(nodePid(first)).not.toBe(before)
      }),
    )
    await step('what was written is served', nothingIsLost)

    await step('everything', async () => {
      await among([], `all${round}-`, async () => {
        const platforms = await Promise.all([keeper, other].map(({ pid }) => childrenOf(pid)))
        for (const pid of [keeper.pid, other.pid, ...platforms.flat(), nodePid(first), nodePid(second), postmasterPid()]) kill(pid)
        await Promise.all([keeper.ended, other.ended])
        while ((await processesNaming(folder)).length > 0) await pause(5)
        const alone = startNodeAlone(first)
        const loadMs = await firstAnswerMs(first)
        alone.signal('SIGKILL')
        await alone.ended
        keeper = start(first)
        const allMs = await firstAnswerMs(first)
        // Only where the machine has nothing else to do: it is a time.
        if (isFullProof) expect(allMs).toBeLessThan(loadMs + longestBeyondLoadMs)
        await keeper.ready()
        other = start(second)
        await other.ready()
      })
    })
    await step('what was written is served again', nothingIsLost)
  }

  for (const server of [other, keeper]) {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})
