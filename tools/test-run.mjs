// One run of the test runner, counted and timed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectFolder, run, say } from './bootstrap.mjs'
import { count } from './stages.mjs'

const cacheFolder = join(projectFolder, '.cache')
const resultsPath = join(cacheFolder, 'test-results.json')
const timesPath = join(cacheFolder, 'test-times.json')
const shownTimes = 20

/** Files that drive a browser and whole platforms, whose steps wait for processes that share two cores. */
const drivesPlatform = /^tests\/(journeys|durability|sweeps\/screens)\//
const mostRepeated = 3

const noResults = { isRight: false, isCounted: true, times: [], passed: 0, failed: 1, skipped: 0, failedFiles: [], passedFiles: [] }

/**
 * Runs the tests that the parameters name, adds them to the count, and gives how it ended and how long each file took.
 * @param isLive whether to print what it says as it comes; else only how far it is, and everything when something failed
 * @param isPart whether tests were left out on purpose, by their names: these are not counted as skipped
 */
export async function runTests(node, parameters, options) {
  return counted(await runOnce(node, parameters, options))
}

/**
 * Runs all tests. When no more than three files failed, and all of them drive whole platforms, these are run once more with the machine
 * to themselves: what passes then is named as unstable instead of failed. Why: docs/decisions/test-suite.md.
 */
export async function runAllTests(node) {
  const first = await runOnce(node, [], { isLive: false })
  if (!mayBeRepeated(first)) return counted(first)
  say(`… once more, alone: ${first.failedFiles.join(', ')}`)
  const again = await runOnce(node, first.failedFiles, { isLive: false })
  if (again.passedFiles.length > 0) say(first.output.slice(Math.max(0, first.output.indexOf(' FAIL '))).trimEnd())
  for (const file of again.passedFiles) say(`UNSTABLE ${file} failed next to others and passed alone. Find out why.`)
  const { failed } = again
  const passed = first.passed + first.failed - failed
  return counted({ ...again, passed, skipped: first.skipped, times: first.times, note: `${passed} passed, ${failed} failed` })
}

function mayBeRepeated({ failedFiles, output }) {
  // An error that no test caught belongs to none of the files, so repeating them would lose it.
  if (/Unhandled (Errors|Rejection)/.test(output)) return false
  return failedFiles.length > 0 && failedFiles.length <= mostRepeated && failedFiles.every((file) => drivesPlatform.test(file))
}

function counted({ passed, failed, skipped, ...result }) {
  count.passed += passed
  count.failed += failed
  count.skipped += skipped
  return result
}

/** One run and its results, not yet counted: paths of files are relative to the project. */
async function runOnce(node, parameters, { isLive, isPart = false }) {
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
  if (!existsSync(resultsPath)) return { ...noResults, output: output || 'The test runner returned no results' }
  const results = JSON.parse(readFileSync(resultsPath, 'utf8'))
  // A file that cannot be loaded, or a hook that fails, has no failed test of its own.
  const brokenFiles = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = results.numFailedTests + brokenFiles.length
  const isRight = code === 0 && failed === 0
  const filesThat = (wanted) => results.testResults.filter(({ status }) => status === wanted).map(({ name }) => relative(projectFolder, name))
  return {
    isRight,
    isCounted: isRight || failed > 0,
    output,
    times: existsSync(timesPath) ? JSON.parse(readFileSync(timesPath, 'utf8')) : [],
    note: `${results.numPassedTests} passed, ${failed} failed`,
    passed: results.numPassedTests,
    failed,
    skipped: isPart ? 0 : results.numPendingTests,
    failedFiles: filesThat('failed'),
    passedFiles: filesThat('passed'),
  }
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
