import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readPostmaster } from '../server/src/db/embedded/postmaster.ts'
import { freePorts } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'
import { callOf, type Call } from './call.ts'
import { elapsedMs, median, type Comparison } from './comparison.ts'
import { processorMs } from './processor-time.ts'

const token = 's'.repeat(40)
const manyClients = 16
/** Saves of a round, whoever makes them. */
const saves = 320
const rounds = 5
/** Of all processes together. */
const budgetProcessorMs = 5

/** One save. */
type Save = () => Promise<unknown>
type Figures = { perSecond: number; processorMs: number }

/**
 * Saves of one record each, by one client and by sixteen at once, each in a domain of its own: how many a second beside the same rows
 * written by bare SQL over as many connections, and the processor time of all processes for one. Takes about a minute.
 */
export async function savesAtOnce(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-saves-'))
  const { port, dnsPort } = await freePorts()
  const server = startServer({ NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token })
  const connections: pg.Client[] = []
  try {
    await server.ready()
    const call = callOf(port, token)
    const clients = await inOrder(manyClients, async (number) => saverOf(call, `saves-${number}.example`))
    const bare = await inOrder(manyClients, async (number) => {
      const connection = new pg.Client({ host: readPostmaster(join(folder, 'database/cluster'))!.socketFolder, database: 'nameplane', user: 'nameplane' })
      connections.push(connection)
      await connection.connect()
      return bareSaverOf(connection, await savedRecord(call, `bare-${number}.example`))
    })
    const measured = (savers: readonly Save[]): Promise<Figures> => figuresOf(server.pid, savers)
    // The first ones warm up.
    for (const savers of [clients, bare]) await measured(savers)
    const comparisons: Comparison[] = []
    for (const count of [1, manyClients]) {
      const [ours, peer]: [Figures[], Figures[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await measured(clients.slice(0, count)))
        peer.push(await measured(bare.slice(0, count)))
        progress(
          `${count} at once: ${ours.at(-1)!.perSecond.toFixed(0)} saves/s, ${ours.at(-1)!.processorMs.toFixed(2)} ms of processor time each; bare ${peer.at(-1)!.perSecond.toFixed(0)} saves/s, ${peer.at(-1)!.processorMs.toFixed(2)} ms`,
        )
      }
      comparisons.push(...comparisonsOf(count, ours, peer))
    }
    return comparisons
  } finally {
    await Promise.all(connections.map((connection) => connection.end()))
    server.signal('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function inOrder<Made>(count: number, make: (number: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let number = 0; number < count; number += 1) made.push(await make(number))
  return made
}

/** Each makes its part of the saves, one after the other. */
async function figuresOf(pid: number, savers: readonly Save[]): Promise<Figures> {
  const before = await processorMs(pid)
  const ms = await elapsedMs(() =>
    Promise.all(
      savers.map(async (save) => {
        for (let done = 0; done < saves / savers.length; done += 1) await save()
      }),
    ),
  )
  return { perSecond: (saves * 1000) / ms, processorMs: ((await processorMs(pid)) - before) / saves }
}

function comparisonsOf(count: number, ours: readonly Figures[], bare: readonly Figures[]): Comparison[] {
  const clients = count === 1 ? 'one client' : `${count} clients at once`
  const ratios = ours.map(({ perSecond }, round) => perSecond / bare[round]!.perSecond)
  const perSecond = [ours, bare].map((figures) => median(figures.map((one) => one.perSecond)))
  const each = median(ours.map(({ processorMs: ms }) => ms))
  return [
    {
      name: `saves of ${clients}`,
      ours: perSecond[0]!,
      peer: perSecond[1]!,
      ratio: median(ratios),
      range: [Math.min(...ratios), Math.max(...ratios)],
      unit: 'saves/s',
      peerName: 'the same rows, bare SQL',
    },
    {
      name: `processor time of a save, all processes, ${clients}`,
      ours: each,
      peer: budgetProcessorMs,
      ratio: each / budgetProcessorMs,
      unit: 'ms',
      peerName: 'its budget',
      ...(count === 1 ? {} : { budget: 1 }),
    },
  ]
}

type SavedRecord = { domainId: number; recordId: number; version: number }

async function savedRecord(call: Call, domain: string): Promise<SavedRecord> {
  const { id: domainId } = await call<{ id: number }>('sys/dns/domain/save', { domain })
  const record = { host: 'www', type: 'A', value: '192.0.2.0', ttl: 60 }
  const { records, version } = await call<{ records: { id: number }[]; version: number }>('sys/dns/record/apply', {
    domainId,
    changes: [{ op: 'add', record }],
  })
  return { domainId, recordId: records[0]!.id, version }
}

const valueOf = (save: number): string => `192.0.2.${1 + (save % 250)}`

async function saverOf(call: Call, domain: string): Promise<Save> {
  const { domainId, recordId: id } = await savedRecord(call, domain)
  let save = 0
  return async () => {
    save += 1
    await call('sys/dns/record/apply', { domainId, changes: [{ op: 'update', id, record: { host: 'www', type: 'A', value: valueOf(save), ttl: 60 } }] })
  }
}

/** What has to be on the disk after a save, written without asking anything: the record, its history, the domain, and the chained audit entry. */
function bareSaverOf(connection: pg.Client, { domainId, recordId, version: first }: SavedRecord): Save {
  let version = first
  const run = (name: string, text: string, values: unknown[] = []): Promise<unknown> => connection.query({ name, text, values })
  return async () => {
    version += 1
    const state = JSON.stringify({ host: 'www', type: 'A', line: 'default', value: valueOf(version), ttl: 60, weight: null, remark: '', status: 1 })
    await run('begin', 'begin')
    await run('record', 'update record set value = $3, version = $4, updated_at = now() where domain_id = $1 and id = $2', [
      domainId,
      recordId,
      valueOf(version),
      version,
    ])
    await run(
      'revision',
      `insert into domain_revision (domain_id, version, actor_name, actor_kind, action, added, updated, deleted) values ($1, $2, 'bench', 'administrator', 'record.apply', 0, 1, 0)`,
      [domainId, version],
    )
    await run('change', 'insert into record_change (domain_id, version, record_id, before, after) values ($1, $2, $3, $4, $4)', [
      domainId,
      version,
      recordId,
      state,
    ])
    await run('domain', 'update domain set version = $2, serial = serial + 1, updated_at = now() where id = $1', [domainId, version])
    await run('lock', `select pg_advisory_xact_lock(hashtextextended('audit chain', 0))`)
    await run(
      'entry',
      `insert into audit_entry (id, at, actor_name, actor_kind, address, agent, action, target_type, target_id, target_name, before, after, request_id, duration_ms, previous_hash, hash)
       select id + 1, now(), 'bench', 'administrator', '127.0.0.1', 'bench', 'record.apply', 'domain', $1, 'bench.example', $2, $2, md5(id::text), 1, hash, sha256(hash)
       from audit_entry order by id desc limit 1`,
      [domainId, state],
    )
    await run('commit', 'commit')
  }
}
