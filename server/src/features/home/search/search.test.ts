import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { search } from '@nameplane/contract/home/search'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

let test: TestApp
let zone: TestDomain
beforeAll(async () => {
  test = await createTestApp()
  zone = await newTestDomain(test)
  await zone.add('www A 198.51.100.7', 'api A 198.51.100.130', 'v6 AAAA 2001:db8:7::1', 'mail MX 10 mx.mail.example.', 'say TXT "50%_off"')
})
afterAll(() => test.close())

const found = async (text: string, token?: string) => (await test.call(search.find, { text }, token)).data
const hosts = async (text: string, token?: string) => (await found(text, token)).records.map((record) => record.host).toSorted()

describe('searching records', () => {
  it.each([
    ['198.51.100.7', ['www']],
    ['198.51.100.0/24', ['api', 'www']],
    ['198.51.100.128/25', ['api']],
    ['2001:db8:7::/48', ['v6']],
    ['2001:0db8:0007:0:0:0:0:1', ['v6']],
    ['203.0.113.0/24', []],
    ['mx.mail', ['mail']],
    ['50%_', ['say']],
    ['mx', []],
    ['api', ['api']],
    ['v6', ['v6']],
    ['WWW', ['www']],
    ['5__off', []],
    ['198.51.100', ['api', 'www']],
    ['198.51.100.1/24', []],
  ])('%s finds %o', async (text, expected) => {
    expect(await hosts(text)).toEqual(expected)
  })

  it('are found by their full name, and so is the domain that a host name lies in', async () => {
    expect(await hosts(`www.${zone.name}`)).toEqual(['www'])
    expect(await hosts(`WWW.${zone.name}.`)).toEqual(['www'])
    expect((await found(`absent.deep.${zone.name}`)).domains.map((row) => row.domain)).toEqual([zone.name])
    expect(await hosts(`absent.deep.${zone.name}`)).toEqual([])
  })

  it('leaves out what lies in the recycle bin', async () => {
    const gone = await newTestDomain(test)
    await gone.add('www A 203.0.113.99')
    expect(await hosts('203.0.113.99')).toEqual(['www'])
    await test.call(domain.delete, { ids: [gone.id] })
    expect(await found('203.0.113.99')).toMatchObject({ records: [] })
    expect((await found(gone.name)).domains).toEqual([])
  })
})

describe('searching', () => {
  it('finds domains in both spellings, those that begin with the text first', async () => {
    for (const name of ['b-shop.example', 'shop.example', '商店.example']) await test.call(domain.save, { domain: name })
    expect((await found('shop')).domains.map((row) => row.domain)).toEqual(['shop.example', 'b-shop.example'])
    expect((await found('商店')).domains.map((row) => row.unicodeName)).toEqual(['商店.example'])
    expect((await found('xn--')).domains.map((row) => row.unicodeName)).toEqual(['商店.example'])
  })

  it('finds by each right only what that right reads', async () => {
    const everything = await found('ad')
    expect(everything.accounts.map((row) => row.username)).toContain('admin')
    expect((await found('ad', await test.tokenWith(['domain.read', 'record.read']))).accounts).toEqual([])
    expect((await found(zone.name, await test.tokenWith(['record.read']))).domains).toEqual([])
    expect(await hosts('198.51.100.7', await test.tokenWith(['domain.read']))).toEqual([])
    expect(await hosts('198.51.100.7', await test.tokenWith(['record.read']))).toEqual(['www'])
  })

  it.each(['', ' ', 'a', 'x'.repeat(256)])('asks for two to 255 characters, not %o', async (text) => {
    expect(await refusalOf(test.call(search.find, { text }))).toMatchObject({ fields: { text: expect.any(String) as unknown } })
  })
})
