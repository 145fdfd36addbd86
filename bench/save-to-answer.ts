import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatformDatabase } from '../server/src/cli/platform-database.ts'
import { readEnvironment } from '../server/src/environment.ts'
import { largestDomain } from '../server/src/seed/large-domains.ts'
import { seedWorld } from '../server/src/seed/worlds.ts'
import { freePorts } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'
import { openAsker, type Asker } from './asker.ts'
import { callOf, type Call } from './call.ts'
import { inTurns, quantile, type Comparison } from './comparison.ts'

const token = 's'.repeat(40)
const saves = 60
const smallRecords = 10
const largeRecords = 100_000

/**
 * From sending a save to the first answer over UDP that shows it: in a small domain beside the time the save itself takes to
 * be acknowledged, and in a domain of 100,000 records beside one of ten. Takes about half a minute.
 */
export async function saveToAnswer(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-save-'))
  const { port, dnsPort } = await freePorts()
  const variables = { NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token }
  await openPlatformDatabase(readEnvironment(variables), (platform) =>
    seedWorld(platform, 'large', {
      isConfirmed: true,
      progress,
      largePlan: { domains: 200, records: 108_000, largestRecords: largeRecords, owners: 5, groups: 1 },
    }),
  )
  const server = startServer(variables)
  try {
    await server.ready()
    const call = callOf(port, token)
    const { list } = await call<{ list: { id: number }[] }>(`sys/dns/domain/list?search=${largestDomain}`)
    const { id } = await call<{ id: number }>('sys/dns/domain/save', { domain: 'small-bench.example' })
    const records = Array.from({ length: smallRecords }, (_, i) => ({ op: 'add', record: { host: `host${i}`, type: 'A', value: `198.51.100.${i}`, ttl: 60 } }))
    await call('sys/dns/record/apply', { domainId: id, changes: records })
    const asker = openAsker(dnsPort)
    const small = saverOf(call, asker, { id, name: 'small-bench.example' })
    const large = saverOf(call, asker, { id: list[0]!.id, name: largestDomain })
    // The first one of each warms up.
    await small()
    await large()
    const besideSave: Timing[] = []
    for (let save = 0; save < saves; save++) besideSave.push(await small())
    const besideSmall = await inTurns(`save → answer in a domain of ${largeRecords.toLocaleString('en')} records`, 'ms', saves / 2, {
      ours: async () => (await large()).answered,
      peer: async () => (await small()).answered,
      peerName: `a domain of ${smallRecords} records`,
    })
    asker.close()
    return [...[0.5, 0.95].map((share) => besideAcknowledgement(besideSave, share)), besideSmall]
  } finally {
    server.signal('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from sending a save to its acknowledgement, and to the first answer that shows it. */
type Timing = { acknowledged: number; answered: number }
/** Saves one record of a domain, another value each time, and asks until it is answered. */
function saverOf(call: Call, asker: Asker, domain: { id: number; name: string }): () => Promise<Timing> {
  let recordId = 0
  let save = 0
  return async () => {
    save += 1
    const value = `192.0.2.${1 + (save % 250)}`
    const change = { host: 'bench-probe', type: 'A', value, ttl: 60 }
    const start = performance.now()
    const { records } = await call<{ records: { id: number }[] }>('sys/dns/record/apply', {
      domainId: domain.id,
      changes: [recordId === 0 ? { op: 'add', record: change } : { op: 'update', id: recordId, record: change }],
    })
    const acknowledged = performance.now() - start
    recordId = records[0]!.id
    while (!(await asker.addressesOf(`bench-probe.${domain.name}`)).includes(value));
    return { acknowledged, answered: performance.now() - start }
  }
}

function besideAcknowledgement(timings: readonly Timing[], share: number): Comparison {
  const ours = quantile(
    timings.map(({ answered }) => answered),
    share,
  )
  const peer = quantile(
    timings.map(({ acknowledged }) => acknowledged),
    share,
  )
  return {
    name: `save → answer in a small domain, p${share * 100} of ${timings.length}`,
    ours,
    peer,
    ratio: ours / peer,
    unit: 'ms',
    peerName: 'the save alone',
  }
}
