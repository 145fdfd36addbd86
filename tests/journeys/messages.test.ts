import { createCanvas } from '@napi-rs/canvas'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import type { Reply } from '@nameplane/contract/endpoint'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { adminToken, startPlatform, type RunningPlatform } from '../support/platform.ts'
import { step } from '../support/step.ts'

/* Messages in two tabs of a browser, which share one stream, and how they look there. What is pressed is proven next to the code. */
let platform: RunningPlatform
let browser: Browser
let reader: Visitor

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  reader = await newVisitor(browser, platform)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^消息(，\d+ 条未读)?$/ })
const expectCount = (page: Page, name: string) => expect.poll(() => bell(page).getAttribute('aria-label')).toBe(name)
const publish = (title: string, content = `<p>${title}</p>`) =>
  platform.call(message.save, { title, content, audience: 'class', classes: ['administrator'], type: 2, action: 'publish' })

/** Where a picture is that was taken in for a message. */
async function pictureTakenIn(): Promise<string> {
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(await createCanvas(320, 120).encode('png'))], { type: 'image/png' }), 'plan.png')
  const answer = await fetch(`${platform.url}api/${message.addImage.path}`, { method: 'POST', headers: { authorization: `Bearer ${adminToken}` }, body })
  const { data } = (await answer.json()) as Reply<typeof message.addImage>
  return `/api/${message.image.path.replace('{key}', data.key)}`
}

test('one tab holds the stream, both show what it brings, and another takes over when it goes', async () => {
  const streams: string[] = []
  const note = (what: string) => (request: Request) => {
    if (request.url().endsWith('/sys/message/stream')) streams.push(what)
  }
  reader.context.on('request', note('opened'))
  reader.context.on('requestfailed', note('failed'))
  await signIn(reader, '/dns/domain/list')
  await expectCount(reader.page, '消息')
  await expect.poll(() => streams).toEqual(['opened'])
  const second = await reader.context.newPage()
  await second.goto(`${platform.url}#/dns/domain/list`)
  await bell(second).waitFor()

  await step('a change of path leaves it alone', async () => {
    await reader.open('/account/users/reset-password')
    await reader.page.locator('main[data-screen="/account/users/reset-password"]').waitFor()
    await publish('今晚维护', `<p>零点到一点 <strong>停止解析</strong></p><p class="rt-center"><img src="${await pictureTakenIn()}" alt="plan"></p>`)
    for (const page of [reader.page, second]) {
      await page.getByText('新消息：今晚维护').waitFor()
      await expectCount(page, '消息，1 条未读')
    }
    expect(streams).toEqual(['opened'])
  })

  await step('the tab that held it goes', async () => {
    await reader.page.close()
    await expect.poll(() => streams.filter((event) => event === 'opened').length).toBe(2)
    await publish('for the tab that is left')
    await expectCount(second, '消息，2 条未读')
  })

  await step('what is unread is bold until it is opened, and its picture is shown', async () => {
    await bell(second).click()
    const drawer = second.getByRole('dialog', { name: '发布通知' })
    await drawer.getByRole('button', { name: /^未读 今晚维护 .+$/ }).waitFor()
    expect((await drawer.boundingBox())!.width).toBe(450)
    const weights = () => second.evaluate(`[...document.querySelectorAll('dialog[open] li .truncate')].map((one) => getComputedStyle(one).fontWeight)`)
    expect(await weights()).toEqual(['500', '500'])
    await takePicture(second, 'message-drawer')
    await drawer.getByRole('button', { name: /^未读 今晚维护 .+$/ }).click()
    const opened = second.getByRole('dialog', { name: '今晚维护' })
    await opened.getByText('停止解析').waitFor()
    await expect.poll(() => second.evaluate(`document.querySelector('.np-rich-text img').naturalWidth`)).toBe(320)
    expect(await second.evaluate(`getComputedStyle(document.querySelector('.np-rich-text img').closest('p')).textAlign`)).toBe('center')
    await takePicture(second, 'message-dialog')
    await expectCount(second, '消息，1 条未读')
    await second.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await expect.poll(weights).toEqual(['500', '400'])
    await second.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  })

  await step('nothing of it troubled the browser or its content policy', () => expect(reader.complaints).toEqual([]))
})
