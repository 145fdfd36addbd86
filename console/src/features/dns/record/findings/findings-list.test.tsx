import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Finding } from '@nameplane/contract/dns/record'
import { FindingsList } from './findings-list.tsx'

const warnings = (count: number): Finding[] =>
  Array.from({ length: count }, (_, at) => ({ change: null, lineNumber: at + 1, severity: 'warning', code: 'private_address', field: null, params: {} }))
const of = (findings: readonly Finding[], warning = findings.length, more: Partial<Parameters<typeof FindingsList>[0]> = {}): string =>
  renderToStaticMarkup(<FindingsList told={{ findings, found: { error: 0, warning, note: 0 } }} {...more} />)
const rows = (html: string): number => html.split('<li').length - 1

describe('what was found', () => {
  test('is listed as far as the server told of it, and the rest is counted', () => {
    expect(of(warnings(3), 10)).toContain('只列出 3 条，另有 7 条未列出')
    expect(of(warnings(3))).not.toContain('未列出')
  })

  test('is cut where it is long, with a button for all of it', () => {
    expect([rows(of(warnings(50))), of(warnings(50)).includes('<button')]).toEqual([50, false])
    expect([rows(of(warnings(51))), of(warnings(51)).includes('<button')]).toEqual([50, true])
  })

  test('names the member of a record where the text has such names, and nowhere else', () => {
    const found = warnings(1).map((finding) => ({ ...finding, field: 'value' }))
    const named = (more: Partial<Parameters<typeof FindingsList>[0]>) => of(found, 1, { counts: 'records', ...more }).includes('>value</code>')
    expect([named({ namesMembers: true }), named({})]).toEqual([true, false])
  })

  test('stands beside its line, with what is written there', () => {
    const html = of(warnings(2), 2, { textAt: (lineNumber) => (lineNumber === 2 ? 'www A 10.0.0.1' : null) })
    expect([html.match(/第 \d 行/g), html.match(/<code[^>]*>[^<]*/g)?.map((code) => code.replace(/<[^>]*>/, ''))]).toEqual([
      ['第 1 行', '第 2 行'],
      ['www A 10.0.0.1'],
    ])
  })

  test('is grouped by how grave it is, and a group without any is not there', () => {
    expect([...of(warnings(1)).matchAll(/data-findings="(\w+)"/g)].map(([, severity]) => severity)).toEqual(['warning'])
  })
})
