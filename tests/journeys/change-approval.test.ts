import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { administratorWith } from '../support/app-accounts.ts'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath, toast } from '../support/record-editor.ts'
import { adding, recordOf } from '../support/records.ts'
import { saveSetting } from '../support/setting-form.ts'
import { setSetting } from '../support/settings.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* Two administrators, one approval: what one submits is answered once the other has looked at it and approved. */
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
    confirmation: '影响较大的修改',
    save: '保存配置',
    domains: '域名',
    find: '查找内容',
    to: '替换为',
    preview: '预览',
    submit: '提交审批（1 个域名）',
    tab: /^等待审批（\d+）$/,
    approve: '批准',
    decline: '拒绝',
    remark: '备注',
    decided: '操作成功',
    own: '不能审批自己提交的操作',
    done: '1 / 1 个域名',
    download: '下载结果',
  },
  en: {
    confirmation: 'Large changes require',
    save: 'Save',
    domains: 'Domains',
    find: 'Find',
    to: 'Replace with',
    preview: 'Preview',
    submit: 'Submit for approval (1 domain)',
    tab: /^Awaiting approval \(\d+\)$/,
    approve: 'Approve',
    decline: 'Decline',
    remark: 'Remark',
    decided: 'Done',
    own: 'You cannot approve or decline your own operation',
    done: '1 of 1 domain',
    download: 'Download result',
  },
} as const

const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}\\*?$`) })

async function answers(name: string, value: string): Promise<void> {
  const asked = async () => (isDigThere ? (await dig(platform.dnsPort, name, 'A'))?.values : await valuesOf(platform.dnsPort, name, 'A'))
  await expect.poll(asked, { timeout: 30_000 }).toEqual([value])
}

const states = async () => (await platform.call(changeSet.list, {})).data.list.map(({ id, state }) => ({ id, state }))

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('two administrators, one approval', async () => {
    const text = words[language]
    await setSetting(platform.db, largeChanges, { confirmation: 'typed' })
    const name = `approved-${language}.example`
    const { id: domainId } = (await platform.call(domain.save, { domain: name })).data
    await platform.call(record.apply, { domainId, changes: Array.from({ length: 10 }, (_, index) => adding(`h${index} A 192.0.2.20`)) })
    const { username } = await administratorWith(platform, ['record.read', 'domain.read', 'change_set.approve'], { password: 'keeper-pass-1' })

    // The first one has the platform ask for a second one, on the screen.
    const first = await newVisitor(browser, platform, { language, theme, widthPx })
    await signIn(first, '/system/config/login?tab=changes')
    const { page } = first
    await page.getByLabel(text.confirmation).selectOption('second_administrator')
    await takePicture(page, `approval-setting-${language}`)
    await expectAccessible(page, 'the setting of large changes')
    await saveSetting(page, page.getByRole('button', { name: text.save, exact: true }))

    const submit = async (): Promise<number> => {
      await first.open('/dns/domain/bulk/recordUpdate')
      await field(page, text.domains).fill(name)
      await field(page, text.find).fill('192.0.2.20')
      await field(page, text.to).fill('203.0.113.20')
      await page.getByRole('button', { name: text.preview, exact: true }).click()
      const before = (await states()).length
      await page.getByRole('button', { name: text.submit, exact: true }).click()
      await expect.poll(async () => (await states()).length).toBe(before + 1)
      return (await states())[0]!.id
    }
    const declined = await submit()
    const own = page.getByRole('dialog').getByRole('button', { name: text.approve, exact: true })
    await own.waitFor()
    expect([await own.isDisabled(), await own.getAttribute('title')]).toEqual([true, text.own])
    await takePicture(page, `approval-waiting-${language}`)

    // The second one finds both in the inbox, declines one and approves the other.
    const approved = await submit()
    const second = await newVisitor(browser, platform, { language, theme, widthPx })
    await second.open('/login?redirect=%2Fdns%2Fdomain%2Fbulk%2Flog')
    await fillSignIn(second.page, username, 'keeper-pass-1')
    await second.page.getByRole('button', { name: text.tab }).click()
    await second.page.getByText(`#${declined}`, { exact: true }).first().waitFor()
    await takePicture(second.page, `approval-inbox-${language}`)
    await expectAccessible(second.page, 'the inbox of approvals')
    const drawer = second.page.getByRole('dialog').first()
    const decide = async (id: number, verb: 'approve' | 'decline', remark: string): Promise<void> => {
      await second.open(`/dns/domain/bulk/log?set=${id}`)
      await drawer.getByText(`${name}  h0 600 IN A 203.0.113.20`).waitFor()
      await takePicture(second.page, `approval-difference-${language}`)
      await expectAccessible(second.page, 'what waits for approval')
      expect(await drawer.getByRole('button', { name: text.download, exact: true }).count()).toBe(0)
      await drawer.getByRole('button', { name: text[verb], exact: true }).click()
      const asked = second.page.getByRole('dialog').last()
      await field(second.page, text.remark).fill(remark)
      await takePicture(second.page, `approval-${verb}-${language}`)
      await asked.getByRole('button', { name: text[verb], exact: true }).last().click()
      await toast(second.page, text.decided).waitFor()
    }
    await decide(declined, 'decline', 'not today')
    await drawer.getByText('not today').waitFor()
    await answers(`h0.${name}`, '192.0.2.20')
    await decide(approved, 'approve', 'agreed')
    await drawer.getByText(text.done).first().waitFor()
    await drawer.getByRole('button', { name: text.download, exact: true }).waitFor()
    await answers(`h0.${name}`, '203.0.113.20')
    expect((await states()).slice(0, 2)).toEqual([
      { id: approved, state: 'done' },
      { id: declined, state: 'declined' },
    ])
    await expectQuiet(second, 'approving')
    await expectQuiet(first, 'submitting for approval')
    await second.close()
    await first.close()
  })
})

test('a large restore waits for another administrator too', async () => {
  await setSetting(platform.db, largeChanges, { confirmation: 'typed' })
  const name = 'large-restore.example'
  const { id } = (await platform.call(domain.save, { domain: name })).data
  const values = (address: string) => Array.from({ length: 10 }, (_, index) => recordOf(`h${index} A ${address}`))
  const added = values('192.0.2.5').map((one) => ({ op: 'add' as const, record: one }))
  const { records } = (await platform.call(record.apply, { domainId: id, changes: added })).data
  const changes = values('203.0.113.5').map((one, index) => ({ op: 'update' as const, id: records[index]!.id, record: one }))
  await platform.call(record.apply, { domainId: id, changes })
  await setSetting(platform.db, largeChanges, { confirmation: 'second_administrator' })

  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  await signIn(visitor, recordPath({ name, id }))
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'History', exact: true }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('listitem').last().getByRole('button').click()
  await drawer.getByRole('button', { name: 'Restore the whole domain to this version', exact: true }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Restore', exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: 'Submit for approval', exact: true }).waitFor()
  await takePicture(page, 'large-restore-approval')
  await asked.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await page.getByRole('dialog').getByText('Awaiting approval').first().waitFor()
  await takePicture(page, 'large-restore-submitted')
  await answers(`h3.${name}`, '203.0.113.5')
  const second = await administratorWith(platform, ['record.read', 'change_set.approve'])
  await platform.call(changeSet.approve, { id: (await states())[0]!.id }, { authorization: `Bearer ${second.token}` })
  await answers(`h3.${name}`, '192.0.2.5')
  await expectQuiet(visitor, 'a large restore')
  await visitor.close()
})
