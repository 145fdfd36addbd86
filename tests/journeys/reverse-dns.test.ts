import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { toast } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { reverseName } from '@nameplane/dns-text/addresses'

/* Reverse DNS from the request of a network to the answer of the node under `dig -x`, of both kinds of address. */
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
    request: '申请网段',
    network: '网段',
    remark: '备注',
    follows: '随 A/AAAA 记录更新',
    due: '前',
    overlap: (cidr: string) => `与已有的反向解析网段重叠：${cidr}`,
    process: '开始处理',
    activate: '激活',
    reject: '驳回',
    reason: '原因',
    delegation: '上级区域设置',
    active: '已生效',
    add: '添加 PTR 记录',
    address: 'IP',
    hostName: '主机名',
    taken: (name: string) => `该 IP 已有 PTR 记录：${name}`,
    outside: '该 IP 不在任何反向解析网段内',
    generate: '按模板生成',
    first: '起始 IP',
    last: '截止 IP',
    pattern: '主机名模板',
    preview: '预览',
    previewed: '新增 8 条，修改 0 条，保持不变 1 条',
    check: '检测正向解析',
    checked: '已检测：一致 1 条，其他 0 条',
    confirmed: '一致',
  },
  en: {
    request: 'Request network',
    network: 'Network',
    remark: 'Remark',
    follows: 'Follow A and AAAA records',
    due: 'due ',
    overlap: (cidr: string) => `Overlaps an existing reverse segment: ${cidr}`,
    process: 'Start processing',
    activate: 'Activate',
    reject: 'Reject',
    reason: 'Reason',
    delegation: 'Parent zone set-up',
    active: 'Active',
    add: 'Add PTR record',
    address: 'IP address',
    hostName: 'Host name',
    taken: (name: string) => `This address already has a PTR record: ${name}`,
    outside: 'This address is in no reverse segment',
    generate: 'Generate by pattern',
    first: 'First address',
    last: 'Last address',
    pattern: 'Host name pattern',
    preview: 'Preview',
    previewed: '8 to add, 0 to change, 1 unchanged',
    check: 'Check forward DNS',
    checked: 'Checked: 1 confirmed, 0 not',
    confirmed: 'Confirmed',
  },
} as const

const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}\\*?$`))
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click()
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' })

/** Chooses an action in the menu of a row, and says yes where it asks. */
async function choose(page: Page, id: number, action: string, isAsked = true): Promise<void> {
  await page.locator(`tr[data-row="${id}"]:visible [aria-haspopup=menu]`).last().click()
  await page.locator(`[role=menuitem][data-action="${action}"]`).click()
  if (!isAsked) return
  await page.getByRole('alertdialog').locator('button[type=submit]').click()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
}

async function segmentOf(cidr: string): Promise<ReverseSegment> {
  const { list } = (await platform.call(reverseSegment.list, { search: cidr })).data
  return list.find((row) => row.cidr === cidr)!
}

/** What the node says of the reverse name of an address. */
const pointers = (address: string): Promise<string[]> => valuesOf(platform.dnsPort, reverseName(address), 'PTR')

describe.each([
  { language: 'zh', theme: 'light', net: '192.0.2', six: '2001:db8:51' },
  { language: 'en', theme: 'dark', net: '198.51.100', six: '2001:db8:52' },
] as const)('in $language, $theme', ({ language, theme, net, six }) => {
  test('a network is requested, processed and activated, and its addresses lead to names', { timeout: 120_000 }, async () => {
    const text = words[language]
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx: 1440 })
    const { page } = visitor
    await signIn(visitor, '/dns/domain/ptr')
    await page.getByRole('button', { name: text.request, exact: true }).first().waitFor()
    await takePicture(page, `reverse-none-${language}`)
    for (const cidr of [`${net}.0/24`, `${six}::/48`]) {
      await page.getByRole('button', { name: text.request, exact: true }).first().click()
      await field(page, text.network).fill(cidr)
      await takePicture(page, `reverse-request-${language}`)
      await submit(page)
      await closed(page)
    }
    await page.getByRole('button', { name: text.request, exact: true }).first().click()
    await field(page, text.network).fill(`${net}.64/26`)
    await submit(page)
    await page.getByText(text.overlap(`${net}.0/24`)).waitFor()
    await takePicture(page, `reverse-overlap-${language}`)
    await field(page, text.network).fill('203.0.113.64/26')
    if (language === 'zh') {
      await submit(page)
      await closed(page)
    } else {
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').locator('button[type=submit]').click()
      await closed(page)
    }

    // What was saved opens again, and is changed.
    const [four, other] = [await segmentOf(`${net}.0/24`), await segmentOf(`${six}::/48`)]
    for (const [was, will] of [
      ['', 'rack 7'],
      ['rack 7', 'rack 8'],
    ] as const) {
      await visitor.open(`/dns/domain/ptr?open=edit&row=${four.id}`)
      await expect.poll(() => field(page, text.remark).inputValue()).toBe(was)
      const follows = page.getByRole('dialog').getByLabel(text.follows)
      expect(await follows.isChecked()).toBe(was !== '')
      if (was === '') await follows.check()
      await field(page, text.remark).fill(will)
      await submit(page)
      await closed(page)
    }
    expect(await segmentOf(four.cidr)).toMatchObject({ remark: 'rack 8', followsAddresses: true, rowVersion: 3 })

    // From the request to the day by which it is due, and to the zones.
    await choose(page, four.id, 'process')
    await page.locator(`tr[data-row="${four.id}"]`).getByText(text.due).first().waitFor()
    expect((await segmentOf(four.cidr)).dueDay).toMatch(/^\d{4}-\d\d-\d\d$/)
    await choose(page, four.id, 'activate')
    await choose(page, other.id, 'activate')
    await expect.poll(() => page.locator(`tr[data-row="${other.id}"]`).getByText(text.active, { exact: true }).count()).toBe(1)
    if (language === 'zh') {
      const classless = await segmentOf('203.0.113.64/26')
      await choose(page, classless.id, 'delegation', false)
      await page.getByText('$GENERATE 64-127 $.113.0.203.in-addr.arpa. IN CNAME $.64-26.113.0.203.in-addr.arpa.').waitFor()
      await expectAccessible(page, 'delegation of a segment')
      await takePicture(page, 'reverse-delegation')
      await page.keyboard.press('Escape')
      await choose(page, classless.id, 'reject', false)
      await field(page, text.reason).fill('WHOIS 不符')
      await submit(page)
      await closed(page)
      await page.getByText('WHOIS 不符').filter({ visible: true }).first().waitFor()
    }
    await expectAccessible(page, 'reverse segments')
    await takePicture(page, `reverse-segments-${language}`)

    // One record, refused outside and twice.
    await visitor.open(`/dns/domain/ptr/record?open=add`)
    await field(page, text.address).fill('203.0.113.200')
    await field(page, text.hostName).fill(`mail.reverse-${language}.example`)
    await submit(page)
    await page.getByText(text.outside).waitFor()
    await field(page, text.address).fill(`${net}.7`)
    await submit(page)
    await closed(page)
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    await field(page, text.address).fill(`${net}.7`)
    await field(page, text.hostName).fill('second.example')
    await submit(page)
    await page.getByText(text.taken(`mail.reverse-${language}.example`)).waitFor()
    await takePicture(page, `ptr-taken-${language}`)
    await field(page, text.address).fill(`${six}::25`)
    await field(page, text.hostName).fill(`mx1.reverse-${language}.example`)
    await submit(page)
    await closed(page)

    const [first] = (await platform.call(ptrRecord.list, { address: `${net}.7` })).data.list
    for (const [was, will] of [
      ['600', '10m'],
      ['600', '1h'],
      ['3600', '600'],
    ] as const) {
      await visitor.open(`/dns/domain/ptr/record?open=edit&row=${first!.id}`)
      await expect.poll(() => field(page, 'TTL').inputValue()).toBe(was)
      expect(await field(page, text.hostName).inputValue()).toBe(`mail.reverse-${language}.example`)
      await field(page, 'TTL').fill(will)
      await submit(page)
      await closed(page)
    }

    // By a pattern, shown before.
    await page.getByRole('button', { name: text.generate, exact: true }).click()
    await field(page, text.first).fill(`${net}.1`)
    await field(page, text.last).fill(`${net}.9`)
    await field(page, text.pattern).fill('host-{c}-{d}.example.com')
    await page.getByRole('dialog').getByRole('button', { name: text.preview, exact: true }).click()
    await page.getByText(text.previewed).waitFor()
    await expectAccessible(page, 'preview of a pattern')
    await takePicture(page, `ptr-generate-${language}`)
    await submit(page)
    await closed(page)

    // The name leads back once it has the address.
    const { data } = await platform.call(domain.save, { domain: `reverse-${language}.example` })
    await platform.call(record.apply, { domainId: data.id, changes: [adding(`mail A ${net}.7`)] })
    const [mail] = (await platform.call(ptrRecord.list, { address: `${net}.7` })).data.list
    await choose(page, mail!.id, 'check', false)
    await toast(page, text.checked).waitFor()
    await page.locator(`tr[data-row="${mail!.id}"]`).getByText(text.confirmed, { exact: true }).waitFor()
    await expectAccessible(page, 'PTR records')
    await takePicture(page, `ptr-records-${language}`)

    await expect.poll(() => pointers(`${net}.7`), { timeout: 30_000 }).toEqual([`mail.reverse-${language}.example.`])
    await expect.poll(() => pointers(`${net}.9`), { timeout: 30_000 }).toEqual([`host-${net.split('.')[2]}-9.example.com.`])
    await expect.poll(() => pointers(`${six}::25`), { timeout: 30_000 }).toEqual([`mx1.reverse-${language}.example.`])
    if (isDigThere) {
      expect(await dig(platform.dnsPort, '-x', `${net}.7`)).toMatchObject({ status: 'NOERROR', values: [`mail.reverse-${language}.example.`] })
      expect(await dig(platform.dnsPort, '-x', `${six}::25`)).toMatchObject({ status: 'NOERROR', values: [`mx1.reverse-${language}.example.`] })
    }

    // A rejected network is not answered any more, and comes back with its records.
    await platform.call(reverseSegment.reject, { ids: [four.id], reason: 'moved' })
    await expect.poll(() => dig(platform.dnsPort, '-x', `${net}.7`).then((dug) => dug?.status), { timeout: 30_000 }).toBe('REFUSED')
    await platform.call(reverseSegment.submit, { ids: [four.id] })
    await platform.call(reverseSegment.activate, { ids: [four.id] })
    await expect.poll(() => pointers(`${net}.7`), { timeout: 30_000 }).toEqual([`mail.reverse-${language}.example.`])
    await expectQuiet(visitor, 'PTR records')
    await visitor.close()
  })
})

test('PTR records follow addresses to the answer of the node, and the zone stands in the domain list', async () => {
  const { data: segment } = await platform.call(reverseSegment.save, { cidr: '45.67.89.0/24', followsAddresses: true })
  await platform.call(reverseSegment.activate, { ids: [segment.id] })
  const { data } = await platform.call(domain.save, { domain: 'followed.example' })
  await platform.call(record.apply, { domainId: data.id, changes: [adding('www A 45.67.89.80')] })
  await expect.poll(() => pointers('45.67.89.80'), { timeout: 30_000 }).toEqual(['www.followed.example.'])
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  await signIn(visitor, '/dns/domain/list?search=67.45')
  const mark = visitor.page.getByText('Reverse zone', { exact: true }).filter({ visible: true }).first()
  await mark.waitFor()
  await takePicture(visitor.page, 'reverse-zone-in-domains')
  await mark.click()
  await visitor.page.getByText('45.67.89.0/24').filter({ visible: true }).first().waitFor()
  await expectQuiet(visitor, 'a reverse zone in the domain list')
  await visitor.close()
})
