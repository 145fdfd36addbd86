import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { saveSetting } from '../support/setting-form.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* How CDN nodes are checked is filled in by the rules of its fields; the token of the check API works, and what it reports shows. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string
let nodeId: number

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  const edge = { name: 'cdn-east', driver: 'knot', address: '203.0.113.10', port: 53, service_group_id: null, state: 'offline' } as const
  nodeId = (await platform.db.insertInto('node').values(edge).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
/** A required field's label ends with a star. */
const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en).replace(/[()（）%]/g, '\\$&')}\\*?$`))
const shows = (zh: string, en: string) => page.getByText(say(zh, en), { exact: true }).waitFor()
const switchOf = (zh: string, en: string): Locator => page.getByRole('checkbox', { name: say(zh, en), exact: true })
async function save(): Promise<void> {
  await saveSetting(page, button('保存配置', 'Save'))
}
const set = (paramValue: Record<string, unknown>) =>
  platform.call(setting.save, { paramKey: 'CDN_NODE_CHECK', paramValue: { checkNodePortList: '80|443', ...paramValue } })
const saved = async () => {
  const { config: record } = await platform.call(setting.info, { id: 37 })
  return JSON.parse(record.paramValue) as Record<string, unknown>
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const picture = (name: string) => takePicture(page, `node-check-${name}-${language}-${widthPx}`)
  beforeEach(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await platform.db.updateTable('system_config').set({ param_value: '{}' }).where('id', '=', 37).execute()
    for (const table of ['node_check_result', 'node_check_state'] as const) await platform.db.deleteFrom(table).execute()
    await signIn(visitor)
  })
  afterEach(() => visitor.close())

  test('each field says what it takes, and the fields of a mode or a notice come with it', async () => {
    await visitor.open('/system/config/node?tab=check')
    const ports = field('检测端口', 'Check ports')
    const frequency = field('检测频率（秒）', 'Frequency (seconds)')
    const period = field('定时周期（秒）', 'Timing period (seconds)')
    const rate = field('失败率（%）', 'Failure rate (%)')
    await ports.waitFor()
    expect([await ports.inputValue(), await frequency.inputValue(), await rate.inputValue(), await period.count()]).toEqual(['80|443', '10', '80', 0])
    await ports.fill('')
    await ports.blur()
    await shows('请输入检测端口，多个端口用 | 分隔，例如 80|443|8181', 'Enter the ports to check, separated by |. For example, 80|443|8181')
    for (const wrong of ['80|abc', '80|', '0|80', '65536']) {
      await ports.fill(wrong)
      await shows('检测端口格式错误，多个端口用 | 分隔，例如 80|443|8181', 'Invalid ports. Separate them by |. For example, 80|443|8181')
    }
    await ports.fill('80|80')
    await shows('检测端口不能重复', 'Duplicate port')
    await frequency.fill('15')
    await frequency.blur()
    await shows('必须是 10 的倍数', 'Must be a multiple of 10')
    await shows(
      '决定何时检测。异常节点的切换随调度管理提供。',
      'When nodes run their checks. Switching away from failing nodes comes with dispatch management.',
    )
    await field('调度模式', 'Dispatch mode').selectOption('timing')
    await period.fill('90')
    await period.blur()
    await shows('必须是 60 的倍数', 'Must be a multiple of 60')
    await rate.fill('0')
    // The message that comes moves what is below.
    await rate.blur()
    await expect.poll(() => rate.getAttribute('aria-invalid')).toBe('true')
    await switchOf('邮件通知', 'Email notice').check()
    await switchOf('短信通知', 'SMS notice').check()
    await button('保存配置', 'Save').click()
    await shows('请输入接收通知的邮箱', 'Enter the email address for alerts')
    await shows('请输入接收通知的手机号', 'Enter the phone number for alerts')
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(6)
    await picture('refused')
    await expectAccessible(page, 'refused checks')
    await field('接收邮箱', 'Email address').fill('duty@')
    await field('接收手机号', 'Phone number').fill('23456')
    await shows('邮箱地址格式错误', 'Invalid email address')
    await shows('手机号格式错误', 'Invalid phone number')
    for (const tooFar of ['0', '310']) {
      await frequency.fill(tooFar)
      await expect.poll(() => frequency.getAttribute('aria-invalid')).toBe('true')
    }
    await ports.fill('80|8181')
    await frequency.fill('300')
    await period.fill('120')
    await rate.fill('50')
    await field('接收邮箱', 'Email address').fill('duty@example.net')
    await field('接收手机号', 'Phone number').fill('13800138000')
    await save()
    expect(await saved()).toMatchObject({
      DnsDispatchMode: 'timing',
      ModeTimingFrequency: 120,
      checkNodePortList: '80|8181',
      checkNodeFrequency: 300,
      failPercent: 50,
      mailNotice: 'duty@example.net',
      mailNoticeStatus: 1,
      smsNotice: '13800138000',
      smsNoticeStatus: 1,
    })
    await picture('saved')
    await expectAccessible(page, 'checks')
    await expectQuiet(visitor, 'checks')
  })

  test('a stored recipient turns its switch on, and switching off empties it', async () => {
    await set({ mailNotice: 'duty@example.net', mailNoticeStatus: 1, smsNotice: '13800138000', smsNoticeStatus: 1 })
    await visitor.open('/system/config/node?tab=check')
    await expect.poll(() => field('接收邮箱', 'Email address').inputValue()).toBe('duty@example.net')
    expect(await switchOf('邮件通知', 'Email notice').isChecked()).toBe(true)
    await switchOf('邮件通知', 'Email notice').uncheck()
    expect(await field('接收邮箱', 'Email address').count()).toBe(0)
    await save()
    expect(await saved()).toMatchObject({ mailNotice: '', mailNoticeStatus: 0, smsNotice: '13800138000', smsNoticeStatus: 1 })
    // It is gone from the form as well, not only out of sight.
    await switchOf('邮件通知', 'Email notice').check()
    expect(await field('接收邮箱', 'Email address').inputValue()).toBe('')
    await button('放弃修改', 'Discard').click()
    expect(await switchOf('邮件通知', 'Email notice').isChecked()).toBe(false)
    await expectQuiet(visitor, 'notices')
  })

  test('the token of the check API is shown and copied, and what is reported with it shows in the list', async () => {
    await set({ checkNodePortList: '80|8181', failPercent: 50 })
    await visitor.open('/system/config/node')
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await button('显示', 'Show').click()
    await button('复制 API 令牌', 'Copy API token').click()
    await expect.poll(copied).toMatch(/^[\w-]{30,}$/)
    const token = String(await copied())
    await button('复制 API 地址', 'Copy API endpoint').click()
    await expect.poll(copied).toMatch(/^https?:\/\//)
    const address = String(await copied())
    await page.getByText(token, { exact: true }).waitFor()
    await picture('key')
    await expectAccessible(page, 'token of the check API')

    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const tasks = (await (await fetch(address, { headers })).json()) as { data: { ports: number[]; nodes: { nodeId: number }[] } }
    expect(tasks.data.ports).toEqual([80, 8181])
    expect(tasks.data.nodes.map((node) => node.nodeId)).toContain(nodeId)
    const results = tasks.data.ports.map((port) => ({ nodeId, port, isReachable: false, reason: 'timed out' }))
    const reported = await fetch(address.replace(/task$/, 'report'), { method: 'POST', headers, body: JSON.stringify({ reporter: 'cdn-west', results }) })
    expect(await reported.json()).toMatchObject({ data: { accepted: 2, unknown: 0 } })

    const row = page.getByRole('listitem').filter({ hasText: 'cdn-east' })
    await row.getByText(say('异常', 'Failing'), { exact: true }).waitFor()
    expect(await row.textContent()).toContain(say('连接超时', 'timed out'))
    await row.scrollIntoViewIfNeeded()
    await picture('failing')
    await expectAccessible(page, 'failing node')
    await button('隐藏', 'Hide').click()
    expect(await page.getByText(token).count()).toBe(0)
    await expectQuiet(visitor, 'check API')
  })
})
