// npm run prove [-- part of a name …]: the proofs that gain by length, or some of them, at full length, with a dated report. `npm test`
// runs a part of each, and one order of the tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { bootstrap, buildConsole, projectFolder, run, runCommand, say, secondsSince, StartProblem } from './bootstrap.mjs'
import { findChromium } from './oracles.mjs'
import { count, stage } from './stages.mjs'
import { runTests } from './test-run.mjs'

/** Each run of a test of properties draws other cases. */
const drawings = 10
/** Orders of the tests beside the usual one. */
const seeds = [2, 3, 5]
const reportFolder = join('docs', 'proofs')
const isTest = /\.test\.tsx?$/

/**
 * Those that take longest, each by itself: all share the machine, and a time in the first of them is held against that of a node that has it
 * to itself.
 */
const alone = {
  'kills among queries and writes': 'tests/durability/kill-matrix.test.ts',
  'kills among writers': 'tests/durability/kill.test.ts',
  'a bulk operation among kills': 'tests/durability/change-set-kill.test.ts',
}
const proofs = [
  ...Object.entries(alone).map(([name, path]) => ({ name, files: [path] })),
  {
    name: 'starts, clocks, full disks, hostile files',
    files: filesBelow('tests/durability').filter((path) => isTest.test(path) && !Object.values(alone).includes(path)),
  },
  { name: 'malformed input to every call', files: ['tests/sweeps/malformed'] },
  { name: 'keys sent again at the same time', files: ['payment-refund.test.ts'] },
  { name: 'properties of drawn cases', files: testsOfProperties(), times: drawings },
  ...seeds.map((seed) => ({
    name: `tests in the order of seed ${seed}`,
    // What gains by length has been proven above, in whatever order.
    length: 'part',
    files: ['pure', 'pressed', 'swept-*', 'server', 'sweeps'].map((project) => `--project=${project}`).concat(`--sequence.seed=${seed}`),
  })),
]

await runCommand(async () => {
  const words = process.argv.slice(2)
  const chosen = proofs.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) throw new StartProblem(`No proof has such a name. There are: ${proofs.map(({ name }) => name).join('; ')}`)
  const node = await bootstrap()
  const startedAt = Date.now()
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
  await buildConsole(node)
  let path
  for (const { name, files, times = 1, length = 'full' } of chosen) {
    process.env.NAMEPLANE_PROOF = length
    await stage(name, async () => {
      const before = { ...count }
      const since = Date.now()
      let isRight = true
      for (let time = 0; time < times; time += 1) isRight = (await runTests(node, files, { isLive: true })).isRight && isRight
      const seconds = (Date.now() - since) / 1000
      path = await report({ name, times, passed: count.passed - before.passed, failed: count.failed - before.failed, seconds })
      return { isRight, isCounted: true, output: '' }
    })
  }
  say(`finished in ${secondsSince(startedAt)} s, written to ${path}`)
  say(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`)
  return count.failed === 0 ? 0 : 1
})

/** Files that draw their cases. */
function testsOfProperties() {
  return ['dns-text/src', 'contract/src', 'server/src', 'console/src']
    .flatMap(filesBelow)
    .filter((path) => isTest.test(path) && readFileSync(join(projectFolder, path), 'utf8').includes("from 'fast-check'"))
}

function filesBelow(folder) {
  return readdirSync(join(projectFolder, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

/** Enters a proof in the report of the day, each as soon as it has ended: they take hours, and may be run one by one. */
async function report({ name, times, passed, failed, seconds }) {
  const { output: commit } = await run('git', ['rev-parse', '--short', 'HEAD'])
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${process.arch}`
  mkdirSync(join(projectFolder, reportFolder), { recursive: true })
  const path = join(reportFolder, `${date}.md`)
  const before = existsSync(join(projectFolder, path)) ? readFileSync(join(projectFolder, path), 'utf8').split('\n') : []
  const rows = new Map(proofs.map((proof) => [proof.name, before.find((line) => line.startsWith(`| ${proof.name} |`))]))
  rows.set(name, `| ${name} | ${times} | ${passed} | ${failed} | ${seconds.toFixed(0)} | ${commit.trim()} |`)
  const text = `# Proofs of ${date}

\`npm run prove\`, on ${machine}. Tests are counted once for each run.

| proof | runs | passed | failed | seconds | commit |
|---|---|---|---|---|---|
${[...rows.values()].filter((row) => row !== undefined).join('\n')}
`
  writeFileSync(join(projectFolder, path), text)
  return path
}
