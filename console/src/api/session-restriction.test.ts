import { beforeEach, describe, expect, test } from 'vitest'
import { isRestriction, noteRestriction, releaseRestriction, restrictToLocked, sessionRestriction, watchRestrictions } from './session-restriction.ts'
import { removeSession } from './session-store.ts'

const kept = new Map<string, string>()
type Told = { readonly key: string | null; readonly newValue: string | null }
let hear: (event: Told) => void = () => undefined

beforeEach(() => {
  kept.clear()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  Object.assign(globalThis, { localStorage, window: { addEventListener: (_: string, listener: typeof hear) => (hear = listener) } })
  sessionRestriction.set(null)
  return () => {
    Reflect.deleteProperty(globalThis, 'localStorage')
    Reflect.deleteProperty(globalThis, 'window')
  }
})

describe('a session', () => {
  test('that this tab locks is held here, and the other tabs are told whose it is', () => {
    restrictToLocked('ada')
    expect(sessionRestriction.get()).toEqual({ kind: 'locked', username: 'ada' })
    expect([...kept]).toEqual([['locked', 'ada']])
  })

  test.each([
    ['released', releaseRestriction],
    ['removed', removeSession],
  ])('that is %s is held no more, in no tab', (_, end) => {
    restrictToLocked('ada')
    end()
    expect([sessionRestriction.get(), kept.size]).toEqual([null, 0])
  })

  test.each([
    ['session_locked', 'locked'],
    ['second_factor_enrolment', 'enrolment'],
  ] as const)('is held by the refusal %s', (problem, kind) => {
    expect(isRestriction(problem)).toBe(true)
    noteRestriction(problem, { username: 'ada' })
    expect(sessionRestriction.get()).toEqual({ kind, username: 'ada' })
    // A later refusal of the same kind is no news.
    const first = sessionRestriction.get()
    noteRestriction(problem, { username: 'grace' })
    expect(sessionRestriction.get()).toBe(first)
  })

  test('is held without a name where the refusal says none', () => {
    noteRestriction('session_locked', { username: 7 })
    expect(sessionRestriction.get()).toEqual({ kind: 'locked', username: '' })
  })

  test.each(['domain_missing', 'toString', undefined, null])('is not held by %j', (problem) => {
    expect(isRestriction(problem)).toBe(false)
    noteRestriction(String(problem), { username: 'ada' })
    expect(sessionRestriction.get()).toBeNull()
  })
})

describe('another tab', () => {
  let releases = 0
  beforeEach(() => {
    releases = 0
    watchRestrictions(() => (releases += 1))
  })

  test('that locks the session locks it here, until it unlocks it: then this tab asks the server anew', () => {
    hear({ key: 'locked', newValue: 'ada' })
    expect(sessionRestriction.get()).toEqual({ kind: 'locked', username: 'ada' })
    expect(releases).toBe(0)
    hear({ key: 'locked', newValue: null })
    expect([sessionRestriction.get(), releases]).toEqual([null, 1])
  })

  test('that keeps something else changes nothing here', () => {
    hear({ key: 'language', newValue: 'en' })
    expect(sessionRestriction.get()).toBeNull()
    restrictToLocked('ada')
    hear({ key: 'language', newValue: null })
    expect([sessionRestriction.get()?.kind, releases]).toEqual(['locked', 0])
  })

  test('that ends what did not hold here is no news', () => {
    hear({ key: 'locked', newValue: null })
    expect(releases).toBe(0)
  })
})
