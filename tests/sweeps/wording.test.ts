import { describe, expect, test } from 'vitest'
import { documentTexts, documentTextsOf, printedTexts, printedTextsOf } from '../support/printed-texts.ts'
import { allTexts, textsOf, type SourceText } from '../support/text-pairs.ts'
import { brokenRules, wordingRules } from '../support/wording-rules.ts'

const texts = allTexts()
const printed = printedTexts()
const documents = documentTexts()

test('the sweep sees the texts, and as many in one language as in the other', () => {
  for (const language of ['zh', 'en'] as const) {
    const paths = texts.filter((text) => text.language === language).map(({ path }) => path)
    for (const folder of ['console/', 'contract/', 'server/']) expect(paths.filter((path) => path.startsWith(folder)).length).toBeGreaterThan(100)
  }
})

test('the sweep sees what is said in one language', () => {
  const seen = (path: string): number => [...printed, ...documents].filter((text) => text.path.startsWith(path)).length
  const places = ['server/src/cli/', 'server/src/environment.ts', 'server/src/seed/', 'server/src/db/embedded/', 'contract/src/dns/', 'tools/', 'docs/how-to/']
  for (const place of [...places, 'docs/decisions/', 'README.md', 'CHANGELOG.md']) expect(seen(place), place).toBeGreaterThan(10)
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
    expect(textsOf(source, 'a.ts').map(said)).toEqual(expected)
  })

  test.each([
    ['throw new OperatorProblem(`Account not found: ${name}`)', ['en Account not found: {name}']],
    ['print(isDone ? `${counted(rows, "row")} written` : "Nothing was changed")', ['en {counted} written', 'en Nothing was changed']],
    ["const words = { zh: '两 个 词', en: 'Two words', does: 'Delete old runs' }", ['en Delete old runs']],
    ["reply.type('text/html; charset=utf-8'); sql`select a from b`; endpoint('GET sys/domain/list', {})", []],
  ])('what is printed: %s', (source, expected) => {
    expect(printedTextsOf(source, 'a.ts').map(said)).toEqual(expected)
  })

  test.each([
    [
      '# Title\n\nOne sentence over\ntwo lines.\n\n- entry\n  goes on\n- [link](at/once.md)',
      ['en # Title', 'en One sentence over two lines.', 'en - entry goes on', 'en - [link]'],
    ],
    ['| 中文 | English |\n|---|---|\n| 域名 | one; two |', ['zh 中文', 'en English', 'zh 域名', 'en one', 'en two']],
    ['```\nrun at once\n```\n\nRun `at once` <!-- at once --> now', ['en Run … now']],
  ])('a document: %j', (source, expected) => {
    expect(documentTextsOf(source, 'a.md').map(said)).toEqual(expected)
  })
})

function said({ language, text }: SourceText): string {
  return `${language} ${text}`
}

describe.each(['en', 'zh'] as const)('a text in %s', (language) => {
  describe.each(wordingRules[language])('$name', ({ name, bad, good }) => {
    test(`is found in “${bad}” and not in “${good}”`, () => {
      expect(brokenRules(language, bad)).toContain(name)
      expect(brokenRules(language, good)).not.toContain(name)
    })

    const breaking = (all: readonly SourceText[], isOfDocument: boolean): string[] =>
      all
        .filter((text) => text.language === language && brokenRules(language, text.text, isOfDocument).includes(name))
        .map(({ path, text }) => `${path}: ${text}`)

    test('is in no text', () => expect(breaking(texts, false)).toEqual([]))
    test('is not printed', () => expect(breaking(printed, false)).toEqual([]))
    test('is in no document', () => expect(breaking(documents, true)).toEqual([]))
  })
})
