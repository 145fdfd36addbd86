/// <reference types="vite/types/importMeta.d.ts" />
import type { TestApp } from './app.ts'
import type { FixtureWorld } from './fixture-world.ts'
import type { ReadBackCase } from './read-back.ts'

/** One valid input for each call whose fields cannot be guessed from its schema, by `<noun>.<verb>`. */
export type ValidCalls = Readonly<Record<string, (world: FixtureWorld) => Record<string, unknown>>>

/**
 * What a noun gives the sweeps, in `<noun>.calls.testing.ts` beside its routes: no list names it. Members of the world that
 * it makes are added to the world's type there.
 */
export type NounFixtures = {
  readonly validCalls: ValidCalls
  /** How what its calls save is read again, by `<noun>.<verb>`. */
  readonly readBack?: Readonly<Record<string, ReadBackCase>>
  /** Makes what the calls work on, in the world of this name. */
  readonly makeFixtures?: (app: Pick<TestApp, 'call' | 'db'>, name: string) => Promise<Partial<FixtureWorld>>
}

/** Those of all nouns, as found. */
export const nounFixtures: readonly NounFixtures[] = Object.values(
  import.meta.glob<NounFixtures>('../../server/src/features/**/*.calls.testing.ts', { eager: true }),
)
