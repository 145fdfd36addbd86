import { expect, test } from 'vitest'
import { rights, rightsOpeningAll } from '../rights.ts'
import { rolePresets, type RolePreset } from './role-presets.ts'

const presets: readonly RolePreset[] = rolePresets

test.each(presets)('$key names rights that exist, each once, and none that leads to all', ({ rights: named }) => {
  expect(named.filter((right) => !rights.includes(right))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
  expect(named.filter((right) => rightsOpeningAll.has(right))).toEqual([])
})

test.each(presets)('$key may look at what it may change', ({ rights: named }) => {
  const nouns = named.filter((right) => /\.(write|delete)$/.test(right)).map((right) => right.split('.')[0]!)
  // What is seen with another noun has no right of its own to look at it.
  const looking = rights.filter((right) => nouns.some((noun) => right === `${noun}.read`))
  expect(looking.filter((right) => !named.includes(right))).toEqual([])
})

test('an auditor looks at everything and changes nothing', () => {
  const auditor = presets.find(({ key }) => key === 'auditor')!
  expect(auditor.rights.toSorted()).toEqual(rights.filter((right) => right.endsWith('.read')).toSorted())
})
