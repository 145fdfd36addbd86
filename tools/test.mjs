// npm test: everything that must hold. With paths after `--`, only the tests in them; with `--noun NAME`, those of one noun; with
// `--quick`, a sample where a sweep has many of a kind.
import { buildConsole, bootstrap, runCommand, say, secondsSince, StartProblem } from './bootstrap.mjs'
import { testsOfNoun } from './noun-tests.mjs'
import { findChromium, installOracles } from './oracles.mjs'
import { count, stage } from './stages.mjs'
import { staticChecks } from './static-checks.mjs'
import { runAllTests, runTests, sayTimes } from './test-run.mjs'

await runCommand(async () => {
  const { isQuick, noun, paths } = readWords(process.argv.slice(2))
  const node = await bootstrap()
  const startedAt = Date.now()
  if (isQuick) process.env.NAMEPLANE_PROOF = 'sample'
  useChromium()
  if (noun !== null) await runNoun(node, noun)
  else if (paths.length > 0) await runPaths(node, paths)
  else await runEverything(node)
  say(`finished in ${secondsSince(startedAt)} s${isQuick ? ' (sample only)' : ''}`)
  say(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`)
  return count.failed === 0 ? 0 : 1
})

function readWords(words) {
  const read = { isQuick: false, noun: null, paths: [] }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--quick') read.isQuick = true
    else if (word === '--noun') read.noun = words.shift() ?? ''
    else read.paths.push(word)
  }
  // What decides whether a change is taken leaves nothing out.
  if (process.env.CI && (read.isQuick || read.noun !== null)) throw new StartProblem('npm test runs everything when CI is set. Remove --quick and --noun.')
  if (read.noun !== null && read.paths.length > 0) throw new StartProblem('Enter either a noun or paths')
  return read
}

async function runEverything(node) {
  // The package manager mostly waits for the network: the checks run beside it.
  await Promise.all([stage('oracles', () => checkOracles(node)), staticChecks(node)])
  useChromium()
  let times = []
  await stage('tests', async () => {
    const run = await runAllTests(node)
    times = run.times
    return run
  })
  sayTimes(times)
  if (count.skipped > 0) say(`${count.skipped} ${count.skipped === 1 ? 'test' : 'tests'} skipped because a program named above is missing`)
}

async function runPaths(node, paths) {
  // Everything that opens a browser is below tests/; a console of yesterday proves nothing.
  if (paths.some((path) => !/^(\.\/)?(bench|console|contract|dns-text|server|tools)\b/.test(path))) await buildConsole(node)
  await stage('tests', () => runTests(node, paths, { isLive: true }))
}

async function runNoun(node, noun) {
  const { files, sweeps, pattern } = testsOfNoun(noun)
  await buildConsole(node)
  if (files.length > 0) await stage(`tests beside the code of ${noun}`, () => runTests(node, files, { isLive: true }))
  await stage(`sweeps over ${noun}`, () => runTests(node, [...sweeps, '--testNamePattern', pattern], { isLive: true, isPart: true }))
}

async function checkOracles(node) {
  const missing = await installOracles(node)
  for (const oracle of missing) say(`  missing: ${oracle.name} (Debian: ${oracle.debian}), skipped: ${oracle.for}`)
  return { isRight: missing.length === 0 || !process.env.CI, output: 'With CI set, no program may be missing' }
}

function useChromium() {
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
}
