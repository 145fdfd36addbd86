import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { querySource } from '@nameplane/contract/dns/query-source'
import { queryVolume, type QueryVolume } from '@nameplane/contract/dns/query-volume'
import type { Reply } from '@nameplane/contract/endpoint'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* A domain that has been asked for weeks: how much over time, compared with earlier, and from where, on a map and in tables. */
let browser: Browser
let platform: RunningPlatform
let asked: Domain

beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform({ world: 'demo' })
  const { list } = (await platform.call(domain.list, { limit: 100 })).data
  asked = list.filter(({ status }) => status === 1).reduce((most, one) => (one.queries24h > most.queries24h ? one : most))
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
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
  const pathOf = (name: string): string => `/dns/domain/list/admin/${asked.domain}/${asked.id}/${asked.userId}/${name}`
  const part = (zh: string, en: string) => page.getByRole('region', { name: say(zh, en), exact: true })
  const button = (zh: string, en: string) => page.getByRole('button', { name: say(zh, en), exact: true })
  const rowsOf = (zh: string, en: string): Promise<string[][]> =>
    part(zh, en)
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  /** What the page is answered to what is pressed. Asked again, the platform would tell of the next minute. */
  const answered = async (filter: Readonly<Record<string, string>>, press: () => Promise<void>): Promise<QueryVolume> => {
    const wanted = Object.entries({ id: String(asked.id), ...filter })
    const coming = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url())
      return pathname.endsWith(queryVolume.list.path) && wanted.every(([name, value]) => searchParams.get(name) === value)
    })
    await press()
    const { data } = (await (await coming).json()) as Reply<typeof queryVolume.list>
    return data
  }
  const saved = async (): Promise<{ name: string; lines: string[] }> => {
    const coming = page.waitForEvent('download')
    await button('导出 CSV', 'Export CSV').click()
    const file = await coming
    return {
      name: file.suggestedFilename(),
      lines: readFileSync(await file.path(), 'utf8')
        .replace('\uFEFF', '')
        .trim()
        .split('\r\n'),
    }
  }

  test('the query volume is compared, narrowed to one entry, and saved as it is shown', async () => {
    await visitor.open(pathOf('qps'))
    const volume = part('解析量', 'Query volume')
    await step('24 hours are known to the minute', async () => {
      await volume.getByText(say('精确到分钟', 'By the minute'), { exact: true }).waitFor()
      await volume.getByRole('img', { name: say('解析量折线图', 'Line chart of the query volume') }).waitFor()
      expect(await rowsOf('解析量', 'Query volume')).toHaveLength(1)
    })
    await step('beside the day before, with the change', async () => {
      const { current, compared } = await answered({ compare: 'yesterday' }, () => button('前一天', 'Day before').press('Enter'))
      await expect.poll(() => rowsOf('解析量', 'Query volume').then(({ length }) => length)).toBe(2)
      expect(current.total!).toBeGreaterThan(0)
      const [now, before] = await rowsOf('解析量', 'Query volume')
      expect(now![4]).toMatch(/^[+−-]?[\d.]+\s?%$/)
      expect([now, before].map((row) => row![1]!.replaceAll(',', ''))).toEqual([String(current.total), String(compared!.total)])
      await expectQuiet(visitor, 'compared volume')
      await expectAccessible(page, 'compared volume')
      await takePicture(page, `query-volume-${language}-${theme}-${widthPx}`)
    })
    await step('all figures are within the page, each with its name: on a phone beside the figure', async () => {
      const table = part('解析量数据', 'Figures of the query volume')
      await table.scrollIntoViewIfNeeded()
      await takePicture(page, `query-volume-figures-${language}-${theme}-${widthPx}`)
      expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const heads = await table.getByRole('columnheader', { includeHidden: true }).allTextContents()
      const shown = await table.getByRole('columnheader').count()
      const named = await table
        .getByRole('cell')
        .evaluateAll((cells) =>
          cells.map((cell) => cell.ownerDocument.defaultView!.getComputedStyle(cell, '::before').content).filter((name) => name !== 'none'),
        )
      const namesOfRow = heads.slice(1).map((name) => `"${name}"`)
      expect([shown, named]).toEqual(widthPx === 390 ? [0, [...namesOfRow, ...namesOfRow]] : [5, []])
    })
    await step('the pointer reads both courses, and dragging shows a part until all is wanted back', async () => {
      const chart = volume.getByRole('img', { name: say('解析量折线图', 'Line chart of the query volume') })
      await chart.scrollIntoViewIfNeeded()
      const at = (await chart.boundingBox())!
      const pointTo = (share: number) => page.mouse.move(at.x + at.width * share, at.y + at.height / 2)
      const read = async (share: number): Promise<string[]> => {
        await pointTo(share)
        const words = volume.locator('.np-course > [aria-hidden="true"]')
        await expect.poll(() => words.textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}\S.*\n\d{4}-\d\d-\d\d \d\d:\d\d {2}\S/)
        const inside = (await words.boundingBox())!
        expect(inside.x).toBeGreaterThanOrEqual(at.x)
        expect(inside.x + inside.width).toBeLessThanOrEqual(at.x + at.width)
        return (await words.textContent())!.split('\n').map((line) => line.slice(0, 16))
      }
      const millisecondsFrom = ([start, end]: readonly (string | undefined)[]): number => Date.parse(end!) - Date.parse(start!)
      const [now, dayBefore] = await read(0.5)
      expect(millisecondsFrom([dayBefore, now])).toBe(86_400_000)
      const whole = [(await read(0.3))[0], (await read(0.9))[0]]
      await takePicture(page, `query-volume-pointed-${language}-${theme}-${widthPx}`)
      await pointTo(0.4)
      await page.mouse.down()
      await page.mouse.move(at.x + at.width * 0.5, at.y + at.height / 2, { steps: 4 })
      await page.mouse.up()
      await button('显示全部', 'Show all').waitFor()
      const part = [(await read(0.3))[0], (await read(0.9))[0]]
      expect(part[0]! > whole[0]! && part[1]! < whole[1]!).toBe(true)
      expect(millisecondsFrom(part)).toBeLessThan(millisecondsFrom(whole) / 4)
      await button('显示全部', 'Show all').click()
      await button('显示全部', 'Show all').waitFor({ state: 'hidden' })
      expect(Math.abs(millisecondsFrom([whole[0], (await read(0.3))[0]]))).toBeLessThan(300_000)
    })
    await step('one type alone is known by the hour, and says so', async () => {
      const { current } = await answered({ compare: 'yesterday', by: 'type', value: 'AAAA' }, () => button('AAAA', 'AAAA').press('Enter'))
      await volume.getByText(say('精确到小时，不含正在进行的一小时', 'By the hour, without the running one'), { exact: true }).waitFor()
      await volume.getByText(say('每项的解析量只按小时保留', 'Single entries are kept by the hour')).waitFor()
      await expect.poll(() => rowsOf('解析量', 'Query volume').then((rows) => rows[0]![1]!.replaceAll(',', ''))).toBe(String(current.total))
      expect(new URL(page.url()).hash).toContain('value=AAAA')
    })
    await step('the file has what is shown', async () => {
      const { name, lines } = await saved()
      expect(name).toBe(`${say('解析量', 'query-volume')}-${asked.domain}-day.csv`)
      expect(lines[0]).toBe(say('开始时间 (UTC),应答数 (AAAA),前一天 (AAAA)', 'Start (UTC),Answers (AAAA),Day before (AAAA)'))
      expect(lines).toHaveLength(25)
    })
    await step('the filter goes, and a month is known by the day', async () => {
      await button('取消筛选：类型 AAAA', 'Remove filter: Type AAAA').click()
      await button('前一周', 'Week before').click()
      await button('30 天', '30 days').click()
      await volume.getByText(say('精确到天（UTC），不含当天', 'By the day (UTC), without today'), { exact: true }).waitFor()
      await expectQuiet(visitor, 'volume of a month')
      await takePicture(page, `query-volume-month-${language}-${theme}-${widthPx}`)
    })
  })

  test('the sources are circles on a map and rows of a table', async () => {
    await visitor.open(pathOf('orign'))
    const { countries } = (await platform.call(querySource.list, { id: asked.id })).data
    const nameOf = (one: (typeof countries)[number]): string => (language === 'zh' ? one.nameZh : one.nameEn)
    await step('every country of the table is on the map, the largest in words', async () => {
      const map = part('世界地图', 'World map').getByRole('img')
      await map.waitFor()
      const drawn = await map.locator('circle').evaluateAll((circles) => circles.map((circle) => circle.getAttribute('data-country')))
      expect(new Set(drawn)).toEqual(new Set(countries.filter(({ answers }) => answers > 0).map(({ code }) => code)))
      expect(await map.getAttribute('aria-label')).toContain(nameOf(countries[0]!))
      const rows = await rowsOf('国家或地区', 'Countries and regions')
      expect(rows.slice(0, countries.length).map(([country]) => country)).toEqual(countries.map(nameOf))
    })
    await step('a circle says its figure under the pointer', async () => {
      const { code } = countries[0]!
      const circle = page.locator(`circle[data-country="${code}"]`)
      await circle.scrollIntoViewIfNeeded()
      await circle.hover({ force: true })
      await expect.poll(() => part('世界地图', 'World map').textContent()).toMatch(/\d.*%/)
      await takePicture(page, `query-sources-${language}-${theme}-${widthPx}`)
    })
    await step('provinces are not known, and it says what can be done', async () => {
      await part('省份', 'Provinces').getByText(say('地址库没有省份数据', 'The address data has no provinces')).waitFor()
      await expectQuiet(visitor, 'query sources')
      await expectAccessible(page, 'query sources')
    })
    await step('the file has a row for each country and one for the unknown', async () => {
      const { name, lines } = await saved()
      expect(name).toBe(`${say('来源地域', 'sources')}-${asked.domain}-day.csv`)
      expect(lines).toHaveLength(countries.length + 2)
    })
    await step('the link leads to the custom lines', async () => {
      await part('省份', 'Provinces')
        .getByRole('link', { name: say('自定义线路', 'Custom lines'), exact: true })
        .press('Enter')
      await expect.poll(() => page.url()).toContain(pathOf('line'))
    })
  })
})
