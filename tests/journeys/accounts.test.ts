import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { role } from '@nameplane/contract/account/role'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { fillSignIn, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { expectMeterBelowField } from '../support/password-meter.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'

/* People: an administrator adds a customer, acts as them and returns; the customer signs in for the first time. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, platform, { language: 'zh' })
  page = visitor.page
})
afterEach(() => visitor.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const banner = () => page.getByRole('status').filter({ hasText: '的身份登录' })
const expectAddress = (path: string) => expect.poll(() => new URL(page.url()).hash).toMatch(new RegExp(`^#${path}(\\?|$)`))

async function customerWithDomain(username: string): Promise<number> {
  const { id } = (await platform.call(user.save, { username, password: 'pass1' })).data
  await platform.call(domain.save, { domain: `${username}-own.example`, userId: id })
  return id
}

describe('an administrator', () => {
  test('acts as a customer under a banner, does what the customer may, and returns', async () => {
    const acme = await customerWithDomain('acme')
    await platform.call(domain.save, { domain: 'not-acmes.example' })
    await platform.call(message.save, { title: '维护通知', content: '<p>今晚</p>', type: 1, audience: 'selected', accountIds: [acme], action: 'publish' })
    await signIn(visitor, '/account/users/users')
    await row('acme').hover()
    await row('acme').getByRole('button', { name: '以用户身份登录', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '以用户身份登录', exact: true }).click()

    await banner().getByText('你正以 acme 的身份登录').waitFor()
    await visitor.open('/dns/domain/list')
    await page.getByText('acme-own.example').waitFor()
    expect(await page.getByText('not-acmes.example').count()).toBe(0)
    await takePicture(page, 'impersonation')

    // What the customer was told is there to see, and stays unread for them.
    await page.getByRole('button', { name: '消息，1 条未读' }).click()
    await page.getByText('以用户身份登录时不会标为已读').waitFor()
    await page.getByRole('button', { name: /^未读 维护通知 .+$/ }).click()
    await page.getByText('今晚', { exact: true }).last().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '消息，1 条未读' }).waitFor()
    expect(await platform.db.selectFrom('message_reading').select('message_id').execute()).toEqual([])

    await visitor.open('/account/users/users')
    await page.getByRole('heading', { name: '没有权限查看此页面', exact: true }).waitFor()
    await visitor.open('/account/users/reset-password')
    await page.getByText('以用户身份登录时不能修改密码').waitFor()

    // The banner survives a reload: it is the session's, not the tab's.
    await page.reload()
    await banner().waitFor()
    await Promise.all([page.waitForEvent('load'), banner().getByRole('button', { name: '返回', exact: true }).click()])
    await expect.poll(() => banner().count()).toBe(0)
    await visitor.open('/account/users/users')
    await row('acme').waitFor()
    await visitor.open('/dns/log/admin/1')
    await page.getByText('以 acme 的身份').first().waitFor()
    expect(visitor.complaints).toEqual([])

    const actors = await platform.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_name', 'acting_as_name'])
      .where('action', 'in', ['user.impersonate', 'user.end_impersonation'])
      .where('target_id', '=', acme)
      .orderBy('id')
      .execute()
    expect(actors).toEqual([
      { action: 'user.impersonate', actor_name: 'admin', acting_as_name: null },
      { action: 'user.end_impersonation', actor_name: 'admin', acting_as_name: 'acme' },
    ])
  })

  test('tells the other tab that the account has changed', async () => {
    await customerWithDomain('globex')
    await signIn(visitor, '/dns/domain/list')
    const other = await visitor.context.newPage()
    await other.goto(`${platform.url}#/account/users/users`)
    const line = other.getByRole('row').filter({ hasText: 'globex' })
    await line.hover()
    await line.getByRole('button', { name: '以用户身份登录', exact: true }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '以用户身份登录', exact: true }).click()
    await other.getByText('你正以 globex 的身份登录').waitFor()
    await page.getByRole('alertdialog').getByRole('button').click()
    await banner().waitFor()
  })

  test('looks through a role in one tab alone, and still does once that tab is loaded anew', async () => {
    await platform.call(role.save, { name: '旁观', rights: ['domain.read'], dataScope: 'own' })
    await signIn(visitor, '/account/power/roles')
    const menuIn = (tab: Page) => tab.getByRole('button', { name: '更多操作 旁观', exact: true })
    const seen = (tab: Page) => tab.getByRole('status').filter({ hasText: '正在以角色“旁观”的视角查看' })
    await row('旁观').hover()
    await menuIn(page).click()
    await page.getByRole('menuitem', { name: '以此角色查看控制台', exact: true }).click()
    await seen(page).waitFor()
    await page.reload()
    await seen(page).waitFor()
    const other = await visitor.context.newPage()
    await other.goto(`${platform.url}#/account/power/roles`)
    await menuIn(other).waitFor()
    expect(await seen(other).count()).toBe(0)
  })

  test('adds a user by the form, which says what is wrong beside each field, and imports others line by line', async () => {
    await signIn(visitor, '/account/users/users')
    await button('添加用户').first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('用户名').fill('张三')
    await form.getByLabel('邮箱').fill('nobody@')
    await form.locator('input[name=password]').fill('abc')
    await form.getByRole('meter', { name: '密码强度' }).and(page.locator('[aria-valuetext=很弱]')).waitFor()
    await form.getByText('4～32 个字符，不含中文', { exact: true }).waitFor()
    await expectMeterBelowField(page, 'the form of a user')
    await form.getByRole('button', { name: '添加用户', exact: true }).click()
    for (const message of ['用户名格式错误，只能包含字母、数字和 @ . _ -（3～30）', '邮箱地址格式错误', '密码格式错误，不能包含中文（4~32）'])
      await form.getByText(message).waitFor()
    await form.getByLabel('用户名').fill('zhang.san')
    await form.getByLabel('邮箱').fill('zhang.san@example.net')
    await form.locator('input[name=password]').fill('pass1')
    await form.getByLabel('确认密码').fill('pass1')
    await form.getByLabel('标签').fill('vip,华东,')
    await form.getByRole('button', { name: '添加用户', exact: true }).click()
    await row('zhang.san').getByText('待改密码').waitFor()
    await row('zhang.san').getByText('华东').waitFor()

    await button('导入').click()
    await page.getByRole('dialog').getByLabel('或粘贴内容').fill('username,email\nzhao.liu,zhao@example.net\nzhang.san,\nab,no mail\n')
    await button('预览').click()
    await page.getByRole('dialog').getByText('2 行有误').waitFor()
    await page.getByRole('dialog').getByText('用户名已存在').waitFor()
    await takePicture(page, 'import-users')
    await page.getByRole('dialog').getByLabel('跳过有误的行，只导入其余的').check()
    await button('导入 1 个用户').click()
    await row('zhao.liu').waitFor()

    await row('zhao.liu').getByRole('button', { name: '更多操作 zhao.liu', exact: true }).click()
    await page.getByRole('menuitem', { name: '重置密码', exact: true }).click()
    await page.getByRole('dialog').locator('input[name=newPassword]').fill('abc')
    await expectMeterBelowField(page, 'the reset of a password')
    await page.keyboard.press('Escape')
    expect(visitor.complaints).toEqual([])
  })
})

describe('a customer', () => {
  test('whose password is due sets a new one before anything else, then sees the own domains', async () => {
    await customerWithDomain('initech')
    const { id } = (await platform.call(user.list, { search: 'initech' })).data.list[0]!
    await platform.call(user.requirePassword, { ids: [id] })
    await visitor.open('/login?redirect=%2Fdns%2Fdomain%2Flist')
    await fillSignIn(page, 'initech', 'pass1')
    await expectAddress('/account/users/reset-password')
    await page.getByText('请先设置新密码再继续').waitFor()
    await visitor.open('/dns/domain/list')
    await expectAddress('/account/users/reset-password')
    await page.getByLabel('原密码').fill('pass1')
    await page.getByLabel('新密码').fill('pass2')
    await page.getByRole('meter', { name: '密码强度' }).waitFor()
    await page.locator('[aria-live=polite]').getByText('符合要求', { exact: true }).waitFor()
    await expectMeterBelowField(page, 'the change of the own password')
    await page.getByLabel('确认密码').fill('pass2')
    await button('修改密码').click()
    await expect.poll(() => new URL(page.url()).hash).not.toContain('reset-password')
    await visitor.open('/dns/domain/list')
    await page.getByText('initech-own.example').waitFor()
  })

  test('begins in the language that was chosen for them', async () => {
    await platform.call(user.save, { username: 'hooli', password: 'pass1', language: 'en' })
    await visitor.close()
    visitor = await newVisitor(browser, platform)
    page = visitor.page
    await visitor.open('/login')
    await fillSignIn(page, 'hooli', 'pass1')
    await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('en')
  })
})
