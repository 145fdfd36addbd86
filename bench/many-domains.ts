import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAsker, type Asker } from './asker.ts'
import { callOf, type Call } from './call.ts'
import { elapsedMs, median, type Comparison } from './comparison.ts'
import { freePorts } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'

const token = 'm'.repeat(40)
const domains = 500
const records = 20
const rounds = 3
const budgetMs = 3_000

/**
 * 500 new domains of 20 records each, added as an operator adds them and imported from one table: from sending them until each of them is
 * answered over UDP. Takes about a minute.
 */
export async function manyDomains(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-domains-'))
  const { port, dnsPort } = await freePorts()
  const server = startServer({ NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token })
  const asker = openAsker(dnsPort)
  try {
    await server.ready()
    const call = callOf(port, token)
    const comparisons: Comparison[] = []
    for (const [way, submit] of Object.entries(ways)) {
      const times: number[] = []
      // The first one warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const names = Array.from({ length: domains }, (_, number) => `d${number}.${way}-${round}.example`)
        const ms = await elapsedMs(async () => {
          await submit(call, names)
          await allAnswered(asker, names)
        })
        if (round > 0) times.push(ms)
        progress(`${way}: live after ${ms.toFixed(0)} ms`)
      }
      const range = [Math.min(...times) / budgetMs, Math.max(...times) / budgetMs] as const
      const name = `${domains} domains of ${records} records ${way}, until queries show all of them`
      comparisons.push({ name, ours: median(times), peer: budgetMs, ratio: median(times) / budgetMs, range, unit: 'ms', peerName: 'its budget', budget: 1 })
    }
    return comparisons
  } finally {
    asker.close()
    server.signal('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Records of each domain; the last of them is asked for. */
const rows = Array.from({ length: records }, (_, number) =>
  number < 15
    ? { host: `h${number}`, type: 'A', value: `192.0.2.${number}` }
    : number < 18
      ? { host: `h${number}`, type: 'AAAA', value: `2001:db8::${number}` }
      : number === 18
        ? { host: '@', type: 'TXT', value: '"v=spf1 -all"' }
        : { host: 'last', type: 'A', value: '198.51.100.9' },
)

const ways: Readonly<Record<string, (call: Call, names: readonly string[]) => Promise<unknown>>> = {
  added: (call, names) =>
    call('sys/dns/change_set/domain_create', { domains: names.join('\n'), records: rows.map((row) => ({ ...row, line: 'default', ttl: 600 })) }),
  imported: (call, names) => {
    const lines = names.flatMap((name) => rows.map(({ host, type, value }) => [name, host, type, value].join('\t')))
    return call('sys/dns/change_set/record_import', { files: [{ text: ['Domain\tHost\tType\tValue', ...lines].join('\n') }], createMissing: true })
  },
}

async function allAnswered(asker: Asker, names: readonly string[]): Promise<void> {
  for (const name of names.toReversed())
    while (!(await asker.addressesOf(`last.${name}`)).includes('198.51.100.9')) await new Promise((settle) => setTimeout(settle, 5))
}
