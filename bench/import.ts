import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAsker, type Asker } from './asker.ts'
import { callOf, type Call } from './call.ts'
import { elapsedMs, inTurns, median, type Comparison } from './comparison.ts'
import { freePorts } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'

const token = 'i'.repeat(40)
const oracle = 'named-compilezone'
const origin = 'import-bench.example'
const lines = 100_000
const rounds = 5
const budgets = { dryRunRatio: 3, liveMs: 5_000 }

/**
 * A zone file of 100,000 lines: a dry run of its import beside BIND's compiler on the same file, and from sending the import to the first
 * answer over UDP that shows it. Takes about a minute.
 */
export async function importZone(progress: (line: string) => void): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameplane-bench-import-'))
  const { port, dnsPort } = await freePorts()
  const variables = { NAMEPLANE_DATA: folder, NAMEPLANE_PORT: String(port), NAMEPLANE_DNS_PORT: String(dnsPort), NAMEPLANE_ADMIN_TOKEN: token }
  const server = startServer(variables)
  const asker = openAsker(dnsPort)
  try {
    await server.ready()
    const call = callOf(port, token)
    const file = join(folder, 'bench.zone')
    writeFileSync(file, zoneText(0))
    const dryRun = await dryRunBesideOracle(call, file)
    const live: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const ms = await untilLive(call, asker, round)
      // The first one warms up.
      if (round > 0) live.push(ms)
      progress(`imported and live after ${ms.toFixed(0)} ms`)
    }
    const name = `import of ${lines.toLocaleString('en')} lines, until a query shows it`
    const [ours, peer] = [median(live), budgets.liveMs]
    const range = [Math.min(...live) / peer, Math.max(...live) / peer] as const
    return [dryRun, { name, ours, peer, ratio: ours / peer, range, unit: 'ms', peerName: 'its budget', budget: 1 }]
  } finally {
    asker.close()
    server.signal('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lines as hosters have them: mostly addresses, and a text or a target here and there. */
function zoneText(seed: number): string {
  const rows = [`$ORIGIN ${origin}.`, '$TTL 600', `@ IN SOA ns1.${origin}. hostmaster.${origin}. 1 3600 600 604800 300`, '@ IN NS ns1', '@ IN NS ns2']
  rows.push('ns1 IN A 192.0.2.1', 'ns2 IN A 192.0.2.2', 'mail IN A 192.0.2.3')
  for (let row = rows.length; row < lines; row += 1) {
    const [high, low] = [row >> 8, row % 256]
    const kind = row % 20
    if (kind < 13) rows.push(`host${row} IN A 203.0.113.${(seed + low) % 256}`)
    else if (kind < 16) rows.push(`host${row} IN AAAA 2001:db8:${seed.toString(16)}::${high.toString(16)}:${low.toString(16)}`)
    else if (kind === 16) rows.push(`alias${row} 300 IN CNAME host${row - 10}`)
    else if (kind === 17) rows.push(`group${row} IN MX 10 mail`)
    else if (kind === 18) rows.push(`text${row} IN TXT "v=spf1 ip4:198.51.100.${low} -all"`)
    else rows.push(`_sip._tcp.group${row} IN SRV 0 5 5060 mail`)
  }
  return `${rows.join('\n')}\n`
}

async function dryRunBesideOracle(call: Call, file: string): Promise<Comparison> {
  const { id } = await call<{ id: number }>('sys/dns/domain/save', { domain: origin })
  const text = zoneText(0)
  const ours = () => elapsedMs(() => call('sys/dns/record/import', { domainId: id, format: 'bind', mode: 'replace', text, dryRun: true }))
  await ours()
  await ours()
  const name = `dry run of an import of ${lines.toLocaleString('en')} lines`
  if (spawnSync(oracle, ['-v']).status !== 0) {
    const alone: number[] = []
    for (let round = 0; round < rounds; round += 1) alone.push(await ours())
    return { name, ours: median(alone), peer: Number.NaN, ratio: Number.NaN, unit: 'ms', peerName: `${oracle}, not installed`, budget: budgets.dryRunRatio }
  }
  const peer = () =>
    elapsedMs(async () => {
      // Names of other zones are not looked up: that would measure a network.
      const { status, stderr } = spawnSync(oracle, ['-i', 'local', '-o', `${file}.out`, origin, file])
      if (status !== 0) throw new Error(String(stderr))
    })
  return inTurns(name, 'ms', rounds, { ours, peer, peerName: oracle, budget: budgets.dryRunRatio })
}

/** Imports into a domain of its own; milliseconds until the last line of the file is answered. */
async function untilLive(call: Call, asker: Asker, round: number): Promise<number> {
  const domain = `import-${round}.example`
  const { id } = await call<{ id: number }>('sys/dns/domain/save', { domain })
  const text = `${zoneText(round).replaceAll(`${origin}.`, `${domain}.`)}last IN A 203.0.113.${round + 1}\n`
  return elapsedMs(async () => {
    await call('sys/dns/record/import', { domainId: id, format: 'bind', mode: 'replace', text })
    while (!(await asker.addressesOf(`last.${domain}`)).includes(`203.0.113.${round + 1}`)) await new Promise((settle) => setTimeout(settle, 5))
  })
}
