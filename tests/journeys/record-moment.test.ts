import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { administratorWith } from '../support/app-accounts.ts'
import { newVisitor, openBrowser, signIn, takePicture } from '../support/browser.ts'
import { dig, isDigThere } from '../support/dig.ts'
import { valuesOf } from '../support/dns-client.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath } from '../support/record-editor.ts'
import { adding, recordOf } from '../support/records.ts'
import { setSetting } from '../support/settings.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'

/* A domain is looked at as it was yesterday, compared with today, and taken back; a large restore asks as every large change does. */
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
beforeEach(() => setSetting(platform.db, largeChanges, { confirmation: 'typed' }))

const words = {
  zh: {
    more: '更多操作',
    history: '修改历史',
    byTime: '按时间查看',
    at: '时刻',
    records: '当时的记录',
    changed: '差异',
    restoreDomain: '将整个域名恢复到这一时刻',
    restore: '恢复',
    done: '操作成功：新增 1，修改 1，删除 1',
    confirm: '确认修改',
    type: (count: number) => `请输入“${count}”以确认`,
    submit: '提交审批',
    waiting: '等待审批',
  },
  en: {
    more: 'More actions',
    history: 'History',
    byTime: 'View by time',
    at: 'Moment',
    records: 'Records then',
    changed: 'Differences',
    restoreDomain: 'Restore the whole domain to this moment',
    restore: 'Restore',
    done: 'Done: 1 added, 1 changed, 1 deleted',
    confirm: 'Confirm',
    type: (count: number) => `Type “${count}” to confirm`,
    submit: 'Submit for approval',
    waiting: 'Awaiting approval',
  },
} as const

async function answers(name: string, expected: string[]): Promise<void> {
  const asked = async () => (isDigThere ? (await dig(platform.dnsPort, name, 'A'))?.values : await valuesOf(platform.dnsPort, name, 'A'))
  await expect.poll(asked, { timeout: 30_000 }).toEqual(expected)
}

/** What was saved until now was saved this many days ago. */
async function age(domainId: number, days: number): Promise<void> {
  await sql`update domain_revision set at = at - make_interval(days => ${days}) where domain_id = ${domainId}`.execute(platform.db)
  await sql`update domain set created_at = created_at - make_interval(days => ${days}) where id = ${domainId}`.execute(platform.db)
}

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  test('a domain goes back to how it was yesterday', async () => {
    const text = words[language]
    const name = `yesterday-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    const { records } = (
      await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1'), adding('gone A 192.0.2.2'), adding('same A 192.0.2.3')] })
    ).data
    await age(id, 2)
    const [www, gone] = records.map((row) => row.id)
    await platform.call(record.apply, {
      domainId: id,
      changes: [{ op: 'update', id: www!, record: recordOf('www A 203.0.113.1') }, { op: 'delete', id: gone! }, adding('late A 203.0.113.2')],
    })
    await answers(`www.${name}`, ['203.0.113.1'])
    await answers(`gone.${name}`, [])

    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, recordPath({ name, id }))
    await page.getByRole('button', { name: text.more, exact: true }).click()
    await page.getByRole('menuitem', { name: text.history, exact: true }).click()
    await page.getByRole('button', { name: text.byTime, exact: true }).click()
    // The moment that stands there at first is this time yesterday.
    const drawer = page.getByRole('dialog').first()
    await expect.poll(() => drawer.locator('li[data-change]').count()).toBe(3)
    await takePicture(page, `moment-difference-${language}`)
    await expectAccessible(page, 'the difference from a moment')
    await drawer.getByRole('button', { name: text.records, exact: true }).click()
    await drawer.getByText('gone  600  IN  A  192.0.2.2').waitFor()
    expect(await drawer.getByText('203.0.113.2').count()).toBe(0)
    await takePicture(page, `moment-records-${language}`)
    await expectAccessible(page, 'the records of a moment')

    // While another moment is on its way, the one that still stands there cannot be restored in its place.
    const restores = drawer.getByRole('button', { name: text.restoreDomain, exact: true })
    let answer = (): void => {}
    await page.route('**/dns/record/moment**', async (route) => {
      await new Promise<void>((resume) => (answer = resume))
      await route.continue()
    })
    const moment = await drawer.getByLabel(new RegExp(`^${text.at}\\*?$`)).inputValue()
    await drawer.getByLabel(new RegExp(`^${text.at}\\*?$`)).fill(`${moment.slice(0, 14)}${moment.endsWith('00') ? '01' : '00'}`)
    await expect.poll(() => restores.isDisabled()).toBe(true)
    await expect.poll(() => (answer(), restores.isDisabled())).toBe(false)
    await page.unroute('**/dns/record/moment**')

    await restores.click()
    const question = page.getByRole('dialog').last()
    await question.getByRole('button', { name: text.restore, exact: true }).click()
    await page.getByText(text.done).first().waitFor()
    await answers(`www.${name}`, ['192.0.2.1'])
    await answers(`gone.${name}`, ['192.0.2.2'])
    await answers(`late.${name}`, [])
    await expectQuiet(visitor, 'a restore to yesterday')
    await visitor.close()
  })

  test('a large restore asks for its number, or for another administrator', async () => {
    const text = words[language]
    const name = `large-restore-${language}.example`
    const { id } = (await platform.call(domain.save, { domain: name })).data
    const values = (address: string) => Array.from({ length: 10 }, (_, index) => recordOf(`h${index} A ${address}`))
    const { records } = (await platform.call(record.apply, { domainId: id, changes: values('192.0.2.5').map((one) => ({ op: 'add' as const, record: one })) }))
      .data
    await age(id, 2)
    const moved = async () =>
      platform.call(record.apply, {
        domainId: id,
        changes: values('203.0.113.5').map((one, index) => ({ op: 'update' as const, id: records[index]!.id, record: one })),
      })
    await moved()

    const visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    const { page } = visitor
    await signIn(visitor, recordPath({ name, id }))
    const restore = async (): Promise<void> => {
      await page.getByRole('button', { name: text.more, exact: true }).click()
      await page.getByRole('menuitem', { name: text.history, exact: true }).click()
      await page.getByRole('button', { name: text.byTime, exact: true }).click()
      await page.getByRole('dialog').first().getByRole('button', { name: text.restoreDomain, exact: true }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: text.restore, exact: true }).click()
    }
    await restore()
    const asked = page.getByRole('alertdialog')
    await asked.getByLabel(text.type(10), { exact: true }).fill('10')
    await takePicture(page, `large-restore-typed-${language}`)
    await expectAccessible(page, 'a large restore')
    await asked.getByRole('button', { name: text.confirm, exact: true }).click()
    await answers(`h3.${name}`, ['192.0.2.5'])

    await moved()
    await answers(`h3.${name}`, ['203.0.113.5'])
    await setSetting(platform.db, largeChanges, { confirmation: 'second_administrator' })
    await visitor.open(recordPath({ name, id }))
    await restore()
    await takePicture(page, `large-restore-approval-${language}`)
    await asked.getByRole('button', { name: text.submit, exact: true }).click()
    await page.getByRole('dialog').getByText(text.waiting).first().waitFor()
    await takePicture(page, `large-restore-submitted-${language}`)
    await answers(`h3.${name}`, ['203.0.113.5'])
    const second = await administratorWith(platform, ['record.read', 'change_set.approve'])
    const [set] = (await platform.call(changeSet.list, {})).data.list
    await platform.call(changeSet.approve, { id: set!.id }, { authorization: `Bearer ${second.token}` })
    await answers(`h3.${name}`, ['192.0.2.5'])
    await expectQuiet(visitor, 'a large restore')
    await visitor.close()
  })
})

test('a restore can be watched, and is a bulk operation then', async () => {
  const text = words.en
  const name = 'watched-restore.example'
  const { id } = (await platform.call(domain.save, { domain: name })).data
  const [www] = (await platform.call(record.apply, { domainId: id, changes: [adding('www A 192.0.2.1')] })).data.records
  await age(id, 2)
  await platform.call(record.apply, { domainId: id, changes: [{ op: 'update', id: www!.id, record: recordOf('www A 203.0.113.1') }] })
  const visitor = await newVisitor(browser, platform, { language: 'en' })
  const { page } = visitor
  await signIn(visitor, recordPath({ name, id }))
  await page.getByRole('button', { name: text.more, exact: true }).click()
  await page.getByRole('menuitem', { name: text.history, exact: true }).click()
  await page.getByRole('button', { name: text.byTime, exact: true }).click()
  await page.getByRole('dialog').first().getByRole('button', { name: text.restoreDomain, exact: true }).click()
  const question = page.getByRole('dialog').last()
  await question.getByLabel('Watch afterwards, and undo by itself if more queries fail', { exact: true }).check()
  await takePicture(page, 'restore-watched')
  await expectAccessible(page, 'a restore that is watched')
  await question.getByRole('button', { name: text.restore, exact: true }).click()
  await page.getByRole('dialog').getByRole('region', { name: 'Watch', exact: true }).waitFor()
  expect((await platform.call(changeSet.list, {})).data.list[0]).toMatchObject({ kind: 'record_save', summary: { call: 'restore' } })
  await answers(`www.${name}`, ['192.0.2.1'])
  const watch = async () => (await platform.call(changeSet.list, {})).data.list[0]!.watchState
  await expect.poll(watch, { timeout: 30_000 }).toBe('watching')
  await expectQuiet(visitor, 'a restore that is watched')
  await visitor.close()
})
