// One run of the test runner, counted and timed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder, run, say } from './bootstrap.mjs'
import { count } from './stages.mjs'

const cacheFolder = join(projectFolder, '.cache')
const resultsPath = join(cacheFolder, 'test-results.json')
const timesPath = join(cacheFolder, 'test-times.json')
const shownTimes = 20

/**
 * Runs the tests that the parameters name, adds them to the count, and gives how it ended and how long each file took.
 * @param isLive whether to print what it says as it comes; else only how far it is, and everything when something failed
 * @param isPart whether tests were left out on purpose, by their names: these are not counted as skipped
 */
export async function runTests(node, parameters, { isLive, isPart = false }) {
  mkdirSync(cacheFolder, { recursive: true })
  for (const path of [resultsPath, timesPath]) rmSync(path, { force: true })
  const words = [
    join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultsPath}`,
    `--reporter=${join('.', 'tools', 'progress-reporter.mjs')}`,
    ...parameters,
  ]
  const env = { ...process.env, NAMEPLANE_TEST_TIMES: timesPath }
  const { code, output } = isLive ? await runLive(node, words, env) : await run(node, words, { env, onLine: sayProgress })
  if (!existsSync(resultsPath)) return { isRight: false, isCounted: true, output: output || 'The test runner returned no results', times: [] }
  const results = JSON.parse(readFileSync(resultsPath, 'utf8'))
  // A file that cannot be loaded, or a hook that fails, has no failed test of its own.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = results.numFailedTests + brokenFiles.length
  count.passed += results.numPassedTests
  count.failed += failed
  if (!isPart) count.skipped += results.numPendingTests
  const isRight = code === 0 && failed === 0
  const times = existsSync(timesPath) ? JSON.parse(readFileSync(timesPath, 'utf8')) : []
  return { isRight, isCounted: isRight || failed > 0, output, times, note: `${results.numPassedTests} passed, ${failed} failed` }
}

/** The files that took longest, with what they took. Files run beside each other: the sum is more than the time that passed. */
export function sayTimes(times) {
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, shownTimes)
  if (slowest.length < 2) return
  say(`slowest files (${slowest.length} of ${times.length}), in seconds`)
  for (const { file, seconds } of slowest) say(`${seconds.toFixed(1).padStart(8)}  ${file}`)
}

function sayProgress(line) {
  if (/^(… \d|FAILED )/.test(line)) say(line)
}

function runLive(node, words, env) {
  return new Promise((settle) => {
    const child = spawn(node, words, { cwd: projectFolder, stdio: 'inherit', env })
    child.once('error', (cause) => settle({ code: 127, output: cause.message }))
    child.once('close', (code) => settle({ code: code ?? 1, output: '' }))
  })
}
