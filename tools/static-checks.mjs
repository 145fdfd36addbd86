// What can be said of the code without running it. Types are kept in .cache for files that have not changed since.
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildConsole, projectFolder, run, say, StartProblem } from './bootstrap.mjs'
import { sideBySide, stage } from './stages.mjs'

const cache = (name) => join(projectFolder, '.cache', name)
const program = (...path) => join(projectFolder, 'node_modules', ...path)

/** The words that judge the types of a project, after the runtime's own. */
export const wordsOfTypes = (project, name) => [
  program('typescript', 'bin', 'tsc'),
  ...['-p', project, '--incremental', '--tsBuildInfoFile', cache(`types-of-${name}.tsbuildinfo`)],
]

/** The console's build is one of them: it needs nothing of the others, and the tests wait for it. */
export async function staticChecks(node) {
  mkdirSync(cache(''), { recursive: true })
  const check =
    (file, ...parameters) =>
    async () => {
      const { code, output } = await run(node, [file, ...parameters])
      return { isRight: code === 0, output }
    }
  const knip = check(
    program('knip', 'bin', 'knip.js'),
    ...['--no-progress', '--include', 'files,dependencies,unlisted,unresolved,exports,duplicates', '--no-config-hints'],
  )
  // The longest first.
  const works = [
    // It has to read all types for its own rules, and says what the compiler would.
    ['lint and types', check(program('oxlint', 'bin', 'oxlint'), '--type-aware', '--type-check', '--deny-warnings')],
    // Once more as the console reads it: what it imports of the contract knows no Node there.
    ['types of the console', check(...wordsOfTypes(join('console', 'tsconfig.json'), 'console'))],
    ['console build', () => checkConsoleBuild(node)],
    ['dead code', knip],
    ['layers', () => checkLayers(node)],
    // Code is formatted, and only code: prose, settings and records of other programs keep the shape they were written in.
    ['format', check(program('oxfmt', 'bin', 'oxfmt'), '--check', '.')],
    ['documents', check(join('tools', 'check-docs.mjs'))],
    ['price of a noun', () => checkPrice(node)],
  ]
  await sideBySide(
    works.map(
      ([name, work]) =>
        () =>
          stage(name, work),
    ),
    Math.max(2, availableParallelism()),
  )
}

/** Prints what a noun costs; a noun that stands in too many lists fails. */
async function checkPrice(node) {
  const { code, output } = await run(node, [join('tools', 'count-house.mjs')])
  if (code === 0) say(output.trimEnd())
  return { isRight: code === 0, output }
}

/** The tool reports success when it has read nothing at all, as it does without a parser for our TypeScript. */
async function checkLayers(node) {
  const folders = ['dns-text', 'contract', 'server', 'console', 'tests', 'tools', 'bench']
  const { code, output } = await run(node, [program('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', ...folders])
  const [, modules = 0, edges = 0] = (/(\d+) modules, (\d+) dependencies cruised/.exec(output) ?? []).map(Number)
  if (!(modules > 0 && edges > modules)) return { isRight: false, output: `${output}\nOnly ${modules} modules and ${edges} imports were read` }
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
