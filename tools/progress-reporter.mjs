// What a run of tests says while it goes on: how far it is, and each failure when it happens. Says at its end how long each file took.
import { writeFileSync, writeSync } from 'node:fs'
import { relative } from 'node:path'

const everyMs = 20_000
const say = (line) => writeSync(1, `${line}\n`)

export default class ProgressReporter {
  #files = 0
  #done = 0
  #tests = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  #times = []
  #startedAt = Date.now()
  #timer

  onTestRunStart(specifications) {
    this.#files = specifications.length
    this.#timer = setInterval(() => this.#sayHowFar(), everyMs)
    this.#timer.unref()
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.#tests[state] += 1
    // The step of a story that failed stands in the first line of what it says.
    if (state === 'failed') say(`FAILED ${relative(process.cwd(), test.module.moduleId)}: ${test.fullName} — ${errors[0]?.message.split('\n')[0] ?? ''}`)
  }

  onTestModuleEnd(module) {
    this.#done += 1
    const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic()
    const milliseconds = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration
    this.#times.push({ file: relative(process.cwd(), module.moduleId), seconds: milliseconds / 1000 })
  }

  onTestRunEnd() {
    clearInterval(this.#timer)
    const { NAMEPLANE_TEST_TIMES: path } = process.env
    if (path) writeFileSync(path, JSON.stringify(this.#times))
  }

  #sayHowFar() {
    const { passed, failed } = this.#tests
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000)
    say(`… ${this.#done} of ${this.#files} files, ${passed} tests passed, ${failed} failed, ${seconds} s`)
  }
}
