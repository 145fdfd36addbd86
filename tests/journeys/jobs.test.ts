import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { job as calls } from '@nameplane/contract/system/job'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { step } from '../support/step.ts'

/* A job from its first times to its log, in both languages; the platform runs it for real. */
let platform: RunningPlatform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const words = {
  zh: {
    add: '添加任务',
    name: '任务名称',
    often: '频率',
    week: '每周',
    tuesday: '二',
    time: '时间',
    cron: 'Cron 表达式',
    zone: '时区',
    meaning: '每周一、二 04:45',
    wrong: '第 2 段“24”格式错误',
    seconds: '等待秒数',
    tooMany: '不能大于 3600',
    note: '写入输出的文字',
    run: '立即执行',
    running: '执行中',
    stop: '停止执行',
    stopped: '已停止',
    succeeded: '成功',
    output: '输出',
    close: '关闭',
    log: '执行记录',
    edit: '修改',
    pause: '暂停',
    paused: '已暂停',
    anchor: '写入审计锚点',
    staysOn: '没有锚点，就无法发现审计链被截断',
  },
  en: {
    add: 'Add job',
    name: 'Name',
    often: 'Frequency',
    week: 'Every week',
    tuesday: 'Tue',
    time: 'Time',
    cron: 'Cron expression',
    zone: 'Time zone',
    meaning: 'At 04:45 on Monday and Tuesday',
    wrong: 'Invalid field 2: “24”',
    seconds: 'Seconds to wait',
    tooMany: 'Must be at most 3,600',
    note: 'Output text',
    run: 'Run now',
    running: 'Running',
    stop: 'Stop run',
    stopped: 'Stopped',
    succeeded: 'Succeeded',
    output: 'Output',
    close: 'Close',
    log: 'Runs',
    edit: 'Edit',
    pause: 'Pause',
    paused: 'Paused',
    anchor: 'Anchor audit trail',
    staysOn: 'Without anchors, a truncated audit trail is not detected',
  },
} as const

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
/** Opens a row's menu and takes one of its entries. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const text = words[language]
  const name = `rehearsal ${language}`
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language })
    await signIn(visitor, '/system/schedule/list?limit=100')
  })

  test('a job from its first times to its log', { timeout: 480_000 }, async () => {
    await step('a job is added by its kind of times, refused at its fields, and shows what it means', async () => {
      const { page } = visitor
      await page.getByRole('button', { name: text.add }).first().click()
      const form = page.getByRole('dialog', { name: text.add })
      await form.getByLabel(text.name).fill(name)
      await form.getByLabel(text.often).selectOption({ label: text.week })
      await form.getByRole('button', { name: text.tuesday, exact: true }).click()
      await form.getByLabel(text.time, { exact: true }).fill('04:45')
      expect(await form.getByLabel(text.cron).inputValue()).toBe('45 4 * * 1,2')
      await form.getByText(text.meaning).waitFor()
      await form.getByLabel(text.zone).fill('Europe/Berlin')
      await expect.poll(() => form.getByRole('listitem').count()).toBe(10)
      await expect.poll(() => form.getByRole('listitem').first().innerText()).toContain('04:45')

      await form.getByLabel(text.cron).fill('45 24 * * 1')
      await form.getByLabel(text.seconds).fill('4000')
      await form.getByRole('button', { name: text.add, exact: true }).click()
      await form.getByText(text.wrong).waitFor()
      await form.getByText(text.tooMany).waitFor()
      await form.getByLabel(text.cron).fill('45 4 * * 1,2')
      await form.getByLabel(text.seconds).fill('1')
      await form.getByLabel(text.note).fill('said in between')
      await takePicture(page, `job-form-${language}`)
      await form.getByRole('button', { name: text.add, exact: true }).click()
      await form.waitFor({ state: 'detached' })
      await row(page, name).getByText(text.meaning).waitFor()
    })

    await step('it is run by hand, and its drawer follows it to its end', async () => {
      const { page } = visitor
      await choose(page, name, text.run)
      const drawer = page.getByRole('dialog', { name })
      await drawer.getByText(text.succeeded, { exact: true }).waitFor()
      await drawer.getByText('said in between').first().waitFor()
      expect(await drawer.getByLabel(text.output).last().innerText()).toBe('said in between')
      await takePicture(page, `job-run-${language}`)
      await drawer.getByRole('button', { name: text.close }).click()
      await expect.poll(() => row(page, name).innerText()).toContain(text.succeeded)
    })

    await step('a run that takes too long is stopped', async () => {
      const { page } = visitor
      const [job] = (await platform.call(calls.list, { search: name })).data.list
      await platform.call(calls.update, { ...job!, params: { seconds: 600 } })
      await page.reload()
      await choose(page, name, text.run)
      const drawer = page.getByRole('dialog', { name })
      await drawer.getByText(text.running, { exact: true }).waitFor()
      await drawer.getByRole('button', { name: text.stop }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.stop }).click()
      await drawer.getByText(text.stopped, { exact: true }).waitFor()
      await drawer.getByRole('button', { name: text.close }).click()
    })

    await step('its runs stand in the log, and it can be paused; what must not be says why', async () => {
      const { page } = visitor
      await choose(page, name, text.log)
      await expect.poll(() => row(page, name).count()).toBe(2)
      await takePicture(page, `job-log-${language}`)
      await page.goBack()
      await choose(page, name, text.pause)
      await page.getByRole('alertdialog').getByRole('button', { name: text.pause }).click()
      await expect.poll(() => row(page, name).innerText()).toContain(text.paused)
      await row(page, text.anchor).getByRole('button').last().click()
      await page.getByRole('menu').getByText(text.staysOn).waitFor()
      await page.keyboard.press('Escape')
      await takePicture(page, `job-list-${language}`)
    })
  })
})
