import { createCanvas } from '@napi-rs/canvas'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { user } from '@nameplane/contract/account/user'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* An administrator writes, a customer reads: two browsers, and nobody reloads. */
let platform: RunningPlatform
let browser: Browser
let writer: Visitor
let reader: Visitor

const password = 'Reader-pass-2026'

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  await platform.call(user.save, { username: 'reader', password, passwordAgain: password })
  writer = await newVisitor(browser, platform)
  reader = await newVisitor(browser, platform)
  await signIn(writer, '/account/message/list')
  await reader.open('/login?redirect=%2Fdns%2Fdomain%2Flist')
  await fillSignIn(reader.page, 'reader', password)
  await bell(reader.page).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^消息(，\d+ 条未读)?$/ })
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^(消息通知|发布通知)$/ })
const publish = (title: string) =>
  platform.call(message.save, { title, content: `<p>${title}</p>`, audience: 'class', classes: ['user'], type: 1, action: 'publish' })

/** What is saved of a message, but for what counts its changes. */
async function savedOf(id: number) {
  const { management, ...saved } = (await platform.call(message.detail, { id })).data
  const { rowVersion: _, updateTime: __, ...managed } = management!
  return { ...saved, managed }
}

const written = {
  title: '机房搬迁',
  content: '<p>周末<strong>停机</strong></p>',
  audience: 'class',
  classes: ['user', 'agent'],
  pinned: true,
  mailed: true,
} as const
/** Soon, and not on a full minute. */
const inTwoDays = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 2 * 86_400_000 + 17_000).toISOString()

test.each([
  ['a draft', '保存草稿', { ...written, type: 3, action: 'draft' }],
  ['a scheduled message', '定时发布', { ...written, type: 1, action: 'schedule', publishTime: inTwoDays }],
] as const)('%s opens as it was saved, and what another saved meanwhile is shown before it is overwritten', async (_, button, sent) => {
  const { page } = writer
  const { id } = (await platform.call(message.save, sent)).data
  const before = await savedOf(id)
  const form = page.getByRole('dialog', { name: '修改消息：机房搬迁' })
  const open = async (): Promise<void> => {
    await writer.open(`/account/message/list?open=edit&row=${id}`)
    await form.locator('[contenteditable=true]').waitFor()
  }
  const save = (): Promise<void> => form.getByRole('button', { name: button, exact: true }).click()

  await open()
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(4)
  expect(await form.getByRole('textbox', { name: '内容' }).innerText()).toBe('周末停机')
  await save()
  await form.waitFor({ state: 'detached' })
  expect(await savedOf(id)).toEqual(before)

  await open()
  await platform.call(message.save, { ...sent, id, title: '机房不搬', content: '<p>照常</p>', pinned: false })
  const theirs = await savedOf(id)
  await save()
  const warning = form.getByRole('alert').filter({ hasText: '他人刚刚保存了修改' })
  await warning.waitFor()
  expect((await warning.locator('dl').innerText()).split('\n')).toEqual(['标题', '机房不搬', '内容', '照常', '置顶显示', '否'])
  await takePicture(page, 'message-changed-meanwhile')
  await expectAccessible(page, 'a message that another changed meanwhile')
  expect(await savedOf(id)).toEqual(theirs)
  await save()
  await form.waitFor({ state: 'detached' })
  expect(await savedOf(id)).toEqual(before)
  await platform.call(message.delete, { ids: [id] })
})

test('a notice from its writer to its reader and back', { timeout: 480_000 }, async () => {
  await step('a notice with a picture is written, published and seen at once by whoever receives it', async () => {
    const { page } = writer
    await expect.poll(() => bell(reader.page).getAttribute('aria-label')).toBe('消息')
    await page.getByRole('button', { name: '新建消息' }).first().click()
    const form = page.getByRole('dialog', { name: '新建消息' })
    await form.getByRole('button', { name: '发布', exact: true }).click()
    await form.getByRole('alert').first().waitFor()
    const isWrong = (): Promise<string | null> => form.getByRole('textbox', { name: '内容' }).getAttribute('aria-invalid')
    await expect.poll(isWrong).toBe('true')
    await form.getByLabel('标题').first().fill('今晚维护')
    await form.getByLabel('接收人').selectOption('class')
    await form.getByLabel('普通用户').check()
    const content = form.getByRole('textbox', { name: '内容' })
    await content.click()
    await page.keyboard.type('零点到一点 ')
    await expect.poll(isWrong).not.toBe('true')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('停止解析')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: '居中' }).click()
    const picture = createCanvas(320, 120)
    picture.getContext('2d').fillRect(10, 10, 100, 100)
    await form.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: await picture.encode('png') })
    await content.locator('img[src]').waitFor()
    // What is said at a field is not said a second time.
    await form.getByLabel('发布时间').fill('2020-01-01T08:00')
    await form.getByRole('button', { name: '定时发布', exact: true }).click()
    await form.getByRole('alert').filter({ visible: true }).waitFor()
    await form.getByLabel('发布时间').fill('')
    await takePicture(page, 'message-form')
    await form.getByRole('button', { name: '发布', exact: true }).click()
    await form.waitFor({ state: 'detached' })

    await expect.poll(() => bell(reader.page).getAttribute('aria-label')).toBe('消息，1 条未读')
    await reader.page.getByText('新消息：今晚维护').waitFor()
  })

  await step('its reader opens it in the drawer; dot, bold title and count go', async () => {
    const { page } = reader
    await bell(page).click()
    await drawer(page).waitFor()
    expect((await drawer(page).boundingBox())!.width).toBe(450)
    const entry = drawer(page).getByRole('button', { name: /^未读 今晚维护 .+$/ })
    await entry.waitFor()
    const weight = () => page.evaluate(`getComputedStyle(document.querySelector('dialog[open] li .truncate')).fontWeight`)
    expect(await weight()).toBe('500')
    await drawer(page)
      .getByRole('region', { name: '今天' })
      .getByRole('button', { name: /^未读 今晚维护 .+$/ })
      .waitFor()
    await takePicture(page, 'message-drawer')
    await entry.click()
    const opened = page.getByRole('dialog', { name: '今晚维护' })
    await opened.getByText('发布时间').waitFor()
    expect(await opened.locator('strong').textContent()).toBe('停止解析')
    await expect.poll(() => page.evaluate(`document.querySelector('.np-rich-text img').naturalWidth`)).toBe(320)
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.np-rich-text img').closest('p')).textAlign`)).toBe('center')
    await takePicture(page, 'message-dialog')
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('消息')
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await expect.poll(weight).toBe('400')
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
  })

  await step('the writer sees that it was read, takes it back, and it is gone', async () => {
    const { page } = writer
    await page.getByRole('button', { name: '刷新', exact: true }).click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: '更多操作 今晚维护', exact: true }) })
      .getByText('100%')
      .waitFor()
    await page.getByRole('button', { name: '更多操作 今晚维护', exact: true }).click()
    await page.getByRole('menuitem', { name: '撤回', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: '更多操作 今晚维护', exact: true }) })
      .getByText('已撤回')
      .waitFor()
    await bell(reader.page).click()
    await drawer(reader.page).getByText('没有消息').waitFor()
    await reader.page.keyboard.press('Escape')
  })

  await step('one tab holds the stream, both show the count, and a change of path leaves it alone', async () => {
    const streams: string[] = []
    reader.context.on('request', (request) => {
      if (request.url().endsWith('/sys/message/stream')) streams.push('opened')
    })
    reader.context.on('requestfailed', (request) => {
      if (request.url().endsWith('/sys/message/stream')) streams.push('failed')
    })
    const second = await reader.context.newPage()
    await second.goto(`${platform.url}#/dns/domain/list`)
    await bell(second).waitFor()
    await reader.open('/account/users/reset-password')
    await reader.page.locator('main[data-screen="/account/users/reset-password"]').waitFor()
    await publish('for both tabs')
    for (const page of [reader.page, second]) await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('消息，1 条未读')
    expect(streams).toEqual([])
    // The tab that held it goes: the other takes over.
    await reader.page.close()
    await expect.poll(() => streams).toContain('opened')
    await publish('for the tab that is left')
    await expect.poll(() => bell(second).getAttribute('aria-label')).toBe('消息，2 条未读')
    await bell(second).click()
    await drawer(second).getByRole('button', { name: '标为已读 for both tabs' }).click()
    await expect.poll(() => bell(second).getAttribute('aria-label')).toBe('消息，1 条未读')
    await drawer(second).getByRole('button', { name: '全部标为已读' }).click()
    await expect.poll(() => bell(second).getAttribute('aria-label')).toBe('消息')
  })

  await step('nothing of it troubled the browser or its content policy', () => {
    expect(writer.complaints).toEqual([])
    expect(reader.complaints).toEqual([])
  })
})
