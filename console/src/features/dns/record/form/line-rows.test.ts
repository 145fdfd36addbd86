import { describe, expect, test } from 'vitest'
import type { Line } from '@nameplane/contract/dns/line'
import { isPinyinOf } from '../../../../i18n/pinyin.ts'
import { browsedRows, flatRows, lineMove, openAtFirst, type LineRow } from './line-rows.ts'
import { foundLines } from './line-search.ts'

const written = `
  default      默认     Default            default       -
  overseas     境外     Overseas           overseas      default
  cn           中国     China              country       default
  domestic     国内     Domestic           domestic      cn
  unicom       联通     China Unicom       operator      domestic
  telecom      电信     China Telecom      operator      domestic
  telecom_js   江苏     Jiangsu            province      telecom
  unicom_js    江苏     Jiangsu            province      unicom
  mobile       移动     China Mobile       operator      domestic
  cernet       教育网   CERNET             operator      domestic
  asia         亚洲     Asia               continent     overseas
  hk           中国香港 Hong Kong, China   country       asia
  jp           日本     Japan              country       asia
  own_office   总部     Head office        custom        -`
const list = written.split('\n').flatMap((row, position): Line[] => {
  const [code, nameZh, nameEn, kind, parent] = row.trim().split(/\s{2,}|(?<=网|中国香港) /)
  return code && nameZh && nameEn && kind && parent ? [{ code, nameZh, nameEn, kind, parent: parent === '-' ? null : parent, position }] : []
})
const codes = (rows: readonly { line: Line }[]): string[] => rows.map(({ line }) => line.code)
const ofGroup = (rows: readonly LineRow[], group: LineRow['group']): LineRow[] => rows.filter((row) => row.group === group)
const find = (typed: string): string[] => foundLines(list, typed, isPinyinOf).map(({ code }) => code)

test('the lines of this test are read', () => expect(list).toHaveLength(14))

describe('before anything is typed', () => {
  const rows = browsedRows(list, ['jp', 'telecom', 'gone', 'telecom_js'], openAtFirst(list, 'default'))

  test('the usual lines stand first, in the order in which they are looked for', () => {
    const usual = ['default', 'telecom', 'unicom', 'mobile', 'cernet', 'overseas']
    const shared = list.filter(({ kind }) => kind !== 'custom')
    expect(codes(ofGroup(browsedRows(shared, [], new Set()), 'usual'))).toEqual(usual)
    expect(codes(browsedRows(shared, [], new Set())).slice(0, 6)).toEqual(usual)
  })

  test('a domain’s own lines stand behind the default one', () => {
    expect(rows.slice(0, 3).map(({ key }) => key)).toEqual(['first-default', 'own-own_office', 'usual-telecom'])
    expect(codes(ofGroup(rows, 'usual'))).toEqual(['telecom', 'unicom', 'mobile', 'cernet', 'overseas'])
  })

  test('then the recent ones, without those at hand and those that are gone', () => {
    expect(codes(ofGroup(rows, 'recent'))).toEqual(['jp', 'telecom_js'])
  })

  test('then all as a tree, open down to operators and continents', () => {
    expect(ofGroup(rows, 'all').map(({ line, level, position, siblings, isOpen }) => [line.code, level, `${position}/${siblings}`, isOpen])).toEqual([
      ['default', 1, '1/2', true],
      ['cn', 2, '1/2', true],
      ['domestic', 3, '1/1', true],
      ['telecom', 4, '1/4', false],
      ['unicom', 4, '2/4', false],
      ['mobile', 4, '3/4', null],
      ['cernet', 4, '4/4', null],
      ['overseas', 2, '2/2', true],
      ['asia', 3, '1/1', false],
      ['own_office', 1, '2/2', null],
    ])
  })

  test('and down to the line that is chosen', () => {
    expect(codes(ofGroup(browsedRows(list, [], openAtFirst(list, 'jp')), 'all'))).toContain('jp')
    expect(codes(ofGroup(browsedRows(list, [], openAtFirst(list, 'gone')), 'all'))).not.toContain('jp')
  })
})

describe('a search finds', () => {
  test.each([
    ['a Chinese name', '香港', ['hk']],
    ['the whole name before a part of one', '中国', ['cn', 'hk']],
    ['an English name, in any case', 'JIANGSU', ['telecom_js', 'unicom_js']],
    ['words of an English name', 'hong kong', ['hk']],
    ['a code', 'telecom_j', ['telecom_js']],
    ['a code before the names that hold it', 'mobile', ['mobile']],
    ['pinyin', 'dianxin', ['telecom']],
    ['pinyin with spaces', 'xiang gang', ['hk']],
    ['the first letters of pinyin', 'jyw', ['cernet']],
    ['the usual lines first among those that fit alike', 'china', ['cn', 'telecom', 'unicom', 'mobile', 'hk']],
    ['nothing', 'zzzz', []],
  ])('%s: %s', (_, typed, found) => expect(find(typed)).toEqual(found))

  test('all lines, each behind its parent, with nothing typed', () => {
    expect(find(' ')).toEqual(list.map(({ code }) => code).toSorted((one, other) => find('').indexOf(one) - find('').indexOf(other)))
    for (const { code, parent } of list) if (parent !== null) expect(find('').indexOf(parent)).toBeLessThan(find('').indexOf(code))
  })

  test('by what is written, while the dictionary is not there', () => {
    expect(foundLines(list, 'dianxin', () => false)).toEqual([])
    expect(foundLines(list, '电信', () => false).map(({ code }) => code)).toEqual(['telecom'])
  })
})

describe('keys', () => {
  const rows = browsedRows(list, [], openAtFirst(list, 'default'))
  const at = (key: string): number => rows.findIndex((row) => row.key === key)
  test.each<[string, string, string, object | null]>([
    ['Down goes on into the next group', 'ArrowDown', 'usual-overseas', { mark: 'all-default' }],
    ['Up stops at the first', 'ArrowUp', 'first-default', { mark: 'first-default' }],
    ['Down stops at the last', 'ArrowDown', 'all-own_office', { mark: 'all-own_office' }],
    ['Home', 'Home', 'all-asia', { mark: 'first-default' }],
    ['End', 'End', 'first-default', { mark: 'all-own_office' }],
    ['Right unfolds', 'ArrowRight', 'all-telecom', { fold: 'telecom' }],
    ['Right goes into what is open', 'ArrowRight', 'all-domestic', { mark: 'all-telecom' }],
    ['Left folds', 'ArrowLeft', 'all-domestic', { fold: 'domestic' }],
    ['Left goes up from what is folded', 'ArrowLeft', 'all-telecom', { mark: 'all-domestic' }],
    ['Right does nothing where there is nothing below', 'ArrowRight', 'all-mobile', null],
    ['a letter belongs to the search', 'a', 'all-mobile', null],
  ])('%s', (_, key, from, move) => {
    expect(at(from)).toBeGreaterThanOrEqual(0)
    expect(lineMove(key, rows, at(from), false)).toEqual(move)
  })

  test('Left and Right belong to the text once something is typed; Home and End do not', () => {
    const found = flatRows('found', list)
    expect(lineMove('ArrowLeft', found, 1, true)).toBeNull()
    expect(lineMove('ArrowRight', found, 1, true)).toBeNull()
    expect(lineMove('End', found, 0, true)).toEqual({ mark: 'found-own_office' })
    expect(lineMove('ArrowDown', [], 0, true)).toBeNull()
  })
})
