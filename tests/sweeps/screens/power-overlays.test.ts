import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../../support/browser.ts'
import type { RunningPlatform } from '../../support/platform.ts'
import { expectAccessible, expectQuiet, startDemoPlatform } from '../../support/soundness.ts'

/* What opens over roles and menus, in both languages and both themes, on a desk and on a phone. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let say: (zh: string, en: string) => string

beforeAll(async () => {
  platform = await startDemoPlatform()
  browser = await openBrowser()
  for (const name of ['editors', 'readers'])
    await platform.call(role.save, { name, rights: name === 'editors' ? ['record.read', 'record.write'] : ['record.read'], dataScope: 'all' })
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const button = (zh: string, en: string): Locator => page.getByRole('button', { name: say(zh, en), exact: true })
const dialog = (): Locator => page.getByRole('dialog').last()
const tree = (): Locator => dialog().getByRole('tree', { name: say('权限', 'Permissions') })

async function ofRow(name: string, zh: string, en: string): Promise<void> {
  await page
    .getByRole('button', { name: `${say('更多操作', 'More actions')} ${name}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: say(zh, en) }).click()
}

const roles = '/account/power/roles'
const menus = '/account/power/menus'
const overlays: readonly (readonly [name: string, path: string, open: () => Promise<unknown>])[] = [
  [
    'new-role',
    roles,
    async () => {
      await button('添加角色', 'Add role').click()
      await tree().getByRole('treeitem').first().press('Space')
      await dialog()
        .getByRole('radio', { name: say('所选服务组的域名', 'Domains of selected') })
        .check()
      await dialog().getByRole('checkbox', { name: 'anycast' }).check()
    },
  ],
  ['copy-role', roles, () => ofRow('editors', '复制', 'Copy')],
  [
    'role-rights',
    roles,
    async () => {
      await ofRow('editors', '查看权限', 'View permissions')
      await tree().waitFor()
    },
  ],
  [
    'role-members',
    roles,
    async () => {
      await ofRow('editors', '成员', 'Members')
      await dialog()
        .getByRole('button', { name: say('添加 admin', 'Add admin') })
        .waitFor()
    },
  ],
  [
    'compare-roles',
    roles,
    async () => {
      for (const name of ['editors', 'readers'])
        await page.getByRole('checkbox', { name: `${say('选择此行', 'Select this row')} ${name}`, exact: true }).check()
      await button('比较', 'Compare').click()
      await dialog().getByRole('table').waitFor()
    },
  ],
  ['new-menu-row', menus, () => button('添加菜单', 'Add menu item').click()],
  ['menu-row', menus, () => ofRow(say('域名列表', 'Domains'), '修改', 'Edit')],
  ['move-menu-row', menus, () => ofRow(say('服务组', 'Service groups'), '移动到', 'Move to')],
  [
    'menu-actions',
    menus,
    () =>
      page
        .getByRole('button', { name: new RegExp(`^${say('更多操作', 'More actions')} .+$`) })
        .first()
        .click(),
  ],
  [
    'features',
    menus,
    async () => {
      await button('功能开关', 'Features').click()
      await dialog().getByRole('checkbox').first().waitFor()
    },
  ],
]

describe.each([
  { language: 'zh', theme: 'light', widthPx: 1440 },
  { language: 'en', theme: 'dark', widthPx: 390 },
] as const)('in $language, $theme, at $widthPx px', ({ language, theme, widthPx }) => {
  beforeAll(async () => {
    visitor = await newVisitor(browser, platform, { language, theme, widthPx })
    page = visitor.page
    say = (zh, en) => (language === 'zh' ? zh : en)
    await signIn(visitor)
  })
  afterAll(() => visitor.close())

  test.each(overlays)('%s is sound', async (name, path, open) => {
    await page.goto('about:blank')
    await visitor.open(path)
    await page.getByRole('navigation', { name: say('面包屑', 'Breadcrumb') }).waitFor()
    await visitor.quiet()
    await open()
    await expectQuiet(visitor, name)
    await takePicture(page, `overlay-${name}-${language}-${widthPx}`)
    await expectAccessible(page, name)
  })
})
