import { expect } from 'vitest'

/** A row as the list's call answered it. */
export type SweptRow = Readonly<Record<string, unknown>> & { readonly id: number }

type Members = Readonly<Record<string, unknown>>

/** Members that every save changes, those of jobs that their schedule changes at any moment, and what is counted of the last 24 hours. */
const changing: ReadonlySet<string> = new Set([
  ...['rowVersion', 'updateTime', 'nextTime', 'lastRun', 'runningCount', 'waitingCount', 'averageMs'],
  ...['queries24h', 'queriesByHour'],
])
/** Members whose order says nothing: a form gives them in the order of its tree. */
const unordered: ReadonlySet<string> = new Set(['rights'])

/** Whether a member holds nothing. */
export const isNothing = (value: unknown): boolean => plain(value) === '' || (Array.isArray(value) && value.length === 0)

/** Ids that a write names, in order. */
export function idsIn({ ids, id }: Members): number[] {
  const named = Array.isArray(ids) ? ids.map(Number) : typeof ids === 'string' ? ids.split(',').map(Number) : id === undefined ? [] : [Number(id)]
  return inOrder(named)
}

export const inOrder = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)

/** What an untouched form sends is what the row holds: every member that both have is the same. */
export function expectUntouched(sent: Members, row: SweptRow, place: string): void {
  const differing = Object.keys(sent).filter((name) => name in row && !isSame(name, sent[name], row[name]))
  expect(
    differing.map((name) => `${name}: sent ${JSON.stringify(sent[name])}, saved ${JSON.stringify(row[name])}`),
    place,
  ).toEqual([])
  if ('rowVersion' in row) expect(sent['rowVersion'], `${place}: the version that was seen`).toBe(row['rowVersion'])
}

/** A row after something that should have changed nothing. */
export function expectSameRow(before: SweptRow, after: SweptRow, place: string): void {
  const differing = Object.keys(before).filter((name) => !changing.has(name) && !isSame(name, before[name], after[name]))
  expect(
    differing.map((name) => `${name}: ${JSON.stringify(before[name])} became ${JSON.stringify(after[name])}`),
    place,
  ).toEqual([])
}

const isSame = (name: string, one: unknown, other: unknown): boolean => written(name, one) === written(name, other)

/** As text that is the same where the value is. */
function written(name: string, value: unknown): string {
  if (unordered.has(name) && Array.isArray(value)) return JSON.stringify(value.map(String).toSorted((one, other) => one.localeCompare(other)))
  return JSON.stringify(plain(value))
}

/** Nothing is nothing, however it is sent, as JSON too; yes and no are 1 and 0; the order of members says nothing. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === 'null') return ''
  if (typeof value === 'boolean') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  return Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other))
}
