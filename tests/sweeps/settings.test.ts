import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '@nameplane/contract/system/settings'
import { membersOf, readersOf, settingsDocument, unreadMembers } from '../support/settings-document.ts'

const all = settings.map((setting) => [setting.key, setting] as const)

describe('every setting', () => {
  it('has a key of its own', () => {
    expect(settings.map(({ key }) => key)).toEqual([...new Set(settings.map(({ key }) => key))])
  })

  it.each(all)('%s is read by something', (_, setting) => {
    expect(readersOf(setting)).not.toEqual([])
  })

  it.each(all)('%s has no member that nothing reads', (_, setting) => {
    expect(unreadMembers(setting)).toEqual([])
  })

  it.each(all)('%s names secrets and rich text that it has', (_, { secrets, richText, ...setting }) => {
    const members = membersOf({ ...setting, secrets, richText })
    const isThere = (path: string) => members.some((member) => path === member || path.startsWith(`${member}.`))
    expect([...secrets, ...richText].filter((path) => !isThere(path))).toEqual([])
  })
})

it('docs/settings.md is what the contract and the source say', () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'settings.md'), 'utf8')).toBe(settingsDocument())
})
