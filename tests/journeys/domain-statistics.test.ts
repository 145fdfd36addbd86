import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { ask } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* What a node was asked, on the screen of the domain: by names that there are, and by the countries of the clients. */
const name = 'asked.example'
/** Asked by one client only, of whom nothing is known. */
const unplaced = 'unplaced.example'
let browser: Browser
let platform: RunningPlatform
let id: number
let unplacedPath: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
  id = (await platform.call(domain.save, { domain: name })).data.id
  await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1'), adding('*.shop A 192.0.2.2')] })
  const added = (await platform.call(domain.save, { domain: unplaced })).data
  const { userId } = (await platform.call(domain.detail, { id: added.id })).data
  unplacedPath = `/dns/domain/list/admin/${unplaced}/${added.id}/${userId}/qps`
  await vi.waitUntil(async () => (await ask(platform.dnsPort, unplaced, 'SOA')).rcode === 0, { timeout: 30_000 })
  await vi.waitUntil(async () => (await ask(platform.dnsPort, `www.${name}`, 'A')).rcode === 0, { timeout: 30_000 })
  await ask(platform.dnsPort, `made-up.${name}`, 'A')
  for (let each = 0; each < 3; each += 1) await ask(platform.dnsPort, `WWW.${name}`, 'AAAA', '114.114.114.0/24')
  for (const made of ['one', 'two']) await ask(platform.dnsPort, `${made}.shop.${name}`, 'A', '8.8.8.0/24')
  const isCounted = async () => (await platform.call(domain.statistics, { id })).data.countries.some((one) => one.name === 'us' && one.answers === 2)
  await vi.waitUntil(isCounted, { timeout: 30_000, interval: 500 })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

test('names that strangers make up, and clients of whom nothing is known, have no row of their own', async () => {
  const { names, countries, rcodes, answers } = (await platform.call(domain.statistics, { id })).data
  expect(countries).toEqual([
    { name: 'cn', answers: 3 },
    { name: 'us', answers: 2 },
  ])
  expect(names.map((one) => one.name)).toEqual(['www', '*.shop'])
  const madeUp = rcodes.find((one) => one.name === 'NXDOMAIN')!.answers
  expect(answers).toBe(names.reduce((sum, one) => sum + one.answers, madeUp))
})

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    await signIn(visitor, '/dns/domain/list')
  })
  afterAll(() => visitor?.close())

  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const rowsOf = (title: string): Promise<string[]> =>
    page
      .getByRole('region', { name: title, exact: true })
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent).join(' ')))

  test('the list leads to it, and each part says what is not told apart', async () => {
    await step('from the row of the domain', async () => {
      await page.getByRole('button', { name: `${say('更多操作', 'More actions')} ${name}` }).click()
      await page.getByRole('menuitem', { name: say('解析统计', 'Query statistics'), exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
    })
    await step('countries have their names, and the rest is other', async () => {
      await expect
        .poll(() => rowsOf(say('来源国家或地区', 'Countries and regions')))
        .toEqual([expect.stringMatching(/^(中国|China) 3 /), expect.stringMatching(/^(美国|United States) 2 /), expect.stringMatching(/^(其他|Other) /)])
      const names = await rowsOf(say('主机记录', 'Names'))
      expect(names.map((row) => row.split(' ')[0])).toEqual(['www', '*.shop', say('其他', 'Other')])
      await expectQuiet(visitor, 'query statistics')
      await expectAccessible(page, 'query statistics')
      await takePicture(page, `domain-statistics-${language}-${theme}-${widthPx}`)
    })
    await step('a period is chosen with the keyboard and stands in the address', async () => {
      await page.getByRole('button', { name: say('30 天', '30 days'), exact: true }).press('Enter')
      await expect.poll(() => page.url()).toContain('period=month')
      await expect.poll(() => rowsOf(say('主机记录', 'Names')).then(({ length }) => length)).toBe(3)
    })
    await step('answers that no country is known of are counted, too', async () => {
      await visitor.open(unplacedPath)
      await page.getByRole('heading', { name: unplaced, exact: true }).waitFor()
      await expect.poll(() => rowsOf(say('来源国家或地区', 'Countries and regions'))).toEqual([expect.stringMatching(/^(其他|Other) \d+ 100/)])
    })
  })
})
