import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { fillSignIn, inOtherLanguage, newVisitor, openBrowser, signIn, takePicture, type Visitor } from '../support/browser.ts'
import { startPlatform, type RunningPlatform } from '../support/platform.ts'
import { recordPath, toast } from '../support/record-editor.ts'

/* What the console says, in the words of the specification and their English twins; each of them is seen once here. */
let platform: RunningPlatform
let browser: Browser
let visitor: Visitor
let page: Page
let name: string
let domains = 0

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})
beforeEach(() => {
  domains += 1
  name = `words${domains}.example`
})
afterEach(() => visitor.close())

async function visit(language: 'zh' | 'en' | undefined, path: string): Promise<void> {
  visitor = await newVisitor(browser, platform, language === undefined ? {} : { language })
  page = visitor.page
  await signIn(visitor, path)
}

async function newDomain(): Promise<string> {
  const {
    data: { id },
  } = await platform.call(domain.save, { domain: name })
  await platform.call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
  return recordPath({ name, id })
}

const words = {
  zh: {
    language: 'zh',
    confirm: '友情提示',
    canceled: '已取消操作',
    cancel: '取消',
    nothingToDelete: '请选择要删除的数据',
    copied: '复制成功',
    copyUnsupported: '当前浏览器不支持复制',
    fullScreenRefused: '当前浏览器不支持全屏',
    added: '添加成功',
    changed: '修改成功',
    deleted: '删除成功',
    done: '操作成功',
    saved: '保存成功',
    addDomain: '添加域名',
    domain: '域名',
    remark: '备注',
    stay: '留在列表',
    edit: '修改',
    ok: '保存',
    remove: '删除',
    pause: '暂停',
    serve: '启用',
    copyName: '复制域名',
    actions: '更多操作',
    copyRow: '复制为区域文件行',
    addRecord: '添加记录',
    host: '主机记录',
    address: '地址',
    keep: '加入待保存修改',
    review: '核对并保存',
    save: '保存',
    discard: '全部放弃',
    invalidDomain: '域名格式错误',
    domainExists: '域名已存在：',
    fullScreen: '全屏',
  },
  en: {
    language: 'en',
    confirm: 'Please confirm',
    canceled: 'Operation canceled',
    cancel: 'Cancel',
    nothingToDelete: 'Select the rows to delete first',
    copied: 'Copied',
    copyUnsupported: 'This browser does not support copying',
    fullScreenRefused: 'The current browser does not support full screen',
    added: 'Added',
    changed: 'Changed',
    deleted: 'Deleted',
    done: 'Done',
    saved: 'Saved',
    addDomain: 'Add domain',
    domain: 'Domain',
    remark: 'Remark',
    stay: 'Back to list',
    edit: 'Edit',
    ok: 'Save',
    remove: 'Delete',
    pause: 'Pause',
    serve: 'Resume',
    copyName: 'Copy domain',
    actions: 'More actions',
    copyRow: 'Copy as zone file line',
    addRecord: 'Add record',
    host: 'Host',
    address: 'Address',
    keep: 'Add to pending changes',
    review: 'Review and save',
    save: 'Save',
    discard: 'Discard all',
    invalidDomain: 'Invalid domain name',
    domainExists: 'Domain already exists: ',
    fullScreen: 'Full screen',
  },
} as const

describe('the language', () => {
  test('is Chinese for whoever comes first; switching says so in the new language and is kept', async () => {
    await visit(undefined, '/dns/domain/list')
    await page.getByRole('heading', { name: '域名列表' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN')
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await toast(page, 'Switch to English').waitFor()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    expect(await page.evaluate("localStorage.getItem('language')")).toBe('en')
    await expect.poll(() => page.title()).toBe('Domains · Nameplane')
    await page.reload()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    await page.getByRole('button', { name: '切换为中文' }).click()
    await toast(page, '切换为中文').waitFor()
    await page.getByRole('heading', { name: '域名列表' }).waitFor()
    expect(await page.evaluate("localStorage.getItem('language')")).toBe('cn')
  })

  test('changes what the server says too', async () => {
    await platform.call(domain.save, { domain: name })
    for (const [language, message] of [
      ['zh', words.zh.domainExists],
      ['en', words.en.domainExists],
    ] as const) {
      await visit(language, '/dns/domain/list')
      const say = words[language]
      await page.getByRole('button', { name: say.addDomain, exact: true }).first().click()
      const form = page.getByRole('dialog', { name: say.addDomain })
      await form.getByRole('textbox', { name: say.domain, exact: true }).fill(name)
      await form.getByRole('button', { name: say.addDomain, exact: true }).click()
      await form.getByRole('alert').filter({ hasText: message }).waitFor()
      // What was typed stands, and closing asks before it is lost.
      expect(await form.getByRole('textbox', { name: say.domain, exact: true }).inputValue()).toBe(name)
      if (language === 'zh') await visitor.close()
    }
  })
})

describe('what a sign-in is refused with', () => {
  const told = {
    zh: ['请输入账号', '请输入密码', '账号或密码错误'],
    en: ['Enter your username', 'Enter your password', 'Incorrect username or password'],
  } as const

  test.each(['zh', 'en'] as const)('follows the language: %s', async (language) => {
    const other = language === 'zh' ? 'en' : 'zh'
    visitor = await newVisitor(browser, platform, { language })
    page = visitor.page
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    await visitor.open('/login')
    const name = page.getByRole('textbox', { name: /^(账号|Username)$/ })
    await name.press('Enter')
    await alert(told[language][0])
    await alert(told[language][1])
    await inOtherLanguage(page, async () => {
      await alert(told[other][0])
      await alert(told[other][1])
    })
    await fillSignIn(page, 'nobody-here', 'no password of ours')
    await alert(told[language][2])
    await inOtherLanguage(page, () => alert(told[other][2]))
    expect(await name.inputValue()).toBe('nobody-here')
    // Where no field is to blame.
    await visitor.context.setOffline(true)
    await fillSignIn(page, 'nobody-here', 'no password of ours')
    await alert(language === 'zh' ? '服务器返回失败' : 'server returned failure')
    await inOtherLanguage(page, () => alert(other === 'zh' ? '服务器返回失败' : 'server returned failure'))
  })
})

describe.each([words.zh, words.en])('in $language', (say) => {
  const confirm = () => page.getByRole('alertdialog', { name: say.confirm })
  const rowOf = () => page.getByRole('row').filter({ hasText: name })

  test('the list of domains says what was done, what was not, and what is missing', async () => {
    await visit(say.language, '/dns/domain/list')

    // A wrong name is refused at its field; a right one is added.
    await page.getByRole('button', { name: say.addDomain, exact: true }).first().click()
    const form = page.getByRole('dialog', { name: say.addDomain })
    await form.getByRole('textbox', { name: say.domain, exact: true }).fill('-')
    await form.getByRole('button', { name: say.addDomain, exact: true }).click()
    // What is wrong follows the language of the page; a dialog keeps its button from the pointer.
    for (const shown of [say, words[say.language === 'zh' ? 'en' : 'zh'], say]) {
      await page.locator('dialog[open]').getByRole('alert').filter({ hasText: shown.invalidDomain }).waitFor()
      await page.evaluate("document.querySelector('button[lang]').click()")
    }
    await page.evaluate("document.querySelector('button[lang]').click()")
    await form.getByRole('textbox', { name: say.domain, exact: true }).fill(name)
    await form.getByRole('button', { name: say.addDomain, exact: true }).click()
    await toast(page, say.added).waitFor()
    await page.getByRole('button', { name: say.stay }).click()
    await rowOf().waitFor()

    // Nothing is ticked: the bar's delete says so and asks nothing.
    await page.getByRole('toolbar').getByRole('button', { name: say.remove, exact: true }).click()
    await toast(page, say.nothingToDelete).waitFor()
    await takePicture(page, `nothing-selected-${say.language}`)
    expect(await confirm().count()).toBe(0)

    const choose = async (action: string): Promise<void> => {
      await rowOf().getByRole('button', { name: say.actions }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await choose(say.copyName)
    await toast(page, say.copied).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(name)

    await choose(say.edit)
    const edit = page.getByRole('dialog').filter({ hasText: name })
    await edit.getByRole('textbox', { name: say.remark, exact: true }).fill('changed')
    await edit.getByRole('button', { name: say.ok, exact: true }).click()
    await toast(page, say.changed).waitFor()

    await choose(say.pause)
    await confirm().getByRole('button', { name: say.pause, exact: true }).click()
    await toast(page, say.done).waitFor()

    await choose(say.remove)
    await takePicture(page, `confirm-${say.language}`)
    await confirm().getByRole('button', { name: say.cancel, exact: true }).click()
    await toast(page, say.canceled).waitFor()
    expect((await platform.call(domain.list, { search: name })).data.totalCount).toBe(1)
    await choose(say.remove)
    await confirm().getByRole('button', { name: say.remove, exact: true }).click()
    await toast(page, say.deleted).waitFor()
    expect((await platform.call(domain.list, { search: name })).data.totalCount).toBe(0)
    expect(visitor.complaints).toEqual([])
  })

  test('the record editor says that records were saved, and that nothing is ticked', async () => {
    const path = await newDomain()
    await visit(say.language, path)
    await page.getByRole('row').filter({ hasText: '192.0.2.1' }).waitFor()
    await page.getByRole('button', { name: say.remove, exact: true }).first().click()
    await toast(page, say.nothingToDelete).waitFor()
    await page.getByRole('button', { name: say.addRecord, exact: true }).first().click()
    const form = page.getByRole('dialog', { name: say.addRecord })
    await form.getByLabel(say.host, { exact: true }).fill('new')
    await form.getByRole('textbox', { name: say.address, exact: true }).fill('192.0.2.2')
    await form.getByRole('button', { name: say.keep }).click()

    await page.getByRole('button', { name: say.discard }).click()
    await confirm().getByRole('button', { name: say.cancel, exact: true }).click()
    await toast(page, say.canceled).waitFor()
    await page.getByRole('button', { name: say.review }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.save, exact: true }).click()
    await toast(page, say.saved).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a browser that cannot do something is told so', async () => {
    const path = await newDomain()
    await visit(say.language, path)
    await page.getByRole('row').filter({ hasText: '192.0.2.1' }).waitFor()
    await page.evaluate(
      "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false }); Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'))",
    )
    await page.getByRole('button', { name: say.fullScreen, exact: true }).first().click()
    await toast(page, say.fullScreenRefused).waitFor()
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); document.execCommand = () => false")
    const row = page.getByRole('row').filter({ hasText: '192.0.2.1' })
    await row.getByRole('button', { name: say.actions }).click()
    await page.getByRole('menuitem', { name: say.copyRow }).click()
    await toast(page, say.copyUnsupported).waitFor()
  })
})
