import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { message } from '@nameplane/contract/account/message'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { readEmail } from '../support/email-reading.ts'
import { startFakeEmailServer, type FakeEmailServer } from '../support/fake-email-server.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { expectAccessible, expectQuiet } from '../support/soundness.ts'
import { step } from '../support/step.ts'

/* The mail server is set up and tried, templates are written and tried, and letters are seen to have gone or not. */
const sender = { username: 'platform@example.net', password: 'of the mail server' }
let platform: RunningPlatform
let browser: Browser
let fakeEmail: FakeEmailServer
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  fakeEmail = await startFakeEmailServer(sender)
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await fakeEmail?.close()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
/** A required field's label ends with a star. */
const field = (zh: string, en: string): Locator => page.getByLabel(new RegExp(`^${say(zh, en).replace(/[()]/g, '\\$&')}\\*?$`))
/** How an element of the previewed letter looks. */
const looks = (selector: string, property: string): Promise<unknown> =>
  page.evaluate(`getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('${selector}')).${property}`)
const dialog = (): Locator => page.getByRole('dialog').last()
const nextEmail = async () => readEmail(Buffer.from((await fakeEmail.next()).raw))

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  const picture = (name: string) => takePicture(page, `mail-${name}-${language}-${widthPx}`)
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    const { config: record } = await platform.call(setting.ofKey, { key: 'EMAIL_CONFIG' })
    await platform.db.updateTable('system_config').set({ param_value: '{}' }).where('id', '=', record.id).execute()
    await signIn(visitor)
  })
  afterAll(() => visitor.close())

  test('mail from its server to a letter that is sent again', { timeout: 480_000 }, async () => {
    await step('a mail server is chosen, filled in, tried and saved', async () => {
      await visitor.open('/system/config/email/config')
      await field('SMTP 服务器', 'SMTP server').selectOption('other')
      await field('服务器地址', 'Host').fill('127.0.0.1')
      await field('端口', 'Port').fill(String(fakeEmail.port))
      await field('发件邮箱', 'Sender address').fill(sender.username)
      await field('授权密码', 'Authorisation password').fill('a wrong one')
      await field('发件人名称', 'Sender name').fill(say('域名平台', 'The platform'))
      await button('测试', 'Test').click()
      await dialog().getByLabel(say('收件邮箱', 'Send to')).fill('ada@example.org')
      await dialog()
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .click()
      await dialog().getByText(say('邮件服务器拒绝登录', 'refused the sign-in')).waitFor()
      await picture('server-refused')
      await dialog()
        .getByRole('button', { name: say('关闭', 'Close'), exact: true })
        .last()
        .click()
      await field('授权密码', 'Authorisation password').fill(sender.password)
      await button('测试', 'Test').click()
      await dialog().getByLabel(say('收件邮箱', 'Send to')).fill('ada@example.org')
      await dialog()
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .click()
      await dialog().getByText(say('测试邮件已发送到 ada@example.org', 'Test email sent to ada@example.org')).waitFor()
      const email = await nextEmail()
      expect(email.from).toEqual([{ name: say('域名平台', 'The platform'), address: sender.username }])
      expect(email.subject).toBe(say('Nameplane 测试邮件', 'Test email from Nameplane'))
      await picture('server-tested')
      await dialog()
        .getByRole('button', { name: say('关闭', 'Close'), exact: true })
        .last()
        .click()
      await button('保存配置', 'Save').click()
      await page.getByText(say('保存配置成功', 'Save config success')).waitFor()
      await expectQuiet(visitor, 'mail server')
    })

    await step('a password goes nowhere else than it was typed for: another server has it asked for again, and it is typed over its mask', async () => {
      const password = field('授权密码', 'Authorisation password')
      await expect.poll(() => password.inputValue()).toBe('******')
      await field('服务器地址', 'Host').fill('localhost')
      const elsewhere = page.getByText(
        say('接收方（服务器、地址或账号）已更改，请重新输入', 'Enter it again: it was saved for another server, address or account'),
      )
      await elsewhere.waitFor()
      await expectAccessible(page, 'mail server elsewhere')
      await picture('server-elsewhere')
      for (const [zh, en] of [
        ['保存配置', 'Save'],
        ['测试', 'Test'],
      ] as const) {
        await button(zh, en).click()
        await expect.poll(() => page.evaluate(`document.activeElement.getAttribute('name')`)).toBe('password')
        expect(await page.getByRole('dialog').count()).toBe(0)
      }
      await password.press('End')
      await password.pressSequentially('new')
      expect(await password.inputValue()).toBe('new')
      await expect.poll(() => elsewhere.count()).toBe(0)
      await button('放弃修改', 'Discard').click()
      await expect.poll(() => password.inputValue()).toBe('******')
    })

    await step('a template is written with its variables, previewed, tried, saved, and goes back to its default', async () => {
      await visitor.open('/system/config/email/template')
      await button('消息通知', 'Message notification').click()
      const preview = page.frameLocator('iframe')
      await preview.getByText(say('系统维护通知', 'Planned maintenance')).first().waitFor()
      // Styles within the letter are brought back although the page's policy keeps them out of HTML.
      await expect.poll(() => looks('table table', 'borderTopLeftRadius')).toBe('8px')
      await picture('template')
      await expectAccessible(page, 'template')

      await field('主题', 'Subject').fill('Hello ')
      await page
        .getByRole('button', { name: /^.+\{\{username\}\}$/ })
        .first()
        .click()
      await expect.poll(() => field('主题', 'Subject').inputValue()).toBe('Hello {{username}}')
      const html = field('正文（HTML）', 'Content (HTML)')
      await html.fill('<p>{{nobody}}</p>')
      await page.getByText(say('未知变量 {{nobody}}', 'Unknown variable {{nobody}}')).waitFor()
      expect(await button('保存配置', 'Save').isDisabled()).toBe(true)
      await html.fill('<p onclick="x()">{{title}}</p>')
      await page.getByText(say('邮件内容不能使用：<p onclick="x()">', 'Not supported in emails: <p onclick="x()">')).waitFor()
      await picture('template-refused')
      await html.fill(
        '<p style="color:#b91c1c">{{title}}</p><p><a href="https://example.com/">{{site}}</a> <img src="https://example.com/logo.png" alt="logo"></p>',
      )
      await expect.poll(() => looks('p', 'color')).toBe('rgb(185, 28, 28)')
      await page
        .getByRole('group', { name: say('预览', 'Preview') })
        .getByRole('button', { name: say('纯文本', 'Plain text') })
        .click()
      await page.getByText('Nameplane (https://example.com/)').waitFor()

      await button('发送测试', 'Send test email').click()
      await dialog().getByLabel(say('收件邮箱', 'Send to')).fill('ada@example.org')
      await dialog()
        .getByRole('button', { name: say('发送测试', 'Send test email'), exact: true })
        .click()
      await dialog().getByText(say('测试邮件已发送到', 'Test email sent to')).waitFor()
      expect((await nextEmail()).subject).toBe('Hello ada')
      await picture('template-tested')
      await expectAccessible(page, 'test of a template')
      await dialog()
        .getByRole('button', { name: say('关闭', 'Close'), exact: true })
        .last()
        .click()

      await button('保存配置', 'Save').click()
      await page.getByText(say('没有未保存的修改', 'No unsaved changes')).waitFor()
      await page
        .getByRole('navigation', { name: say('邮件类型', 'Email types') })
        .getByText(say('已自定义', 'Customised'))
        .waitFor()
      await platform.db
        .updateTable('account')
        .set({ email: 'admin@example.org', language: language === 'zh' ? 'cn' : 'en' })
        .where('username', '=', 'admin')
        .execute()
      await platform.call(message.save, { title: 'Maintenance', content: '<p>Tonight.</p>', type: 2, mailed: true, action: 'publish' })
      expect((await nextEmail()).subject).toBe('Hello admin')

      await button('恢复默认', 'Reset to default').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('恢复默认', 'Reset to default') })
        .click()
      await expect.poll(() => field('主题', 'Subject').inputValue()).toBe('{{title}}')
      await button('保存配置', 'Save').click()
      await page.getByText(say('没有未保存的修改', 'No unsaved changes')).waitFor()
      await expectQuiet(visitor, 'templates')
    })

    await step('letters that failed are found and sent again', async () => {
      fakeEmail.refuse('550 5.1.1 no such user')
      await platform.call(message.save, { title: 'Second notice', content: '<p>Tomorrow.</p>', type: 2, mailed: true, action: 'publish' })
      const failed = () => platform.db.selectFrom('letter').select('id').where('state', '=', 'failed').where('about', '=', 'Second notice').execute()
      await expect.poll(async () => (await failed()).length).toBe(1)
      await visitor.open('/system/config/email/letters?state=failed&search=Second')
      await page.getByText(say('邮件服务器不接受该收件地址', 'Mail server refused the recipient address')).first().waitFor()
      await picture('letters-failed')
      await expectAccessible(page, 'letters')
      await page
        .getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} .+$`) })
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('重新发送', 'Resend') }).click()
      expect((await nextEmail()).subject).toBe('Second notice')
      await expect.poll(async () => (await failed()).length).toBe(0)
      await visitor.open('/system/config/email/letters')
      await page
        .locator('span', { hasText: new RegExp(`^${say('已发送', 'Sent')}$`) })
        .first()
        .waitFor()
      await picture('letters')
      await expectQuiet(visitor, 'letters')
      await platform.db.deleteFrom('letter').execute()
    })
  })
})
