/* A process that tries one fault after another with its nearest tests. It keeps the test runner and its database between them. */
import { createVitest, type TestModule } from 'vitest/node'

export type Asked = { readonly changed: string; readonly tests: readonly string[]; readonly pattern: string | null }
/** `failed` says what has failed, `file` where; `name` is what its test is called there, null where none was begun. */
export type Told =
  | { readonly isReady: true }
  | { readonly failed: string | null; readonly file: string | null; readonly name: string | null; readonly tests: number }

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  silent: true,
  reporters: [{}],
  project: (process.env['NAMEPLANE_MUTATION_PROJECTS'] ?? '').split(','),
})
await vitest.standalone()
let changedBefore: string | null = null
process.on('message', (asked: Asked) => void tryOut(asked))
process.on('disconnect', () => void vitest.close().then(() => process.exit(0)))
tell({ isReady: true })

async function tryOut({ changed, tests, pattern }: Asked): Promise<void> {
  // The fault before was taken out again: tests far from it would go on seeing it.
  for (const file of new Set([changedBefore ?? changed, changed])) vitest.invalidateFile(file)
  changedBefore = changed
  if (pattern === null) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(new RegExp(pattern))
  const chosen = (await vitest.globTestSpecifications([...tests])).filter(({ moduleId }) => tests.some((test) => moduleId.endsWith(`/${test}`)))
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  // The runner tells of earlier runs too.
  const testModules = all.filter((module) => chosen.some(({ moduleId }) => moduleId === module.moduleId))
  const ran = testModules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.result().state !== 'skipped')
  const failed = ran.find((test) => test.result().state === 'failed')
  const broken = testModules.find((module: TestModule) => module.errors().length > 0)
  tell({
    failed: failed?.fullName ?? broken?.relativeModuleId ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null),
    file: (failed?.module ?? broken)?.relativeModuleId ?? null,
    name: failed?.name ?? null,
    tests: ran.length,
  })
}

function tell(told: Told): void {
  process.send?.(told)
}
