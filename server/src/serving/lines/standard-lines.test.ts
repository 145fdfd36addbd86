import { describe, expect, test } from 'vitest'
import { ancestorsOf } from './chain.ts'
import { CONTINENTS, COUNTRIES_OF } from './countries.ts'
import { LINE_KINDS, precedenceOf } from './precedence.ts'
import { STANDARD_LINES, standardLine } from './standard-lines.ts'

describe('the table of standard lines', () => {
  test('codes are lower case, digits and underscores, and each stands once', () => {
    const codes = STANDARD_LINES.map((line) => line.code)
    expect(codes.filter((code) => !/^[a-z0-9_]+$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('every line but default hangs under default, and every parent is less specific', () => {
    for (const line of STANDARD_LINES) {
      if (line.code === 'default') continue
      const lineage = [line, ...ancestorsOf(line)]
      expect(lineage.at(-1)?.code, line.code).toBe('default')
      const ranks = lineage.map((one) => precedenceOf(one.kind))
      expect(ranks, line.code).toEqual([...ranks].sort((a, b) => a - b))
      expect(new Set(ranks).size, line.code).toBe(ranks.length)
    }
  })

  test('siblings have an order of their own, of at most two digits', () => {
    const places = STANDARD_LINES.map((line) => `${line.parent}/${line.order}`)
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
    expect(Math.max(...STANDARD_LINES.map((line) => line.order))).toBeLessThan(100)
  })

  test('the 249 codes of ISO 3166-1 are there, each in one continent', () => {
    const countries = CONTINENTS.flatMap((continent) => COUNTRIES_OF[continent.code])
    expect(countries).toHaveLength(249)
    expect(new Set(countries).size).toBe(249)
  })

  test.each([
    ['default', '默认', 'Default'],
    ['domestic', '国内', 'Domestic'],
    ['overseas', '境外', 'Overseas'],
    ['telecom', '电信', 'China Telecom'],
    ['unicom', '联通', 'China Unicom'],
    ['mobile', '移动', 'China Mobile'],
    ['cernet', '教育网', 'CERNET'],
    ['hk', '中国香港', 'Hong Kong, China'],
    ['mo', '中国澳门', 'Macao, China'],
    ['tw', '中国台湾', 'Taiwan, China'],
    ['us', '美国', 'United States'],
    ['jp', '日本', 'Japan'],
  ])('%s is called %s and %s', (code, nameZh, nameEn) => {
    expect(standardLine(code)).toMatchObject({ nameZh, nameEn })
  })

  test('every name is there in Chinese and in English', () => {
    for (const line of STANDARD_LINES) {
      expect(line.nameZh, line.code).toMatch(line.code === 'ucloud' ? /^UCloud$/ : /\p{Script=Han}/u)
      expect(line.nameEn, line.code).toMatch(/^[\p{Script=Latin} ().,&’'-]{2,}$/u)
    }
  })

  test('no autonomous system belongs to two operators', () => {
    const numbers = STANDARD_LINES.flatMap((line) => line.asNumbers ?? [])
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })
})

test('precedence runs from custom to default in the order every engine follows', () => {
  expect([...LINE_KINDS].sort((a, b) => precedenceOf(a) - precedenceOf(b))).toEqual([
    'custom',
    'search_engine_single',
    'search_engine',
    'province_operator',
    'province',
    'region_operator',
    'region',
    'operator',
    'domestic',
    'country',
    'continent',
    'overseas',
    'default',
  ])
})
