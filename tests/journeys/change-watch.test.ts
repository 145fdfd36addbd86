import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { ask } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/*
 * Two bulk operations that break a name are watched: real queries fail at the node, and both are undone by themselves, with what was
 * counted. A third one breaks nothing, and the watch of a fourth is stopped.
 */
let browser: Browser
let platform: RunningPlatform
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const words = {
  zh: {
    domains: '域名',
    host: '主机记录',
    action: '操作',
    to: '新的主机记录',
    preview: '预览',
    submit: '提交（1 个域名）',
    watch: '执行后观察，错误增多时自动撤销',
    minutes: '观察时长（分钟）',
    minutesWrong: '请输入 1～60 的整数',
    pending: '执行完成后观察 10 分钟，错误率升幅超过 5 个百分点时自动撤销',
    watching: /^正在观察，至 /,
    reverted: '错误率升幅超过 5 个百分点，已自动撤销',
    worst: '执行后错误最多的域名',
    byMinute: /^每分钟的数据/,
    rows: '各域名的结果',
    undone: '已撤销',
    passed: '已观察 1 分钟，未发现异常',
    stop: '停止观察',
    stopped: '已停止观察，修改保留',
    before: '执行前',
    after: '执行后',
  },
  en: {
    domains: 'Domains',
    host: 'Host',
    action: 'Action',
    to: 'New host',
    preview: 'Preview',
    submit: 'Submit (1 domain)',
    watch: 'Watch afterwards, and undo by itself if more queries fail',
    minutes: 'Watch for (minutes)',
    minutesWrong: 'Enter a whole number from 1 to 60',
    pending: 'Watched for 10 minutes once it is done, and undone if the error rate rises by more than 5 percentage points',
    watching: /^Watching until /,
    reverted: 'Undone by itself: the error rate rose by more than 5 percentage points',
    worst: 'Domains with the most errors after',
    byMinute: /^By minute/,
    rows: 'Result by domain',
    undone: 'Undone',
    passed: 'Watched for 1 minute, nothing found',
    stop: 'Stop watching',
    stopped: 'stopped the watch. The changes stay.',
    before: 'Before',
    after: 'After',
  },
} as const
type Language = keyof typeof words

const views = { zh: { language: 'zh', theme: 'light', widthPx: 1440 }, en: { language: 'en', theme: 'dark', widthPx: 390 } } as const
const languages = ['zh', 'en'] as const
const brokenIn = { zh: 'broken-zh.example', en: 'broken-en.example' } as const
const [calm, kept] = ['calm.example', 'kept.example']
const least = 60

const textbox = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\*?$`) })
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms))

/** Asks for these names so many times, as resolvers do: not all at once. */
async function queries(names: readonly string[], times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await Promise.all(names.map((name) => ask(platform.dnsPort, name, 'A').catch(() => null)))
    await pause(60)
  }
}

/** What a client is told: the code and the addresses. */
async function told(name: string): Promise<string> {
  if (isDigThere) {
    const dug = await dig(platform.dnsPort, name, 'A')
    return `${dug?.status} ${dug?.values.join()}`
  }
  const { rcode, answers } = await ask(platform.dnsPort, name, 'A')
  return `${rcode === 3 ? 'NXDOMAIN' : rcode === 0 ? 'NOERROR' : rcode} ${answers.map(({ value }) => value).join()}`
}

const watchOf = async (id: number) => (await platform.call(changeSet.detail, { id })).data.watch!

/** A bulk operation that gives `www` another host, filled in and submitted on the screen; answers its number. */
async function breakName({ page }: Visitor, language: Language): Promise<number> {
  const text = words[language]
  await textbox(page, text.domains).fill(brokenIn[language])
  await textbox(page, text.host).fill('www')
  await page.getByRole('combobox', { name: new RegExp(`^${text.action}\\*?$`) }).selectOption('host')
  await textbox(page, text.to).fill('vvv')
  await page.getByRole('button', { name: text.preview, exact: true }).click()
  await page.getByLabel(text.watch, { exact: true }).check()
  await textbox(page, text.minutes).fill('61')
  await page.getByRole('button', { name: text.submit, exact: true }).click()
  await page.getByText(text.minutesWrong, { exact: true }).waitFor()
  await takePicture(page, `watch-choice-${language}`)
  await expectAccessible(page, 'the choice to watch')
  await textbox(page, text.minutes).fill('10')
  await page.getByRole('button', { name: text.submit, exact: true }).click()
  await page.getByRole('dialog').getByText(text.pending, { exact: true }).or(page.getByRole('dialog').getByText(text.watching)).first().waitFor()
  return Number(/[?&]set=(\d+)/.exec(page.url())?.[1])
}

test('what breaks names is undone by itself, and says what was counted', { timeout: 420_000 }, async () => {
  const ids = new Map<string, number>()
  for (const name of [...Object.values(brokenIn), calm, kept]) {
    const { id } = (await platform.call(domain.save, { domain: name })).data
    ids.set(name, id)
    await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1'), adding('other A 192.0.2.2')] })
  }
  for (const name of ids.keys()) await expect.poll(() => told(`www.${name}`), { timeout: 30_000 }).toBe('NOERROR 192.0.2.1')
  const visitors = { zh: await newVisitor(browser, platform, views.zh), en: await newVisitor(browser, platform, views.en) }
  for (const language of languages) await signIn(visitors[language], '/dns/domain/bulk/recordUpdate')

  await step('queries are answered before', async () => {
    await queries(
      [...Object.values(brokenIn), calm].map((name) => `www.${name}`),
      least,
    )
    // What is compared with are whole minutes: these are over before anything is changed.
    await pause(60_000 - (Date.now() % 60_000) + 500)
  })

  let sets = { zh: 0, en: 0, calm: 0, kept: 0 }
  await step('bulk operations are submitted to be watched', async () => {
    const submitted = { zh: await breakName(visitors.zh, 'zh'), en: await breakName(visitors.en, 'en') }
    const update = async (domains: string, watchMinutes: number) =>
      (await platform.call(changeSet.recordUpdate, { domains, host: 'other', action: 'ttl', to: '300', watchMinutes })).data.id!
    sets = { ...submitted, calm: await update(calm, 1), kept: await update(kept, 60) }
  })

  await step('clients are told that the names are gone', async () => {
    for (const name of Object.values(brokenIn)) await expect.poll(() => told(`www.${name}`), { timeout: 30_000 }).toBe('NXDOMAIN ')
    for (const language of languages) await visitors[language].page.getByRole('dialog').getByText(words[language].watching).waitFor({ timeout: 30_000 })
    await takePicture(visitors.en.page, 'watch-watching-en')
    await expectAccessible(visitors.en.page, 'a bulk operation that is watched')
  })

  await step('both are undone by themselves, with the figures', async () => {
    let isOver = false
    const asking = (async () => {
      while (!isOver) await queries([...Object.values(brokenIn).map((name) => `www.${name}`), `www.${calm}`], 10)
    })()
    try {
      for (const language of languages) {
        const dialog = visitors[language].page.getByRole('dialog')
        await dialog.getByText(words[language].reverted).waitFor({ timeout: 150_000 })
        await dialog.getByText(words[language].undone, { exact: true }).first().waitFor()
        await dialog.getByRole('region', { name: words[language].rows }).getByRole('listitem').getByText(words[language].undone, { exact: true }).waitFor()
        // The list behind has seen it too: at this width its rows are in a table.
        const behind = visitors[language].page.locator('main tbody tr').filter({ hasText: `#${sets[language]}` })
        if (language === 'zh') await behind.getByText(words.zh.undone, { exact: true }).first().waitFor({ state: 'attached' })
      }
      for (const language of languages) {
        await expect.poll(() => told(`www.${brokenIn[language]}`), { timeout: 30_000 }).toBe('NOERROR 192.0.2.1')
        const watch = await watchOf(sets[language])
        expect(watch).toMatchObject({ state: 'reverted', domains: 1, before: { nxdomain: 0 } })
        expect(watch.before!.queries).toBeGreaterThanOrEqual(least)
        expect(watch.after!.nxdomain).toBeGreaterThanOrEqual(50)
        expect(watch.after!.nxdomain).toBe(watch.after!.queries)
        const undo = (await platform.call(changeSet.detail, { id: watch.undoId! })).data
        expect(undo).toMatchObject({ kind: 'undo', undoesId: sets[language], state: 'done', done: 1 })
      }
      // On a busy machine the one that breaks nothing is done, and so watched, a minute after the others.
      await expect.poll(async () => (await watchOf(sets.calm)).after?.queries ?? 0, { timeout: 150_000, interval: 1_000 }).toBeGreaterThanOrEqual(least)
    } finally {
      isOver = true
      await asking
    }
    const titles = (await platform.call(message.list, { box: 'received' })).data.list.map(({ title }) => title)
    for (const language of languages) expect(titles.filter((title) => title.includes(`#${sets[language]} `))).toHaveLength(1)
  })

  await step('the evidence is on the screen', async () => {
    for (const language of languages) {
      const { page } = visitors[language]
      const text = words[language]
      await page.reload()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.reverted).waitFor()
      const rows = dialog.getByRole('row')
      const watch = await watchOf(sets[language])
      await expect.poll(() => rows.filter({ hasText: text.after }).first().innerText()).toContain('100%')
      expect(await rows.filter({ hasText: text.before }).first().innerText()).toContain(String(watch.before!.queries))
      const beside = await rows
        .first()
        .evaluate((row) => [row.closest('[role=region]')!, row.firstElementChild!].map((one) => [one.scrollWidth - one.clientWidth, one.clientWidth >= 100]))
      expect(beside, 'the figures stand whole at this width').toEqual([
        [0, true],
        [0, true],
      ])
      await dialog.getByRole('region', { name: text.worst }).getByText(brokenIn[language]).waitFor()
      await dialog.getByText(text.byMinute).first().click()
      await takePicture(page, `watch-reverted-${language}`)
      await expectAccessible(page, 'a bulk operation that its watch undid')
    }
  })

  await step('what breaks nothing stays, and a watch can be stopped', async () => {
    await expect.poll(async () => (await watchOf(sets.calm)).state, { timeout: 150_000, interval: 1_000 }).toBe('passed')
    expect((await watchOf(sets.calm)).after!.queries).toBeGreaterThanOrEqual(50)
    await visitors.zh.open(`/dns/domain/bulk/log?set=${sets.calm}`)
    await visitors.zh.page.getByRole('dialog').getByText(words.zh.passed, { exact: true }).waitFor()
    await takePicture(visitors.zh.page, 'watch-passed-zh')
    const { page } = visitors.en
    await visitors.en.open(`/dns/domain/bulk/log?set=${sets.kept}`)
    await page.getByRole('dialog').getByRole('button', { name: words.en.stop, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.en.stop, exact: true }).click()
    await page.getByRole('dialog').getByText(words.en.stopped).waitFor()
    await takePicture(page, 'watch-stopped-en')
    await page.keyboard.press('Escape')
    await takePicture(page, 'watch-log-en')
    expect((await watchOf(sets.kept)).state).toBe('stopped')
  })
  for (const language of languages) {
    await expectQuiet(visitors[language], 'watched bulk operations')
    await visitors[language].close()
  }
})
