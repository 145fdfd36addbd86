import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { claimCheckPauseSeconds, domainClaim } from '@nameplane/contract/dns/domain-claim'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startResolver, type SaidToQuestion } from '../support/loopback-resolver.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { toast } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* A domain of another user, from the request to the owner that a TXT record shows. */
let browser: Browser
let platform: RunningPlatform
let resolver: Awaited<ReturnType<typeof startResolver>>
const texts: Record<string, string> = {}
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
  resolver = await startResolver(({ name, type }): SaidToQuestion => {
    if (name === '.') return { values: ['a.root-servers.example.'], ttlSeconds: 60 }
    const text = type === 'TXT' ? texts[name] : undefined
    return text === undefined ? 'nxdomain' : { values: [`"${text}"`], ttlSeconds: 60 }
  })
  const value = { resolvers: resolver.address, pauseSeconds: 0, isRemovalOn: false, mostRemovalsPerDay: 20 }
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue: value })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await resolver?.stop()
})

const words = {
  zh: {
    add: '找回域名',
    domains: '域名',
    invalid: '域名格式不正确：bad..example',
    repeated: (name: string) => `域名不能重复：${name}`,
    unknown: '平台上没有该域名：nowhere.example',
    missing: '没有 TXT 记录',
    failed: '已找回 0 个域名，1 个未通过',
    done: '已找回 1 个域名，0 个未通过',
    retrieved: '已找回',
  },
  en: {
    add: 'Retrieve domains',
    domains: 'Domains',
    invalid: 'Invalid domain name: bad..example',
    repeated: (name: string) => `Duplicate domain name: ${name}`,
    unknown: 'Not on this platform: nowhere.example',
    missing: 'No TXT record',
    failed: '0 domains retrieved, 1 not verified',
    done: '1 domain retrieved, 0 not verified',
    retrieved: 'Retrieved',
  },
} as const

const pause = (seconds: number) => new Promise((settle) => setTimeout(settle, seconds * 1000))
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(new RegExp(`^${label}\\*?$`))
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click()

describe.each([
  { language: 'zh', theme: 'light' },
  { language: 'en', theme: 'dark' },
] as const)('in $language, $theme', ({ language, theme }) => {
  test('domains are requested line by line, and move once resolvers see the record', { timeout: 120_000 }, async () => {
    const text = words[language]
    const holder = (await platform.call(user.save, { username: `holder-${language}`, password: 'Quiet harbour, 74 boats' })).data
    const names = [1, 2].map((number) => `claimed${number}-${language}.example`) as [string, string]
    const [one] = await Promise.all(names.map(async (name) => (await platform.call(domain.save, { domain: name, userId: holder.id })).data.id))
    await platform.call(record.apply, { domainId: one!, changes: [adding('www A 192.0.2.1')] })

    const visitor = await newVisitor(browser, platform, { language, theme, widthPx: 1440 })
    const { page } = visitor
    await signIn(visitor, '/dns/domain/bulk/domainsRetrieve')
    await page.getByRole('button', { name: text.add, exact: true }).first().waitFor()
    await takePicture(page, `retrieval-none-${language}`)
    await page.getByRole('button', { name: text.add, exact: true }).first().click()
    for (const [lines, problem] of [
      [`${names[0]}\nbad..example`, text.invalid],
      [`${names[0]}\n${names[0]}`, text.repeated(names[0])],
      [`${names[0]}\nnowhere.example`, text.unknown],
    ] as const) {
      await field(page, text.domains).fill(lines)
      await submit(page)
      await page.getByText(problem).waitFor()
    }
    await expectAccessible(page, 'request of domains')
    await takePicture(page, `retrieval-request-${language}`)
    await field(page, text.domains).fill(names.join('\n'))
    await submit(page)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    // The records to add stand in the list.
    const claim = (await platform.call(domainClaim.list, { search: names[0] })).data.list[0]!
    const row = page.locator(`tr[data-row="${claim.id}"]`)
    await row.getByText(claim.recordName, { exact: true }).waitFor()
    await row.getByText(claim.recordValue, { exact: true }).waitFor()
    // The language before checked as the same account.
    await pause(claimCheckPauseSeconds)
    await row.hover()
    await row.locator('[data-action=check]').click()
    await toast(page, text.failed).waitFor()
    await row.getByText(text.missing).waitFor()
    await expectAccessible(page, 'requests for domains')
    await takePicture(page, `retrieval-list-${language}`)

    texts[claim.recordName] = claim.recordValue
    await pause(claimCheckPauseSeconds)
    await row.hover()
    await row.locator('[data-action=check]').click()
    await toast(page, text.done).waitFor()
    await row.getByText(text.retrieved, { exact: true }).waitFor()
    await takePicture(page, `retrieval-done-${language}`)
    const moved = (await platform.call(domain.detail, { id: one! })).data
    expect(moved).toMatchObject({ username: 'admin', recordCount: 1 })
    await expectQuiet(visitor, 'retrieved domains')
    await visitor.close()
  })
})
