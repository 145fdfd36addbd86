import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookup } from '@nameplane/contract/home/lookup'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (refused: { refusal: { problem: string; fields?: Record<string, string> } }) => refused.refusal,
  )

describe('an address', () => {
  it.each([
    ['a telecom client', '202.96.209.133', { country: 'cn', countryZh: '中国', countryEn: 'China' }, ['telecom', 'domestic', 'cn', 'default']],
    ['a Japanese one', '133.11.0.1', { country: 'jp', countryZh: '日本' }, ['jp', 'asia', 'overseas', 'default']],
    ['one of Hong Kong', '203.198.7.66', { country: 'hk', countryZh: '中国香港', countryEn: 'Hong Kong, China' }, ['hk', 'asia', 'overseas', 'default']],
    ['an IPv6 client of China Mobile', '2409:8000::1', { country: 'cn' }, ['mobile', 'domestic', 'cn', 'default']],
    ['a private one, of which nothing is known', '10.1.2.3', { country: null, asNumber: null, asName: null }, ['default']],
  ])('of %s is on its lines', async (_, ip, origin, lines) => {
    const { data } = await test.call(lookup.address, { ip })
    expect(data).toMatchObject(origin)
    expect(data.lines.map((line) => line.code)).toEqual(lines)
    expect(data.segment?.source).toBe('base')
  })

  it('is shown in its one spelling, with the segment that holds it and names in both languages', async () => {
    const { data } = await test.call(lookup.address, { ip: ' 2409:8000:0:0::0001 ' })
    expect(data.ip).toBe('2409:8000::1')
    expect(data.segment?.first.startsWith('2409:')).toBe(true)
    expect(data.asName).toMatch(/china mobile/i)
    expect(data.lines[0]).toEqual({ code: 'mobile', nameZh: '移动', nameEn: 'China Mobile', kind: 'operator' })
  })

  it.each([
    ['', 'required'],
    ['1.2.3', 'invalid_ip'],
    ['127.1', 'invalid_ip'],
    ['0177.0.0.1', 'invalid_ip'],
    ['192.0.2.1/24', 'invalid_ip'],
    ['example.com', 'invalid_ip'],
    ['fe80::1%eth0', 'invalid_ip'],
  ])('%j is refused', async (ip, problem) => {
    expect(await refusalOf(test.call(lookup.address, { ip }))).toMatchObject({ problem, fields: { ip: problem } })
  })
})

describe('a line', () => {
  it('says what it is, what it stands under and which addresses it has', async () => {
    const { data } = await test.call(lookup.line, { code: 'telecom' })
    expect(data).toMatchObject({ code: 'telecom', nameZh: '电信', nameEn: 'China Telecom', kind: 'operator' })
    expect(data.parents.map((parent) => parent.code)).toEqual(['domestic', 'cn', 'default'])
    expect(data.segments.ipv4).toBeGreaterThan(1000)
    expect(data.ipv4Addresses).toBeGreaterThan(100_000_000)
    expect(data.sample.ipv4).toHaveLength(5)
    for (const { first } of data.sample.ipv4) expect((await test.call(lookup.address, { ip: first })).data.lines[0]?.code).toBe('telecom')
  })

  it('takes in the addresses of the lines below it: default has all of them', async () => {
    const { data } = await test.call(lookup.line, { code: 'default' })
    expect(data).toMatchObject({
      parents: [],
      segments: { ipv4: 1, ipv6: 1 },
      ipv4Addresses: 2 ** 32,
      sample: { ipv4: [{ first: '0.0.0.0', last: '255.255.255.255' }] },
    })
  })

  it('without addresses has none', async () => {
    await test.db.insertInto('line').values({ code: 'own', name_zh: '自定义', name_en: 'Own', kind: 'custom', parent: 'default', position: 9999 }).execute()
    expect((await test.call(lookup.line, { code: 'own' })).data).toMatchObject({
      segments: { ipv4: 0, ipv6: 0 },
      ipv4Addresses: 0,
      sample: { ipv4: [], ipv6: [] },
    })
  })

  it('that stands in a circle ends the walk', async () => {
    await test.db
      .insertInto('line')
      .values([
        { code: 'ring_a', name_zh: 'a', name_en: 'a', kind: 'custom', parent: null, position: 1 },
        { code: 'ring_b', name_zh: 'b', name_en: 'b', kind: 'custom', parent: 'ring_a', position: 2 },
      ])
      .execute()
    await test.db.updateTable('line').set({ parent: 'ring_b' }).where('code', '=', 'ring_a').execute()
    const { data } = await test.call(lookup.line, { code: 'ring_a' })
    expect(data.parents.map((parent) => parent.code)).toEqual(['ring_b'])
  })

  it.each([
    ['nowhere', 'line_missing'],
    ['Telecom', 'line_missing'],
    ["x' or 1=1", 'line_missing'],
    ['', 'required'],
  ])('%j is refused', async (code, problem) => {
    expect(await refusalOf(test.call(lookup.line, { code }))).toMatchObject({ problem, fields: { code: problem } })
  })
})

it('look-ups are for everybody who is signed in, and for nobody else', async () => {
  const token = await test.tokenWith([])
  expect((await test.call(lookup.address, { ip: '192.0.2.1' }, token)).data.ip).toBe('192.0.2.1')
  expect(await refusalOf(test.call(lookup.address, { ip: '192.0.2.1' }, null))).toMatchObject({ problem: 'session_lost' })
})
