import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { search } from '@nameplane/contract/home/search'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { refusalOf } from '../../../tests/support/records.ts'
import { foldCase } from './fold-case.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('the lower case of a text', () => {
  it('is the database’s, letter by letter', async () => {
    const { rows } = await sql<{ letter: string; lower: string }>`
      select chr(i) as letter, lower(chr(i)) as lower from generate_series(1, 1114111) as i
      where i not between 55296 and 57343 and unicode_assigned(chr(i))`.execute(test.db)
    expect(rows.length).toBeGreaterThan(200_000)
    expect(rows.filter(({ letter, lower }) => foldCase(letter) !== lower)).toEqual([])
  })

  it.each(['İstanbul', 'ΟΔΟΣ', 'ΣΑΣ Σ', 'Straße', 'ǅ', 'K', 'admİn'])('is the database’s for %s, whatever stands around a letter', async (text) => {
    const { rows } = await sql<{ lower: string }>`select lower(${text}) as lower`.execute(test.db)
    expect(foldCase(text)).toBe(rows[0]!.lower)
  })
})

describe('a name with letters whose lower case is no plain matter', () => {
  it('is taken in whatever case it is written', async () => {
    const filters = { status: '1' }
    await test.call(savedFilter.save, { screen: '/dns/domain/list', name: 'İ ΟΔΟΣ', filters })
    expect(await refusalOf(test.call(savedFilter.save, { screen: '/dns/domain/list', name: 'i οδοσ', filters }))).toMatchObject({
      problem: 'saved_filter_exists',
    })
  })

  it('is found in the logs as it was typed', async () => {
    for (const username of ['İnci ΟΔΟΣ', 'inci'])
      await test.app.inject({ method: 'POST', url: '/api/sys/login', payload: { username, password: 'wrong words 1' } })
    const found = async (filter: { actor?: string; search?: string }) => (await test.call(log.signIns, { audience: 'admin', ...filter })).data.totalCount
    expect([await found({ actor: 'İnci ΟΔΟΣ' }), await found({ search: 'İNCİ ΟΔ' }), await found({ actor: 'i' })]).toEqual([1, 1, 2])
  })

  it('of a domain is found by the letters that it was added with, and by its remark', async () => {
    const { id } = (await test.call(domain.save, { domain: 'İstanbul-ΟΔΟΣ.example', remark: 'İzmir ΟΔΟΣ' })).data
    const listed = async (text: string) => (await test.call(domain.list, { search: text })).data.list.map((row) => row.id)
    for (const text of ['İstanbul', 'οδος.', 'İzmir', 'ΟΔΟΣ']) expect([text, await listed(text)]).toEqual([text, [id]])
    expect((await test.call(search.find, { text: 'İstanbul' })).data.domains.map((row) => row.id)).toEqual([id])
  })

  it('offers the account that is named so first', async () => {
    await test.call(user.save, { username: 'kelvin.one', password: 'pass1' })
    await test.call(user.save, { username: 'a.kelvin', password: 'pass1' })
    expect((await test.call(user.names, { search: 'KELVIN' })).data.list.map(({ username }) => username)).toEqual(['kelvin.one', 'a.kelvin'])
  })
})

it('no other lower case is compared with the database’s', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines.filter((line) => /\blower\b/.test(line) && /toLowerCase\(/.test(line))).toEqual([])
  expect(lines.filter((line) => /\b(username|email|actor)\b.*\.toLowerCase\(/i.test(line))).toEqual([])
})
