import { once } from 'node:events'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { useDataFolder } from '../support/data-folder.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { freePorts } from '../support/free-port.ts'
import { childrenOf, processesNaming, startServer, type ServerProcess, type Variables } from '../support/server-process.ts'
import { askSteadily, type SteadyAsker } from '../support/steady-asker.ts'
import { step } from '../support/step.ts'
import { openTcp } from '../support/tcp-connection.ts'

const token = 'n'.repeat(40)
const { folder, started } = useDataFolder('apart')
let ports: { port: number; dnsPort: number }

beforeAll(async () => {
  ports = await freePorts()
})

function start(variables: Variables = {}, program?: string): ServerProcess {
  const own = { NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(ports.port), NAMEPLANE_DNS_PORT: String(ports.dnsPort), NAMEPLANE_ADMIN_TOKEN: token }
  const server = startServer({ ...own, NAMEPLANE_DNS_THREADS: '2', ...variables }, 'pipe', program)
  started.push(server)
  return server
}

async function call(path: string, input: object): Promise<{ data: { id: number } }> {
  const answer = await fetch(`http://127.0.0.1:${ports.port}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const reply = (await answer.json()) as { code: number; data: { id: number } }
  expect(reply).toMatchObject({ code: 1 })
  return reply
}

const nodeFolder = (): string => join(folder, 'nodes', `127.0.0.1_${ports.dnsPort}`)
const nodePid = (): number => Number(readFileSync(join(nodeFolder(), 'pid'), 'utf8'))
const cluster = join(folder, 'database', 'cluster')

/** How many sockets answer by UDP; null where the system does not tell. */
function answeringSockets(): number | null {
  if (process.platform !== 'linux') return null
  const port = ports.dnsPort.toString(16).toUpperCase().padStart(4, '0')
  return readFileSync('/proc/net/udp', 'utf8').split(`0100007F:${port} 00000000:`).length - 1
}

/** Waits for the first answer; until it comes nothing else may. */
async function firstCode(): Promise<number> {
  for (;;) {
    // A query to a port that nobody listens on yet is lost.
    const answer = await ask(ports.dnsPort, 'www.apart.example', 'A', undefined, 500).catch(() => null)
    if (answer !== null) return answer.rcode
  }
}

async function expectNoneLost(asker: SteadyAsker): Promise<void> {
  const { asked, ...heard } = await asker.stop()
  expect(heard).toEqual({ lost: 0, wrong: [] })
  // How long each of these takes is the machine’s matter.
  expect(asked).toBeGreaterThan(0)
}

test('the node answers on, whatever becomes of everything else', { timeout: 600_000 }, async () => {
  let server = start()
  await server.ready()
  const { id: domainId } = (await call('sys/dns/domain/save', { domain: 'apart.example' })).data
  const add = (host: string, value: string) =>
    call('sys/dns/record/apply', { domainId, changes: [{ op: 'add', record: { host, type: 'A', value, ttl: 600 } }] })
  await add('www', '192.0.2.1')
  while ((await valuesOf(ports.dnsPort, 'www.apart.example', 'A')).length === 0) await pause(10)
  const zoneFile = (): string => join(nodeFolder(), 'zones', domainId.toString(16).padStart(2, '0'), `${domainId}.zone`)
  const asking = (): SteadyAsker => askSteadily(ports.dnsPort, 'www.apart.example', '192.0.2.1')

  await step('without a word of the control plane, which takes it on when it is back', async () => {
    const asker = asking()
    const pid = nodePid()
    server.signal('SIGKILL')
    await server.ended
    await pause(200)
    server = start()
    await server.ready()
    await expectNoneLost(asker)
    expect(nodePid()).toBe(pid)
    await add('later', '192.0.2.2')
    while ((await valuesOf(ports.dnsPort, 'later.apart.example', 'A')).length === 0) await pause(10)
  })

  await step('while the control plane cannot be started again at once', async () => {
    const asker = asking()
    const pid = nodePid()
    server.signal('SIGKILL')
    await server.ended
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    // As it is started in the place of one that has ended, by whoever will try once more.
    const failing = start({ NAMEPLANE_PORT: String(port), NAMEPLANE_RESTART_CAUSE: 'SIGKILL' })
    expect(await failing.ended).toBe(1)
    other.close()
    server = start()
    await server.ready()
    await expectNoneLost(asker)
    expect(nodePid()).toBe(pid)
  })

  await step('while another platform on the same folder and port is refused', async () => {
    const asker = asking()
    const { port } = await freePorts()
    const second = start({ NAMEPLANE_PORT: String(port) })
    expect(await second.ended).toBe(1)
    expect(second.errors()).toBe(`DNS address 127.0.0.1:${ports.dnsPort} is in use by another program. Set NAMEPLANE_DNS_PORT to a free port.\n`)
    await expectNoneLost(asker)
    await server.ready()
  })

  await step('without the database server, which is started again', async () => {
    const asker = asking()
    process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await pause(200)
    await server.ready()
    await expectNoneLost(asker)
  })

  await step('while another process takes its place', async () => {
    const asker = asking()
    const before = nodePid()
    const connection = await openTcp(ports.dnsPort)
    server.signal('SIGUSR2')
    const isLeft = (): boolean => nodePid() !== before && answeringSockets() !== 4
    while (!isLeft()) expect(await connection.ask('www.apart.example')).toEqual(['192.0.2.1'])
    await server.ready()
    // The connection stays, loses nothing, and has what is saved meanwhile.
    await add('meanwhile', '192.0.2.5')
    while ((await valuesOf(ports.dnsPort, 'meanwhile.apart.example', 'A')).length === 0) await pause(10)
    // Both are given it, and neither waits for the other.
    while ((await connection.ask('meanwhile.apart.example')).join() === '') await pause(10)
    expect(await connection.ask('meanwhile.apart.example', 500)).toEqual(Array.from({ length: 500 }, () => '192.0.2.5'))
    expect(await processesNaming(nodeFolder())).toContain(before)
    connection.close()
    while ((await processesNaming(nodeFolder())).includes(before)) await pause(20)
    await expectNoneLost(asker)
    // Of the one before none is left, and each thread of the new one has its own.
    expect(answeringSockets()).toBe(process.platform === 'linux' ? 2 : null)
  })

  await step('again, once it was killed itself, and the console is told why', async () => {
    process.kill(nodePid(), 'SIGKILL')
    expect(await firstCode()).toBe(0)
    await server.ready()
    const answer = await fetch(`http://127.0.0.1:${ports.port}/api/${dashboard.chart.path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await answer.json()).toMatchObject({ data: { nodes: [{ restarts: 1, restartCause: 'SIGKILL' }] } })
  })

  await step('again, once it was killed with the database server, and has what is saved afterwards', async () => {
    for (const pid of [nodePid(), Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])]) process.kill(pid, 'SIGKILL')
    expect(await firstCode()).toBe(0)
    await server.ready()
    await add('together', '192.0.2.6')
    while ((await valuesOf(ports.dnsPort, 'together.apart.example', 'A')).length === 0) await pause(10)
  })

  await step('until all ends, also one whose place was taken and that has a connection', async () => {
    for (let replacement = 0; replacement < 2; replacement += 1) {
      const connection = await openTcp(ports.dnsPort)
      const before = nodePid()
      server.signal('SIGUSR2')
      while (nodePid() === before || answeringSockets() === 4) expect(await connection.ask('www.apart.example')).toEqual(['192.0.2.1'])
      await server.ready()
      // There are never more than two.
      expect(new Set(await processesNaming(nodeFolder()))).toEqual(new Set([before, nodePid()]))
    }
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await processesNaming(folder)).toEqual([])
  })

  await step('at a start without a database, which is waited for', async () => {
    renameSync(cluster, `${cluster}.away`)
    server = start()
    expect(await firstCode()).toBe(0)
    while (!server.errors().includes('database cannot be opened, trying again')) await pause(20)
    renameSync(`${cluster}.away`, cluster)
    await server.ready()
  })

  await step('only once it has all zones again, when what it kept is damaged', async () => {
    server.signal('SIGTERM')
    await server.ended
    writeFileSync(zoneFile(), readFileSync(zoneFile(), 'utf8').replace('192.0.2.1', '192.0.2.7'))
    server = start()
    expect(await firstCode()).toBe(0)
    expect(await valuesOf(ports.dnsPort, 'www.apart.example', 'A')).toEqual(['192.0.2.1'])
    await server.ready()
    expect(server.errors()).toContain('damaged or of another version')
  })

  await step('with what it kept, which is older than what was saved, until it is given the rest', async () => {
    server.signal('SIGTERM')
    await server.ended
    const [zones, older] = [join(nodeFolder(), 'zones'), join(folder, 'older')]
    cpSync(zones, older, { recursive: true })
    server = start()
    await server.ready()
    await add('newer', '192.0.2.4')
    while ((await valuesOf(ports.dnsPort, 'newer.apart.example', 'A')).length === 0) await pause(10)
    server.signal('SIGTERM')
    await server.ended
    rmSync(zones, { recursive: true })
    renameSync(older, zones)
    server = start()
    expect(await firstCode()).toBe(0)
    const asker = asking()
    while ((await valuesOf(ports.dnsPort, 'newer.apart.example', 'A')).length === 0) await pause(10)
    await server.ready()
    await expectNoneLost(asker)
  })

  await step('only once it has all zones again, when a later release has kept them', async () => {
    server.signal('SIGTERM')
    await server.ended
    const [head = '', ...rest] = readFileSync(zoneFile(), 'utf8').split('\n')
    const later = head.slice(9).replace('"format":1', '"format":2')
    expect(later).not.toBe(head.slice(9))
    writeFileSync(zoneFile(), [`${crc32(later).toString(16).padStart(8, '0')} ${later}`, ...rest].join('\n'))
    server = start()
    expect(await firstCode()).toBe(0)
    for (const [host, value] of [
      ['www', '192.0.2.1'],
      ['newer', '192.0.2.4'],
    ])
      expect(await valuesOf(ports.dnsPort, `${host}.apart.example`, 'A')).toEqual([value])
    await server.ready()
    expect(server.errors()).toContain('damaged or of another version')
  })

  await step('alone, and with a control plane that somebody else starts', async () => {
    server.signal('SIGTERM')
    await server.ended
    expect(await processesNaming(folder)).toEqual([])
    const node = start({ NAMEPLANE_ROLE: 'node' })
    expect(await firstCode()).toBe(0)
    server = start({ NAMEPLANE_ROLE: 'control' })
    await server.ready()
    await add('role', '192.0.2.3')
    while ((await valuesOf(ports.dnsPort, 'role.apart.example', 'A')).length === 0) await pause(10)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await valuesOf(ports.dnsPort, 'role.apart.example', 'A')).toEqual(['192.0.2.3'])
    node.signal('SIGTERM')
    expect(await node.ended).toBe(0)
  })

  await step('while the platform is killed and started again by what npm start runs', async () => {
    const starter = start({}, 'tools/start.mjs')
    await starter.ready()
    const asker = asking()
    const [platform = 0] = await childrenOf(starter.pid)
    process.kill(platform, 'SIGKILL')
    while ((await childrenOf(starter.pid)).every((pid) => pid === platform)) await pause(20)
    await starter.ready()
    await expectNoneLost(asker)
    expect(starter.errors()).toContain('ended by SIGKILL, starting again')
    starter.signal('SIGTERM')
    expect(await starter.ended).toBe(0)
    expect(await processesNaming(folder)).toEqual([])
  })
})
