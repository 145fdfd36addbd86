import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { message } from '@nameplane/contract/account/message'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { step } from '../support/step.ts'

/* An administrator on a phone of 390 px: one hand, no hover, no keyboard. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  await platform.call(domain.save, { domain: 'shown.example' })
  await platform.call(message.save, { title: '维护通知', content: '<p>今晚维护</p>', type: 2, audience: 'all', action: 'publish' })
  visitor = await newVisitor(browser, platform, { language: 'zh', widthPx: 390, heightPx: 844 })
  page = visitor.page
  await signIn(visitor)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const main = (path: string) => page.locator(`main[data-screen="${path}"]`)
/** How many of these are whole within the window, and within what they scroll in. */
const wholeInView = (what: string): string => `[...document.querySelectorAll('main ${what}')].filter((one) => one.checkVisibility()).filter((one) => {
  const { top, bottom } = one.getBoundingClientRect()
  const scrolled = one.closest('[role=region]')?.getBoundingClientRect()
  return top >= Math.max(0, scrolled?.top ?? 0) && bottom <= Math.min(innerHeight, scrolled?.bottom ?? innerHeight)
}).length`
async function seenButton(name: RegExp): Promise<void> {
  const { y, height } = (await page.getByRole('main').getByRole('button', { name }).first().boundingBox())!
  expect(y >= 0 && y + height <= 844, String(name)).toBe(true)
}
const overflowPx = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('an administrator finds a screen, adds a record and reads a notice on a phone', { timeout: 360_000 }, async () => {
  await step('finds a screen by the menu, which is a sheet that goes when the screen comes', async () => {
    await page.getByRole('button', { name: '打开菜单' }).click()
    const sheet = page.getByRole('dialog', { name: '侧边菜单' })
    await sheet.getByRole('button', { name: '域名解析' }).click()
    await sheet.getByRole('button', { name: '域名管理' }).click()
    await sheet.getByRole('link', { name: '域名列表' }).click()
    await main('/dns/domain/list').waitFor()
    await sheet.waitFor({ state: 'detached' })
    expect(await page.getByRole('table').count()).toBe(0)
    expect(await overflowPx()).toBe(0)
  })

  await step('adds a domain and a record to it, and sees that it is saved', async () => {
    await page.getByRole('button', { name: '添加域名' }).click()
    const adding = page.getByRole('dialog', { name: '添加域名' })
    await adding.getByRole('textbox', { name: '域名' }).fill('pocket.example')
    await adding.getByRole('button', { name: '添加域名', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '打开解析记录' }).click()
    await page.getByRole('heading', { name: 'pocket.example' }).waitFor()
    await page.getByRole('button', { name: '添加记录' }).first().click()
    const form = page.getByRole('dialog', { name: '添加记录' })
    await form.getByLabel('主机记录', { exact: true }).fill('www')
    await form.getByRole('textbox', { name: '地址', exact: true }).fill('192.0.2.44')
    await takePicture(page, 'phone-record')
    expect(await overflowPx()).toBe(0)
    await form.getByRole('button', { name: '线路：默认' }).click()
    const lines = form.getByRole('tree')
    await takePicture(page, 'phone-lines')
    const panel = (await lines.locator('xpath=..').boundingBox())!
    expect(Math.min(panel.x, panel.y, 390 - panel.x - panel.width, 844 - panel.y - panel.height)).toBeGreaterThanOrEqual(0)
    expect(await lines.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await lines.getByRole('treeitem').last().scrollIntoViewIfNeeded()
    await lines.locator('[data-line=default]').first().click()
    await lines.waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: '加入待保存修改' }).click()
    await page.getByRole('button', { name: '核对并保存' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).last().click()
    // The domain was live before, too.
    await page.getByRole('region', { name: '1 处待保存修改' }).waitFor({ state: 'detached' })
    await page.getByText('已在 1/1 个节点生效', { exact: false }).waitFor()
  })

  await step('sees the whole of each record, so that none is taken for another', async () => {
    const long = `${'a-very-long-host-name-'.repeat(2)}end`
    const { data } = await platform.call(domain.list, { search: 'pocket.example', limit: 1 })
    const changes = [adding(`${long} A 192.0.2.45`), adding('many A 198.51.100.201'), adding('many A 198.51.100.202')]
    await platform.call(record.apply, { domainId: data.list[0]!.id, changes })
    await page.reload()
    const cards = page.locator('tr[data-record]')
    const texts = (): Promise<string[]> => cards.evaluateAll((all) => all.map((one) => one.innerText.replaceAll(/\s+/g, ' ').trim()))
    await expect
      .poll(texts)
      .toEqual([
        `${long} 正常 A 192.0.2.45 默认 TTL 600`,
        'many 正常 A 198.51.100.201 默认 TTL 600',
        'many 正常 A 198.51.100.202 默认 TTL 600',
        'www 正常 A 192.0.2.44 默认 TTL 600',
      ])
    const cut = await cards.evaluateAll(
      (all) => all.flatMap((one) => [...one.querySelectorAll('*')].filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)).length,
    )
    expect(cut).toBe(0)
    expect(await overflowPx()).toBe(0)
    await takePicture(page, 'phone-records')
  })

  await step('sees four records of a domain at the first look, what can be done with them, and what is not saved yet', async () => {
    const { data } = await platform.call(domain.list, { search: 'shown.example', limit: 1 })
    const { id, userId } = data.list[0]!
    await platform.call(record.apply, { domainId: id, changes: [1, 2, 3, 4, 5].map((one) => adding(`www${one} A 198.51.100.20${one}`)) })
    await visitor.open(`/dns/domain/list/admin/shown.example/${id}/${userId}/record`)
    const seen = (what: string) => page.evaluate<number>(wholeInView(what))
    for (const language of ['zh', 'en']) {
      await page.locator('tr[data-record]:visible').nth(3).waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toContain(language)
      await expect.poll(() => seen('tr[data-record]'), { message: `whole records in ${language}` }).toBeGreaterThanOrEqual(4)
      for (const name of [/^(添加记录|Add record)$/, /^(域名信息|Details)$/]) await seenButton(name)
      expect(await overflowPx()).toBe(0)
      await takePicture(page, `phone-first-look-${language}`)
      await page.locator('button[lang]').first().click()
    }
    // What a domain is, once it is asked for.
    const details = page.getByRole('button', { name: '域名信息', exact: true })
    const fact = page.locator('dt:visible').getByText('默认 TTL', { exact: true })
    expect(await fact.count()).toBe(0)
    await details.click()
    await fact.waitFor()
    await details.click()
    await page.locator('tr[data-record]:visible').first().getByRole('switch').click()
    const tray = page.getByRole('region', { name: '1 处待保存修改' })
    await tray.waitFor()
    await expect.poll(() => seen('[role=region][aria-label="1 处待保存修改"] button')).toBe(await tray.getByRole('button').count())
    await seenButton(/^添加记录$/)
    await takePicture(page, 'phone-tray')
    for (const language of ['zh', 'en']) {
      expect(await page.evaluate('document.documentElement.lang')).toContain(language)
      const bar = page.getByRole('region', { name: language === 'zh' ? '1 处待保存修改' : '1 pending change', exact: true })
      for (const name of [/^(撤销|Undo)$/, /^(全部放弃|Discard all)$/, /^(核对并保存|Review and save)$/, /^(立即保存|Save now)$/])
        await bar.getByRole('button', { name }).waitFor()
      const rows = await bar.getByRole('button').evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))])
      expect(rows, `rows of buttons in ${language}`).toHaveLength(1)
      // WCAG 2.5.8: a finger finds each of them.
      const widths = await bar.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
      expect(Math.min(...widths), `the narrowest button in ${language}`).toBeGreaterThanOrEqual(24)
      await page.locator('button[lang]').first().click()
    }
    await tray.getByRole('button', { name: '撤销', exact: true }).click()
    await tray.waitFor({ state: 'detached' })
  })

  await step('turns to a desk and back with a drawer over the records, which keep the room that they had', async () => {
    const { data } = await platform.call(domain.list, { search: 'shown.example', limit: 1 })
    const hosts = Array.from({ length: 30 }, (_, index) => adding(`row${index} A 198.51.100.99`))
    await platform.call(record.apply, { domainId: data.list[0]!.id, changes: hosts })
    const heightPx = async (): Promise<number> => (await page.getByRole('grid').boundingBox())!.height
    const seenPx = () => page.evaluate<number>("document.querySelector('[role=grid]').parentElement.clientHeight")
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await page.getByRole('grid').waitFor()
    await expect.poll(seenPx).toBeGreaterThan(300)
    const before = await seenPx()
    await page.getByRole('button', { name: '解析诊断', exact: true }).click()
    await page.getByRole('dialog', { name: '解析诊断' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(heightPx).not.toBe(before)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '解析诊断' }).waitFor({ state: 'detached' })
    // Parts of a pixel may be shared out otherwise.
    await expect.poll(async () => Math.abs((await seenPx()) - before)).toBeLessThanOrEqual(2)
    const open = page.getByRole('main').getByRole('link', { name: '异常日志', exact: true })
    await open.click()
    await page.locator('main[data-screen$="/log-error"]').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(async () => (({ x, width }) => x >= 0 && x + width <= 390)((await open.boundingBox())!), { message: 'the open tab is in sight' })
      .toBe(true)
  })

  await step('reads a notice in the drawer, which takes the whole width', async () => {
    await page
      .getByRole('button', { name: /^消息(，\d+ 条未读)?$/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: '发布通知' })
    await drawer.getByText('维护通知').waitFor()
    expect(Math.round((await drawer.boundingBox())!.width)).toBe(390)
    await page.keyboard.press('Escape')
  })

  await step('is troubled by nothing', () => {
    expect(visitor.complaints).toEqual([])
  })
})
