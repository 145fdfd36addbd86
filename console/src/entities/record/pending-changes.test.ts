import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { domainsIn, keepChanges, keptChanges } from './pending-changes.ts'

const [ada, bob, domainId] = [3, 4, 7]
let kept: Map<string, string>
let isFull: boolean

beforeEach(() => {
  kept = new Map()
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull && key !== 'record-tray-7') throw new Error('full')
      kept.set(key, text)
    },
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('changes are kept for one account and one domain', () => {
  keepChanges(ada, domainId, 'hers')
  expect([keptChanges(ada, domainId), keptChanges(bob, domainId), keptChanges(ada, 8)]).toEqual(['hers', null, null])
  keepChanges(ada, domainId, null)
  expect([keptChanges(ada, domainId), kept.size]).toEqual([null, 0])
})

test('what was kept before accounts were told apart becomes the first one’s, and only that one’s', () => {
  kept.set('record-tray-7', 'old')
  expect([keptChanges(ada, domainId), keptChanges(bob, domainId), keptChanges(ada, domainId)]).toEqual(['old', null, 'old'])
  keepChanges(ada, domainId, null)
  expect([keptChanges(ada, domainId), kept.size]).toEqual([null, 0])
})

test('it waits while the account has changes of its own', () => {
  kept.set('record-tray-7', 'old')
  keepChanges(ada, domainId, 'hers')
  expect(keptChanges(ada, domainId)).toBe('hers')
  keepChanges(ada, domainId, null)
  expect(keptChanges(ada, domainId)).toBe('old')
})

test('it stays where it is in a browser that keeps nothing more', () => {
  kept.set('record-tray-7', 'old')
  isFull = true
  expect([keptChanges(ada, domainId), kept.get('record-tray-7')]).toEqual(['old', 'old'])
})

test('domains with changes of the account are told from those of others', () => {
  const keys = ['record-tray-3-7', 'record-tray-4-8', 'record-tray-9', 'record-tray-3-x', 'record-recent-lines']
  expect([...domainsIn(keys, ada)]).toEqual([7, 9])
})
