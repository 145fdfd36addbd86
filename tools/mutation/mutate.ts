import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawn, mutantsOf, withMutant, type Mutant } from './mutants.ts'
import { filesOf, journeysThrough, nounOf, pressedTestsOf, pureTestsOf, sweepsOf, testsBeside, type Side } from './places.ts'
import { isEnough, reasonOf, reportOf, type Equivalent, type Outcome, type Result } from './report.ts'
import { Runner } from './runner.ts'

/*
 * Puts faults into the product one at a time and sees whether the nearest tests notice. They are drawn with a fixed seed; what
 * has been tried is kept in .cache and not tried again while the file stays as it is, so that a run can be ended and gone on with.
 */

export type Tools = {
  readonly root: string
  readonly buildConsole: () => Promise<unknown>
  /** Whether the types of a part agree; `npm test` asks for that too. */
  readonly isTyped: (side: Side) => Promise<boolean>
  /** The sweeps over one noun, as names of tests, and its screens. */
  readonly testsOfNoun: (noun: string) => { readonly pattern: string; readonly screens: readonly string[] }
  readonly say: (line: string) => void
}
type Placed = Mutant & { readonly file: string; readonly text: string }
type Judged = { readonly outcome: Outcome; readonly by: string }
type Round = { readonly tests: readonly string[]; readonly pattern: string | null }

const counts: Readonly<Record<Side, number>> = { server: 130, console: 90 }
/** All tests that press take four minutes. Journeys begin a platform and a browser each, and what never comes is waited for. */
const patience: Readonly<Record<Side, number>> = { server: 45, console: 360 }
const projects: Readonly<Record<Side, string>> = { server: 'pure,server,sweeps', console: 'pure,pressed,swept-*,journeys' }

/** Answers the code that the process ends with. */
export async function mutate(words: string[], { root, buildConsole, isTyped, testsOfNoun, say }: Tools): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { count: { type: 'string' }, seed: { type: 'string', default: '9' }, only: { type: 'string', default: '' }, seconds: { type: 'string' } },
  })
  const cache = join(root, '.cache/mutation')
  const openPath = join(cache, 'open.json')
  mkdirSync(cache, { recursive: true })
  restore()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      restore()
      process.exit(130)
    })

  const equivalents = JSON.parse(readFileSync(join(root, 'tools/mutation/equivalent.json'), 'utf8')) as Equivalent[]
  const results: Result[] = []
  for (const side of ['server', 'console'] as const)
    if (positionals.length === 0 || positionals.includes(side)) results.push(...(await tryAll(side, Number(values.count ?? counts[side]))))
  say(reportOf(results, equivalents))
  return isEnough(results, equivalents) ? 0 : 1

  async function tryAll(side: Side, count: number): Promise<Result[]> {
    const placed = filesOf(root, side)
      .filter((file) => file.includes(values.only))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8')
        return mutantsOf(text, file.endsWith('x') ? 'tsx' : 'ts').map((mutant): Placed => ({ ...mutant, file, text }))
      })
    const chosen = drawn(placed, count, Number(values.seed), nameOf)
    say(`${side}: trying ${chosen.length}, drawn from ${placed.length}`)
    const logPath = join(cache, `${side}.jsonl`)
    const known = new Map(readLog(logPath).map((result) => [result.key, result]))
    // Tests that press ask a platform for the screens that there are.
    if (side === 'console') await buildConsole()
    const runner = new Runner(root, projects[side])
    const tried: Result[] = []
    for (const [index, mutant] of chosen.entries()) {
      const key = keyOf(mutant)
      const place = shown(mutant)
      let result = known.get(key)
      // All tests would be asked, and none could notice.
      if (!result && reasonOf(place, equivalents) !== undefined) result = { key, side, ...place, outcome: 'survived', by: '', seconds: 0 }
      if (!result) {
        const startedAt = Date.now()
        const judged = await tryOut(side, mutant, runner)
        result = { key, side, ...place, ...judged, seconds: Math.round((Date.now() - startedAt) / 1000) }
        appendFileSync(logPath, `${JSON.stringify(result)}\n`)
        say(`${index + 1}/${chosen.length} ${result.outcome} in ${result.seconds} s: ${result.file}:${result.line} ${result.operator}`)
      }
      tried.push(result)
    }
    await runner.stop()
    return tried
  }

  async function tryOut(side: Side, mutant: Placed, runner: Runner): Promise<Judged> {
    const path = join(root, mutant.file)
    writeFileSync(openPath, JSON.stringify({ path, text: mutant.text }))
    writeFileSync(path, withMutant(mutant.text, mutant))
    try {
      const { near, pressed, further } = roundsFor(side, mutant.file)
      let known = await judged(side, mutant, near, runner)
      if (side === 'server') {
        if (!isOver(known)) known = bothOf(known, await judged(side, mutant, further, runner))
        // Tests may wait for what never comes, where the types say at once that it is missing.
        return known.outcome === 'caught' || (await isTyped(side)) ? known : typed
      }
      if (isOver(known)) return known
      // The types are asked before what takes longer than they do, and what needs a browser comes last.
      if (!(await isTyped(side))) return typed
      known = bothOf(known, await judged(side, mutant, pressed, runner))
      if (isOver(known)) return known
      if (!(await isBuilt(buildConsole))) return { outcome: 'caught', by: 'the build' }
      return bothOf(known, await judged(side, mutant, further, runner))
    } finally {
      restore()
    }
  }

  /** What the rounds say, as long as there is time. */
  async function judged(side: Side, mutant: Placed, rounds: readonly Round[], runner: Runner): Promise<Judged> {
    const longestMs = Number(values.seconds ?? patience[side]) * 1000
    const until = Date.now() + longestMs
    let ran = 0
    for (const { tests, pattern } of rounds) {
      for (let left = [...tests]; left.length > 0 && until - Date.now() > 3000;) {
        const tried = await runner.run({ changed: join(root, mutant.file), tests: left, pattern }, until - Date.now())
        if (tried === 'too slow') return { outcome: 'too slow', by: left.join(', ') }
        ran += tried.tests
        if (tried.failed === null) break
        const failed = tried.file === null ? left : [tried.file]
        // Alone, where it has a name: a file may take minutes.
        const alone = tried.name === null ? pattern : `${tried.name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
        if (await isOfTheFault({ by: tried.failed, tests: failed, pattern: alone })) return { outcome: 'caught', by: tried.failed }
        // It failed by chance: what comes after it has not been asked yet.
        left = left.filter((test) => !failed.includes(test))
      }
    }
    return { outcome: ran > 0 ? 'survived' : 'no test', by: '' }

    /** What notices a fault passes without it, and fails again with it. */
    async function isOfTheFault({ by, tests, pattern }: Round & { readonly by: string }): Promise<boolean> {
      const path = join(root, mutant.file)
      const isFailing = async (text: string): Promise<boolean> => {
        writeFileSync(path, text)
        const tried = await runner.run({ changed: path, tests, pattern }, longestMs)
        return tried === 'too slow' || tried.failed !== null
      }
      try {
        // Journeys through the console start a platform each, and see what was built with the fault.
        const isApart = side === 'console' && tests.every((test) => test.startsWith('tests/'))
        if (!isApart && (await isFailing(mutant.text))) {
          // What a fault has ended left something behind: a setting of the platform that tests share, or keys in the process.
          await runner.stop()
          if (await isFailing(mutant.text)) throw new Error(`${by} fails without a fault`)
        }
        return await isFailing(withMutant(mutant.text, mutant))
      } finally {
        writeFileSync(path, withMutant(mutant.text, mutant))
      }
    }
  }

  /** The nearest tests, and where they see nothing those that press, then the journeys and the sweeps of the noun. */
  function roundsFor(side: Side, file: string): Readonly<Record<'near' | 'pressed' | 'further', readonly Round[]>> {
    const beside = testsBeside(root, file)
    const roundsOf = (all: readonly string[][]): Round[] => all.map((tests) => ({ tests, pattern: null }))
    const others = (all: readonly string[][]): Round[] => roundsOf(all.map((tests) => tests.filter((test) => !beside.flat().includes(test))))
    const near = [...roundsOf(beside), ...(side === 'console' ? others([pureTestsOf(root)]) : [])]
    const pressed = side === 'console' ? others(pressedTestsOf(root, file)) : []
    // What all screens are made of is seen by those of the noun that they were made with first.
    const noun = nounOf(file) ?? (side === 'console' ? 'service-group' : null)
    if (noun === null) return { near, pressed, further: [] }
    const { pattern, screens } = testsOfNoun(noun)
    const swept = { tests: sweepsOf(root, side), pattern }
    if (side === 'server') return { near, pressed, further: [swept] }
    const [first = [], ...journeys] = journeysThrough(root, file, screens)
    return { near, pressed, further: [...roundsOf([first]), swept, ...roundsOf(journeys)] }
  }

  /** Puts back what stood in the file before the fault, also after a run that was killed. */
  function restore(): void {
    if (!existsSync(openPath)) return
    const { path, text } = JSON.parse(readFileSync(openPath, 'utf8')) as { path: string; text: string }
    writeFileSync(path, text)
    rmSync(openPath)
  }
}

const typed: Judged = { outcome: 'caught', by: 'the types' }

/** What is said where the further tests may be none. */
const bothOf = (near: Judged, far: Judged): Judged => (far.outcome === 'no test' ? near : far)

/** Whether no other test is asked. */
const isOver = ({ outcome }: Judged): boolean => outcome === 'caught' || outcome === 'too slow'

const isBuilt = (build: Tools['buildConsole']): Promise<boolean> =>
  build().then(
    () => true,
    () => false,
  )

/** Without its line, which what stands above it decides. */
function nameOf(mutant: Placed): string {
  const { file, operator, code, was, is } = shown(mutant)
  return JSON.stringify([file, operator, code, was, is])
}

function keyOf({ file, text, operator, start, replacement }: Placed): string {
  return createHash('sha256')
    .update(JSON.stringify([file, text, operator, start, replacement]))
    .digest('hex')
    .slice(0, 16)
}

function shown({ file, text, start, end, operator, replacement }: Placed): Pick<Result, 'file' | 'line' | 'operator' | 'code' | 'was' | 'is'> {
  const inOneLine = (part: string): string => part.replace(/\s+/g, ' ').slice(0, 160)
  const before = text.slice(0, start).split('\n')
  const code = inOneLine(text.split('\n')[before.length - 1]!.trim())
  return { file, line: before.length, operator, code, was: inOneLine(text.slice(start, end)), is: inOneLine(replacement) }
}

function readLog(path: string): Result[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result)
}
