import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultRules, type AnsweringRules } from './answering-rules.ts'
import { AnsweringStore } from './answering-store.ts'

let folder: string
let faults: string[]
const path = (): string => join(folder, 'answering')
const store = (): AnsweringStore => new AnsweringStore(path(), (fault) => faults.push(String(fault)))
const rules: AnsweringRules = { ...defaultRules, nsid: 'é', cookieSecrets: ['00'.repeat(16)], chaos: { 'id.server': 'n' } }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-rules-'))
  faults = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('rules are there for the next start, for nobody else to read', () => {
  expect(store().read()).toBeNull()
  store().keep(rules)
  expect(store().read()).toEqual(rules)
  expect(statSync(path()).mode & 0o077).toBe(0)
  expect(readdirSync(folder)).toEqual(['answering'])
  expect(faults).toEqual([])
})

it.each<[string, (text: string) => string]>([
  ['a changed character', (text) => text.replace('"on"', '"ox"')],
  ['half of it', (text) => text.slice(0, 40)],
  ['nothing in it', () => ''],
  [
    'another version',
    (text) => {
      const json = text.slice(9, -1).replace('"format":1', '"format":2')
      return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
    },
  ],
])('rules with %s are not obeyed', (_, damage) => {
  store().keep(rules)
  writeFileSync(path(), damage(readFileSync(path(), 'utf8')))
  expect(store().read()).toBeNull()
  expect(faults).toEqual([expect.stringContaining('asked for again')])
})

it('where nothing can be written they hold all the same', () => {
  rmSync(folder, { recursive: true })
  store().keep(rules)
  expect(faults).toEqual([expect.stringContaining('ENOENT')])
})
