import type { FixtureWorld } from './fixture-world.ts'

/* How the sweep of what is stored reads an object again; a noun says it of its calls beside its valid calls. */

export type Row = Record<string, unknown>

/** Where an object is read again. */
type Reader = {
  call: string
  input: (id: number, world: FixtureWorld) => Row
  /** Its row in the answer. */
  row: (answer: { data: unknown; config?: Row }, id: number) => Row | undefined
}

export type ReadBackCase = {
  reader: Reader
  /** Values that no default and no state before has, beside those of the sound call. */
  sent: (world: FixtureWorld) => Row
  /** Fields that come back under another name or in another form. */
  shown?: Record<string, (row: Row) => unknown>
  /** Fields that cannot come back, with the reason. */
  unread?: Record<string, string>
}

const inList = ({ data }: { data: unknown }, id: number): Row | undefined => (data as { list: Row[] }).list.find((row) => row['id'] === id)
const whole = ({ data }: { data: unknown }): Row => data as Row

/** Its row in a list. */
export const listed = (call: string, input: Row = { limit: 200 }): Reader => ({ call, input: () => input, row: inList })
/** The answer itself. */
export const detailed = (call: string): Reader => ({ call, input: (id) => ({ id }), row: whole })

/** Why the version of a change cannot be read. */
export const version = { rowVersion: 'which state the change is of' }
