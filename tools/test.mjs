// npm test: everything that must hold. With paths after `--`, only the tests in them.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, buildConsole, projectFolder, run, runCommand, say, secondsSince, StartProblem } from './bootstrap.mjs'
import { findChromium, installOracles } from './oracles.mjs'

const resultsPath = join(projectFolder, '.cache', 'test-results.json')
const program = (...path) => join(projectFolder, 'node_modules', ...path)
const count = { passed: 0, failed: 0 }

await runCommand(async () => {
  const node = await bootstrap()
  const paths = process.argv.slice(2)
  const startedAt = Date.now()
  if (paths.length === 0) {
    // The package manager mostly waits for the network: the checks run beside it.
    await Promise.all([stage('oracles', () => checkOracles(node)), staticChecks(node)])
    await stage('console build', () => checkConsoleBuild(node))
  }
  const skipped = await stage('tests', () => runTests(node, paths))
  if (skipped) say(`${skipped} tests were skipped for want of a program named above`)
  say(`finished in ${secondsSince(startedAt)} s`)
  say(`${count.passed} passed, ${count.failed} failed`)
  return count.failed === 0 ? 0 : 1
})

async function staticChecks(node) {
  const check =
    (file, ...parameters) =>
    async () => {
      const { code, output } = await run(node, [file, ...parameters])
      return { isRight: code === 0, output }
    }
  await stage('types', check(program('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'))
  await stage('types of the console', check(program('typescript', 'bin', 'tsc'), '-p', join('console', 'tsconfig.json')))
  await stage('lint', check(program('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'))
  await stage('format', check(program('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'))
  await stage('layers', () => checkLayers(node))
  await stage(
    'dead code',
    check(program('knip', 'bin', 'knip.js'), '--no-progress', '--include', 'files,dependencies,unlisted,unresolved,exports,duplicates', '--no-config-hints'),
  )
  await stage('documents', check(join('tools', 'check-docs.mjs')))
}

async function checkOracles(node) {
  const missing = await installOracles(node)
  for (const oracle of missing) say(`  missing: ${oracle.name} (Debian: ${oracle.debian}); skipped: ${oracle.for}`)
  const chromium = findChromium()
  if (chromium !== null) process.env.NAMEPLANE_TEST_CHROMIUM = chromium
  return { isRight: missing.length === 0 || !process.env.CI, output: 'with CI set, nothing may be missing' }
}

/** The tool reports success when it has read nothing at all, as it does without a parser for our TypeScript. */
async function checkLayers(node) {
  const folders = ['dns-text', 'contract', 'server', 'console', 'tests', 'tools', 'bench']
  const { code, output } = await run(node, [program('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', ...folders])
  const [, modules = 0, edges = 0] = (/(\d+) modules, (\d+) dependencies cruised/.exec(output) ?? []).map(Number)
  if (!(modules > 0 && edges > modules)) return { isRight: false, output: `${output}\nonly ${modules} modules and ${edges} imports were read` }
  // It complains about TypeScript 7 whatever its parser is.
  return { isRight: code === 0, output: output.split('‼ missing-tsc-transpiler')[0] }
}

async function checkConsoleBuild(node) {
  try {
    await buildConsole(node)
    return { isRight: true, output: '' }
  } catch (problem) {
    if (problem instanceof StartProblem) return { isRight: false, output: problem.message }
    throw problem
  }
}

/** Adds every test to the count; gives how many were skipped. */
async function runTests(node, paths) {
  mkdirSync(join(projectFolder, '.cache'), { recursive: true })
  rmSync(resultsPath, { force: true })
  const { code, output } = await run(node, [
    program('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultsPath}`,
    ...paths,
  ])
  if (!existsSync(resultsPath)) return { isRight: false, isCounted: true, output }
  const results = JSON.parse(readFileSync(resultsPath, 'utf8'))
  // A file that cannot be loaded, or a hook that fails, has no failed test of its own.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = results.numFailedTests + brokenFiles.length
  count.passed += results.numPassedTests
  count.failed += failed
  const isRight = code === 0 && failed === 0
  return { isRight, isCounted: isRight || failed > 0, output, value: results.numPendingTests, note: `${results.numPassedTests} passed, ${failed} failed` }
}

/** Runs one part, prints one line for it, and everything it said when it failed. */
async function stage(name, work) {
  const startedAt = Date.now()
  const reminder = setInterval(() => say(`… ${name}, ${secondsSince(startedAt)} s`), 30_000)
  const { isRight, output, isCounted = false, value, note = '' } = await work()
  clearInterval(reminder)
  if (!isCounted) count[isRight ? 'passed' : 'failed'] += 1
  say(`${isRight ? 'ok    ' : 'FAILED'} ${name}${note && ` (${note})`}, ${secondsSince(startedAt)} s`)
  if (!isRight) say(output.trimEnd())
  return value
}
