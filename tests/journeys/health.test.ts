import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { health } from '@nameplane/contract/dns/health'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { startResolver } from '../support/loopback-resolver.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding } from '../support/records.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* What is wrong with a domain: found, mended by a click, mended in the record editor, and ignored. */
let browser: Browser
let platform: RunningPlatform
let resolver: Awaited<ReturnType<typeof startResolver>>
beforeAll(async () => {
  browser = await openBrowser()
  platform = await startPlatform()
  resolver = await startResolver(({ name }) => (name === '.' ? { values: ['a.root.example.'], ttlSeconds: 60 } : 'nxdomain'))
  await platform.call(setting.save, { paramKey: nsCheck.key, paramValue: { resolvers: resolver.address } })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await resolver?.stop()
})

const words = {
  zh: {
    ...{ check: '立即检查', fix: '修复', ignore: '忽略', heed: '取消忽略', save: '立即保存', toPending: '加入待保存修改', reason: '原因' },
    ...{
      review: '核对并保存',
      telecom: '电信',
      missing: /^CNAME 指向的 cdn\.gone\.example\. 不存在/,
      score: (score: number) => `${score} / 100`,
      none: '没有发现问题',
    },
  },
  en: {
    ...{ check: 'Check now', fix: 'Fix', ignore: 'Ignore', heed: 'Stop ignoring', save: 'Save now', toPending: 'Add to pending changes', reason: 'Reason' },
    ...{
      review: 'Review and save',
      telecom: 'China Telecom',
      missing: /^The CNAME target cdn\.gone\.example\. does not exist/,
      score: (score: number) => `${score} of 100`,
      none: 'No findings',
    },
  },
} as const

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('findings are fixed at once, fixed through pending changes, and ignored with a reason', async () => {
    const text = words[language]
    const name = `health-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, {
      domainId: id,
      changes: [adding('www CNAME cdn.gone.example.'), adding('app A 192.0.2.1', { line: 'telecom' }), adding('nas A 10.0.0.5')],
      acknowledged: ['private_address', 'default_line_missing'],
    })
    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, recordPath({ id, name }).replace(/record$/, 'health'))
    await page.getByRole('button', { name: text.check }).waitFor()
    await takePicture(page, `health-never-${language}`)
    await page.getByRole('button', { name: text.check }).click()
    await page.getByText(text.score(68), { exact: true }).waitFor()
    await page.getByText(text.missing).waitFor()
    await expectAccessible(page, 'health of a domain')
    await takePicture(page, `health-${language}`)

    // At once.
    await page.getByRole('button', { name: `${text.fix} www CNAME` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('www 600 IN CNAME cdn.gone.example.').waitFor()
    await takePicture(page, `health-fix-${language}`)
    await dialog.getByRole('button', { name: text.save }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(text.score(88), { exact: true }).waitFor()
    expect(await page.getByText(text.missing).count()).toBe(0)

    // Through the record editor.
    await page.getByRole('button', { name: `${text.fix} app A ${text.telecom}`, exact: true }).click()
    await dialog.getByText('app 600 IN A 192.0.2.1', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: text.toPending }).click()
    await page.getByRole('button', { name: text.review }).click()
    await page.getByRole('dialog').locator('button', { hasText: /^(保存|Save)$/ }).click() // oxfmt-ignore
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const saved = (await platform.call(record.list, { domainId: id, host: 'app' })).data.list
    expect(saved.map(({ line, value }) => [line, value])).toEqual([
      ['default', '192.0.2.1'],
      ['telecom', '192.0.2.1'],
    ])

    // Ignored, and counted again.
    await visitor.open(recordPath({ id, name }).replace(/record$/, 'health'))
    await page.getByText(text.score(92), { exact: true }).waitFor()
    await page.getByRole('button', { name: `${text.ignore} nas A` }).click()
    await dialog.getByLabel(new RegExp(`^${text.reason}\\*?$`)).fill('VPN')
    await takePicture(page, `health-ignore-${language}`)
    await dialog.getByRole('button', { name: text.ignore, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(text.score(98), { exact: true }).waitFor()
    await takePicture(page, `health-ignored-${language}`)
    expect((await platform.call(domain.detail, { id })).data.healthScore).toBe(98)
    await page.getByRole('button', { name: `${text.heed} nas A` }).click()
    await page.getByText(text.score(92), { exact: true }).waitFor()
    expect((await platform.call(health.detail, { id })).data.findings.map(({ code }) => code)).toEqual(['private_address', 'lines_repeat_default'])
    await expectQuiet(visitor, 'health of a domain')
    await visitor.close()
  })
})

test('a domain whose records are in order says so, and the list of domains has the score', async () => {
  const { id } = (await platform.call(domain.save, { domain: 'sound.example' })).data
  await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  await signIn(visitor, recordPath({ id, name: 'sound.example' }).replace(/record$/, 'health'))
  await visitor.page.getByRole('button', { name: words.en.check }).click()
  await visitor.page.getByText(words.en.none).waitFor()
  await takePicture(visitor.page, 'health-sound')
  expect((await platform.call(domain.list, { search: 'sound' })).data.list.map(({ healthScore }) => healthScore)).toEqual([100])
  await visitor.close()
})
