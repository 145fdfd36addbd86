import { describe, expect, test } from 'vitest'
import { allTexts, textsOf } from '../support/text-pairs.ts'
import { brokenRules, wordingRules } from '../support/wording-rules.ts'

const texts = allTexts()

test('the sweep sees the texts, and as many in one language as in the other', () => {
  for (const language of ['zh', 'en'] as const) {
    const paths = texts.filter((text) => text.language === language).map(({ path }) => path)
    for (const folder of ['console/', 'contract/', 'server/']) expect(paths.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(100)
  }
})

describe('texts are read from', () => {
  test.each([
    ["const words = { zh: '名称', en: 'Name' }", ['zh 名称', 'en Name']],
    ["defineMessages({ zh: { a: { b: '列表' } }, en: { a: { b: 'List' } } })", ['zh 列表', 'en List']],
    [
      'const words = { zh: { n: (count: number) => `共 ${count} 条` }, en: { n: (count: number) => `${counted(count, "row")}` } }',
      ['zh 共 {count} 条', 'en {counted}'],
    ],
    ["const word = language === 'zh' ? '是' : 'Yes'", ['zh 是', 'en Yes']],
    ["const words = { zh: ['一', '二'], en: ['One', 'Two'] } as const", ['zh 一', 'zh 二', 'en One', 'en Two']],
    ["const words = { en: { state: (one: string) => (one === 'wrong thing' ? 'Bad' : 'Good') } }", ['en Bad', 'en Good']],
  ])('%s', (source, expected) => {
    expect(textsOf(source, 'a.ts').map(({ language, text }) => `${language} ${text}`)).toEqual(expected)
  })
})

describe.each(['en', 'zh'] as const)('a text in %s', (language) => {
  describe.each(wordingRules[language])('$name', ({ name, bad, good }) => {
    test(`is found in “${bad}” and not in “${good}”`, () => {
      expect(brokenRules(language, bad)).toContain(name)
      expect(brokenRules(language, good)).not.toContain(name)
    })

    test('is in no text', () => {
      const found = texts.filter((text) => text.language === language && brokenRules(language, text.text).includes(name))
      expect(found.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
    })
  })
})
