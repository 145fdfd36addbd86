// npm run prove: the proofs that gain by length, at their full length, with a dated report. `npm test` runs a part of each.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { bootstrap, buildConsole, projectFolder, run, runCommand, say, secondsSince } from './bootstrap.mjs'
import { findChromium } from './oracles.mjs'
import { count, stage } from './stages.mjs'
import { runTests } from './test-run.mjs'

/** Each run of a test of properties draws other cases. */
const drawings = 10
/** Orders of the tests beside the usual one. */
const seeds = [2, 3, 5]
const reportFolder = join('docs', 'proofs')

await runCommand(async () => {
  const node = await bootstrap()
  const startedAt = Date.now()
  process.env.NAMEPLANE_PROOF = 'full'
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
  await buildConsole(node)
  const rows = []
  const prove = (name, files, times = 1) =>
    stage(name, async () => {
      const before = { ...count }
      const since = Date.now()
      let isRight = true
      for (let time = 0; time < times; time += 1) isRight = (await runTests(node, files, { isLive: true })).isRight && isRight
      rows.push({ name, times, passed: count.passed - before.passed, failed: count.failed - before.failed, seconds: (Date.now() - since) / 1000 })
      return { isRight, isCounted: true, output: '' }
    })
  await prove('kills, starts, clocks, full disks, hostile files', ['tests/durability'])
  await prove('malformed input to every call', ['tests/sweeps/malformed'])
  await prove('keys sent again at the same time', ['payment-refund.test.ts'])
  await prove('properties of drawn cases', testsOfProperties(), drawings)
  for (const seed of seeds)
    await prove(`tests in the order of seed ${seed}`, ['--project=pure', '--project=server', '--project=sweeps', `--sequence.seed=${seed}`])
  const path = await writeReport(rows)
  say(`finished in ${secondsSince(startedAt)} s, written to ${path}`)
  say(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`)
  return count.failed === 0 ? 0 : 1
})

/** Files that draw their cases. */
function testsOfProperties() {
  return ['dns-text/src', 'contract/src', 'server/src', 'console/src']
    .flatMap((folder) => readdirSync(join(projectFolder, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`))
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(join(projectFolder, path), 'utf8').includes("from 'fast-check'"))
}

async function writeReport(rows) {
  const { output: commit } = await run('git', ['rev-parse', '--short', 'HEAD'])
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${process.arch}`
  const lines = rows.map(({ name, times, passed, failed, seconds }) => `| ${name} | ${times} | ${passed} | ${failed} | ${seconds.toFixed(0)} |`)
  const text = `# Proofs of ${date}

\`npm run prove\` at commit ${commit.trim()}; ${machine}. Tests are counted once for each run.

| proof | runs | passed | failed | seconds |
|---|---|---|---|---|
${lines.join('\n')}
`
  mkdirSync(join(projectFolder, reportFolder), { recursive: true })
  const path = join(reportFolder, `${date}.md`)
  writeFileSync(join(projectFolder, path), text)
  return path
}
