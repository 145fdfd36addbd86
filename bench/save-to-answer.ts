import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeMessage, encodeQuery } from '@nameplane/dns-text/message'
import { openPlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { largestDomain } from '../server/src/seed/large-domains.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { freePorts, startServer } from '../tests/support/server-process.ts'
import { quantile, type Comparison } from './comparison.ts'

const token = 's'.repeat(40)
const saves = 60

/**
 * From sending a save to the first answer over UDP that shows it, beside the time the save itself takes to be
 * acknowledged: in a small domain, and in one of 100,000 records. Takes about half a minute.
 */
export async function saveToAnswer(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-save-'))
  const { port, dnsPort } = await freePorts()
  const variables = { NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token }
  await openPlatformDatabase(readEnvironment(variables), (platform) =>
    seedWorld(platform, 'large', { isConfirmed: true, progress, largePlan: { domains: 200, records: 108_000, largestRecords: 100_000, owners: 5, groups: 1 } }),
  )
  const server = startServer(variables)
  try {
    await server.ready()
    const list = await call<{ list: { id: number; domain: string; recordCount: number }[] }>(port, 'sys/dns/domain/list?limit=200&order=asc&sidx=createTime')
    const small = list.list.find((row) => row.domain !== largestDomain && row.recordCount > 20)!
    const large = (await call<typeof list>(port, `sys/dns/domain/list?search=${largestDomain}`)).list.find((row) => row.domain === largestDomain)!
    return [...(await measured(port, dnsPort, small, 'a small domain', saves)), ...(await measured(port, dnsPort, large, 'a domain of 100,000 records', 15))]
  } finally {
    server.signal('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function call<Data>(port: number, path: string, payload?: object): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(payload ? { method: 'POST', body: JSON.stringify(payload) } : {}),
  })
  const body = (await answer.json()) as { code: unknown; data: Data }
  if (body.code !== 1) throw new Error(JSON.stringify(body))
  return body.data
}

async function measured(port: number, dnsPort: number, domain: { id: number; domain: string }, name: string, count: number): Promise<Comparison[]> {
  const socket = createSocket('udp4')
  const waiting = new Map<number, (addresses: string[]) => void>()
  socket.on('message', (bytes) => {
    const message = decodeMessage(bytes)
    waiting.get(message.id)?.(message.answers.map((answer) => answer.value))
  })
  let lastId = 0
  const ask = (host: string): Promise<string[]> => {
    lastId = (lastId + 1) % 65_536
    const id = lastId
    return new Promise((settle) => {
      waiting.set(id, settle)
      socket.send(encodeQuery({ id, name: host, type: 'A' }), dnsPort, '127.0.0.1')
    })
  }
  const acknowledged: number[] = []
  const answered: number[] = []
  let recordId = 0
  for (let save = 0; save <= count; save++) {
    const value = `192.0.2.${1 + (save % 250)}`
    const change = { host: 'bench-probe', type: 'A', value, ttl: 60 }
    const start = performance.now()
    const { records } = await call<{ records: { id: number }[] }>(port, 'sys/dns/record/apply', {
      domainId: domain.id,
      changes: [recordId === 0 ? { op: 'add', record: change } : { op: 'update', id: recordId, record: change }],
    })
    const saved = performance.now() - start
    recordId = records[0]!.id
    while (!(await ask(`bench-probe.${domain.domain}`)).includes(value));
    // The first one warms up.
    if (save === 0) continue
    acknowledged.push(saved)
    answered.push(performance.now() - start)
  }
  socket.close()
  return [0.5, 0.95].map((share) => {
    const [ours, peer] = [quantile(answered, share), quantile(acknowledged, share)]
    return { name: `save → answer in ${name}, p${share * 100} of ${count}`, ours, peer, ratio: ours / peer, unit: 'ms', peerName: 'the save alone' }
  })
}
