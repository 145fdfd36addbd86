import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { recordPath } from '../../support/record-editor.ts'
import { expectAccessible, expectQuiet, shownDomain, startDemoPlatform } from '../../support/soundness.ts'

/* What opens over a screen: dialogs, drawers, menus. Each in both languages and both themes, on a desk and on a phone. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let recordsPath: string
let say: (zh: string, en: string) => string

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  const { domain, id, userId } = await shownDomain(platform)
  recordsPath = recordPath({ name: domain, id, userId })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const firstRow = (): Locator => page.getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} .+$`) }).first()
const rowMenuOf = (name: string): Locator => page.getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} ${name}.*$`) }).first()

async function ofDomain(zh: string, en: string): Promise<void> {
  await button('更多操作', 'More actions').click()
  await page.getByRole('menuitem', { name: say(zh, en), exact: true }).click()
}

async function addRecord(): Promise<void> {
  await button('添加记录', 'Add record').first().click()
  await dialog().getByLabel(say('主机记录', 'Host'), { exact: true }).fill('sweep')
  await dialog()
    .getByRole('textbox', { name: say('地址', 'Address'), exact: true })
    .fill('192.0.2.1')
  await button('加入待保存修改', 'Add to pending changes').click()
  await page.getByRole('region', { name: say('1 处待保存修改', '1 pending change') }).waitFor()
}

type Overlay = readonly [name: string, path: () => string, open: () => Promise<unknown>]
const records = (): string => recordsPath
const domains = (): string => '/dns/domain/list'
const users = (): string => '/account/users/users'
const admins = (): string => '/account/users/admins'
const groups = (): string => '/dns/serve/group'
const dashboard = (): string => '/home/dashboard'
const messages = (): string => '/account/message/list'

const overlays: readonly Overlay[] = [
  ['new-record', records, () => button('添加记录', 'Add record').first().click()],
  [
    'new-record-refused',
    records,
    async () => {
      await button('添加记录', 'Add record').first().click()
      await button('加入待保存修改', 'Add to pending changes').click()
      await dialog().getByRole('alert').first().waitFor()
    },
  ],
  [
    'new-record-of-many-fields',
    records,
    async () => {
      await button('添加记录', 'Add record').first().click()
      await dialog().getByLabel(say('记录类型', 'Type'), { exact: true }).selectOption('NAPTR')
    },
  ],
  [
    'line-picker',
    records,
    async () => {
      await button('添加记录', 'Add record').first().click()
      await dialog()
        .getByRole('button', { name: new RegExp(`^${say('线路', 'Line')}: .+$`) })
        .click()
    },
  ],
  [
    'saved-filters',
    () => '/dns/domain/list?status=1',
    async () => {
      await button('常用筛选', 'Saved filters').click()
      await page.getByRole('button', { name: say('保存当前筛选', 'Save current filters') }).waitFor()
    },
  ],
  [
    'owner-filter',
    domains,
    async () => {
      await button('所属用户', 'Owner').first().click()
      await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
    },
  ],
  [
    'new-domain-owner',
    () => '/dns/domain/list?open=add',
    async () => {
      await dialog()
        .getByRole('button', { name: new RegExp(`^${say('所属用户', 'Owner')}: .+$`) })
        .click()
      await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
    },
  ],
  [
    'new-record-from-certificate',
    records,
    async () => {
      await button('添加记录', 'Add record').first().click()
      await dialog().getByLabel(say('记录类型', 'Type'), { exact: true }).selectOption('TLSA')
    },
  ],
  [
    'new-record-with-hints',
    records,
    async () => {
      await button('添加记录', 'Add record').first().click()
      await dialog().getByLabel(say('记录类型', 'Type'), { exact: true }).selectOption('HTTPS')
    },
  ],
  [
    'records-to-lines',
    records,
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('复制到线路', 'Copy to lines'), exact: true }).click()
    },
  ],
  ['record-menu', records, () => firstRow().click()],
  ['domain-menu', records, () => button('更多操作', 'More actions').click()],
  ['paste-rows', records, () => ofDomain('粘贴多行', 'Paste rows')],
  ['tray', records, addRecord],
  [
    'review',
    records,
    async () => {
      await addRecord()
      await button('核对并保存', 'Review and save').click()
      await dialog().getByText(say('检查通过', 'Checks passed')).waitFor()
    },
  ],
  [
    'discard',
    records,
    async () => {
      await addRecord()
      await button('全部放弃', 'Discard all').click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  ['import', records, () => ofDomain('导入', 'Import')],
  [
    'import-preview',
    records,
    async () => {
      await ofDomain('导入', 'Import')
      await dialog()
        .getByRole('textbox', { name: say('粘贴内容', 'Paste records') })
        .fill('good 60 IN A 192.0.2.1\nbad 60 IN A 192.0.2.999\n')
      await button('预览', 'Preview').click()
      await dialog().getByRole('region').first().waitFor()
    },
  ],
  ['history', records, () => ofDomain('修改历史', 'History')],
  [
    'revision',
    records,
    async () => {
      await ofDomain('修改历史', 'History')
      await dialog().getByRole('listitem').getByRole('button').nth(1).click()
      await dialog().getByRole('listitem').first().waitFor()
    },
  ],
  [
    'restore',
    records,
    async () => {
      await ofDomain('修改历史', 'History')
      await dialog().getByRole('listitem').getByRole('button').nth(1).click()
      await button('将整个域名恢复到此版本', 'Restore the whole domain to this version').click()
      await page.getByRole('dialog', { name: say('友情提示', 'Please confirm') }).waitFor()
    },
  ],
  [
    'explain',
    records,
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('解析诊断', 'Explain answer'), exact: true }).click()
      await dialog().getByRole('textbox').first().fill('202.96.209.133')
      await button('诊断', 'Explain').click()
      await dialog().getByRole('status').first().waitFor()
    },
  ],
  ['new-domain', domains, () => button('添加域名', 'Add domain').first().click()],
  [
    'new-domain-refused',
    domains,
    async () => {
      await button('添加域名', 'Add domain').first().click()
      await dialog()
        .getByRole('button', { name: say('添加域名', 'Add domain'), exact: true })
        .click()
      await dialog().getByRole('alert').first().waitFor()
    },
  ],
  ['row-menu', domains, () => firstRow().click()],
  [
    'change-domain',
    domains,
    async () => {
      await rowMenuOf('birch').click()
      await page.getByRole('menuitem', { name: say('修改', 'Edit'), exact: true }).click()
      await dialog().waitFor()
    },
  ],
  [
    'confirm',
    domains,
    async () => {
      await rowMenuOf('birch').click()
      await page.getByRole('menuitem', { name: say('删除', 'Delete'), exact: true }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'nothing-selected',
    domains,
    async () => {
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: say('删除', 'Delete'), exact: true })
        .click()
      await page.getByRole('alert').first().waitFor()
    },
  ],
  ['table-settings', domains, () => button('表格设置', 'Table settings').click()],
  ['recycle-bin', domains, () => button('回收站', 'Recycle bin').click()],
  ['new-user', users, () => button('添加用户', 'Add user').first().click()],
  [
    'new-user-refused',
    users,
    async () => {
      await button('添加用户', 'Add user').first().click()
      await dialog()
        .getByRole('button', { name: say('添加用户', 'Add user'), exact: true })
        .click()
      await dialog().getByRole('alert').first().waitFor()
    },
  ],
  [
    'import-users',
    users,
    async () => {
      await button('导入', 'Import').click()
      await dialog().getByRole('textbox').fill('username\nab\n')
      await button('预览', 'Preview').click()
      await dialog().getByRole('region').waitFor()
    },
  ],
  [
    'reset-password',
    users,
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('重置密码', 'Reset password'), exact: true }).click()
      await dialog().waitFor()
    },
  ],
  [
    'tag-users',
    users,
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('标签', 'Tags'), exact: true }).click()
      await dialog().waitFor()
    },
  ],
  ['export-users', users, () => button('导出', 'Export').click()],
  ['new-admin', admins, () => button('添加管理员', 'Add administrator').first().click()],
  [
    'change-admin',
    admins,
    async () => {
      await firstRow().click()
      await page.getByRole('menuitem', { name: say('修改', 'Edit'), exact: true }).click()
      await dialog().waitFor()
    },
  ],
  ['new-group', groups, () => button('添加服务组', 'Add service group').first().click()],
  ['new-message', messages, () => button('新建消息', 'Create message').first().click()],
  [
    'new-message-refused',
    messages,
    async () => {
      await button('新建消息', 'Create message').first().click()
      await dialog().getByLabel(say('接收人', 'Recipients'), { exact: true }).selectOption('class')
      await dialog()
        .getByRole('button', { name: say('发布', 'Publish'), exact: true })
        .click()
      await dialog().getByRole('alert').nth(1).waitFor()
    },
  ],
  [
    'new-message-link',
    messages,
    async () => {
      await button('新建消息', 'Create message').first().click()
      await button('链接', 'Link').click()
      await button('确定', 'Apply').click()
      await dialog().getByRole('alert').last().waitFor()
    },
  ],
  [
    'new-message-recipients',
    messages,
    async () => {
      await button('新建消息', 'Create message').first().click()
      await dialog().getByLabel(say('接收人', 'Recipients'), { exact: true }).selectOption('selected')
      await button('添加账号', 'Add account').click()
      await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
    },
  ],
  [
    'message-drawer',
    dashboard,
    async () => {
      await page.getByRole('button', { name: /^(消息(，\d+ 条未读)?|Messages(, \d+ unread)?)$/ }).click()
      await dialog().getByRole('listitem').first().waitFor()
    },
  ],
  [
    'message',
    messages,
    async () => {
      await page
        .getByRole('button', { name: `${say('更多操作', 'More actions')} 节点维护通知`, exact: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('查看', 'View'), exact: true }).click()
      await dialog().getByRole('heading', { level: 3 }).first().waitFor()
    },
  ],
  ['theme', dashboard, () => button('主题设置', 'Theme').click()],
  ['palette', dashboard, () => page.keyboard.press('Control+k')],
  ['keys', dashboard, () => page.keyboard.press('?')],
  ['account-menu', dashboard, () => button('账号菜单', 'Account menu').click()],
  ['update', dashboard, () => button('管理更新', 'Manage updates').click()],
  ['update-log', dashboard, () => button('更新日志', 'Release notes').click()],
]

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    // Leaving with something unsaved is asked about by the browser.
    page.on('dialog', (question) => void question.accept())
    await signIn(visitor)
  })
  afterAll(() => visitor.close())

  test.each(overlays)('%s is sound', async (name, path, open) => {
    await page.evaluate("for (const key of Object.keys(localStorage)) if (key.startsWith('record-tray')) localStorage.removeItem(key)")
    await page.goto('about:blank')
    await visitor.open(path())
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
