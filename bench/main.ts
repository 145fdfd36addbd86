import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { isMissed, tableOf, type Comparison } from './comparison.ts'
import { dailyWork } from './daily-work.ts'
import { dashboard } from './dashboard.ts'
import { firstSight } from './first-sight.ts'
import { idleMemory } from './idle-memory.ts'
import { importZone } from './import.ts'
import { inBrowser } from './in-browser.ts'
import { lineLookup } from './line-lookup.ts'
import { listPage } from './list-page.ts'
import { manyDomains } from './many-domains.ts'
import { nodeAgainstKnot } from './node-against-knot.ts'
import { fullSize, nodeAtSize, quickSize } from './node-at-size.ts'
import { saveToAnswer } from './save-to-answer.ts'
import { savesAtOnce } from './saves-at-once.ts'
import { signIn } from './sign-in.ts'
import { wholeTransfer } from './whole-transfer.ts'

const progress = (line: string): void => console.log(`  ${line}`)

const isQuick = process.argv.includes('--quick')

/** What is measured, one line each; a name on the command line picks some of them. */
const parts: Record<string, () => Promise<Comparison[]>> = {
  list: () => listPage(progress),
  save: () => saveToAnswer(progress),
  saves: () => savesAtOnce(progress),
  dashboard: () => dashboard(progress),
  import: () => importZone(progress),
  domains: () => manyDomains(progress),
  node: async () => (await nodeAgainstKnot()).map((one) => ({ ...one, peerName: 'Knot' })),
  transfer: wholeTransfer,
  size: () => nodeAtSize(isQuick ? quickSize : fullSize, progress),
  lines: async () => (await lineLookup()).map((one) => ({ ...one, peerName: one.unit === 'ms' ? 'the bare file' : 'mmdb-lib, country alone' })),
  'sign-in': () => signIn(progress),
  browser: inBrowser,
  sight: firstSight,
  daily: dailyWork,
  memory: idleMemory,
}

const wanted = process.argv.slice(2).filter((word) => word !== '--quick')
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`nameplane: Unknown measurement: ${unknown[0]!}. Available: ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

const comparisons: Comparison[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`measuring ${name} …`)
  comparisons.push(...(await measure()))
}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`
const table = tableOf(comparisons)
console.log(`\n${table}\n`)
console.log(`On ${machine}. Only the ratios hold on another machine: both sides ran in turns, in the same run.`)
if (wanted.length === 0 && !isQuick) writeTable()

/** A whole run of all measurements writes what it found into the page about them; a part of them would mix days and machines. */
function writeTable(): void {
  const page = new URL('../docs/performance.md', import.meta.url)
  const [begin, end] = ['<!-- written by npm run bench -->', '<!-- end of what npm run bench writes -->'] as const
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/performance.md does not say where the table belongs')
  const missed = comparisons.filter(isMissed).length
  const heading = `${new Date().toISOString().slice(0, 10)}, ${machine}; ${missed === 0 ? 'no budget missed' : `budgets missed: ${missed}`}.`
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${heading}\n\n${table}\n\n${text.slice(to)}`)
}

process.exitCode = 0
process.disconnect?.()
