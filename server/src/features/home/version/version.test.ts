import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '@nameplane/contract/home/version'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { parseChangelog } from './changelog.ts'

const text = '# Changes\n\n## 0.2.0 · 2026-05-04\n\n### 中文\n\n- 甲\n- 乙\n\n### English\n\n- one\n- two\n\n## 0.1.0\n### 中文\n- 丙\n### English\n- three\n'

describe('the change log', () => {
  it('is read in the order of the file, with both languages', () => {
    expect(parseChangelog(text)).toEqual([
      { version: '0.2.0', day: '2026-05-04', zh: ['甲', '乙'], en: ['one', 'two'] },
      { version: '0.1.0', day: null, zh: ['丙'], en: ['three'] },
    ])
  })

  it('reads Windows line ends alike', () => {
    expect(parseChangelog(text.replaceAll('\n', '\r\n'))).toEqual(parseChangelog(text))
  })

  it.each([
    ['a heading that is no version', '## Next\n', 'line 1: a version is written'],
    ['another language', '## 0.1.0\n### Deutsch\n', 'line 2: a language is'],
    ['a change without a version', '- x\n', 'line 1: a change must be under'],
    ['a change without a language', '## 0.1.0\n- x\n', 'line 2: a change must be under'],
    ['a version that stands twice', '## 0.1.0\n### 中文\n- 甲\n### English\n- a\n## 0.1.0\n', 'line 6: version 0.1.0 is repeated'],
    ['a change in one language only', '## 0.1.0\n### 中文\n- 甲\n', 'version 0.1.0: changes in Chinese: 1, in English: 0'],
    ['a version without a change', '## 0.1.0\n', 'version 0.1.0: changes in Chinese: 0'],
  ])('refuses %s and names the place', (_, wrong, message) => {
    expect(() => parseChangelog(wrong)).toThrow(message)
  })

  it('of this product is well formed and begins with the version that runs', () => {
    const root = new URL('../../../../../', import.meta.url)
    const product = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version
    expect(parseChangelog(readFileSync(new URL('CHANGELOG.md', root), 'utf8'))[0]?.version).toBe(product)
  })
})

describe('through the API', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ version: '0.1.0', changelog: parseChangelog(text) })
  })
  afterAll(() => test.close())

  it('the versions are those of what runs', async () => {
    const { data } = await test.call(version.detail, {})
    expect(data).toMatchObject({
      product: '0.1.0',
      node: process.version,
      databaseKind: 'embedded',
      builtInNode: '0.1.0',
      startTime: '2026-03-01T00:00:00.000Z',
    })
    expect(data.postgresql).toMatch(/^\d+/)
    expect(data.addressData.map((one) => one.day)).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)])
    expect(data.sources.map((source) => source.name)).toContain('IPtoASN')
  })

  it('the update log answers every version to everybody who is signed in', async () => {
    const { data } = await test.call(version.updateLog, {}, await test.tokenWith([]))
    expect(data).toMatchObject({ totalCount: 2, list: [{ version: '0.2.0', zh: ['甲', '乙'] }, { version: '0.1.0' }] })
    await expect(test.call(version.updateLog, {}, null)).rejects.toMatchObject({ refusal: { code: 401 } })
  })

  it('the versions are for those who see the dashboard', async () => {
    await expect(test.call(version.detail, {}, await test.tokenWith([]))).rejects.toMatchObject({ refusal: { problem: 'right_missing' } })
  })
})
