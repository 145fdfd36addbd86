import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../api/client.ts'
import { notices } from '../api/notices.ts'
import { freshWord, inLanguage } from '../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../entities/domain/domain-pages.ts'
import { setLanguage } from '../i18n/language.ts'
import { wholeConsole, type WholeConsole } from './whole-console.testing.tsx'

/* What the console says of what was done, in the words of the specification and their English twins; each of them is heard once here. */
const invalidDomain = { zh: '域名格式错误', en: 'Invalid domain name' }

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const other = language === 'zh' ? 'en' : 'zh'
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const required = (zh: string, en: string): RegExp => new RegExp(`^${say(zh, en)}\\*?$`)
  const told = (zh: string, en: string) => waitFor(() => expect(notices.get().at(-1)?.text).toBe(say(zh, en)))
  const dialogOf = async (zh: string, en: string) => within(await screen.findByRole('dialog', { name: say(zh, en) }))
  const confirm = () => screen.findByRole('alertdialog', { name: say('友情提示', 'Please confirm') })
  const put = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  let hand: WholeConsole['hand']
  const press = (zh: string, en: string, part: Pick<typeof screen, 'getAllByRole'> = screen) =>
    hand.click(part.getAllByRole('button', { name: say(zh, en) })[0]!)
  const answer = async (zh: string, en: string) => press(zh, en, within(await confirm()))

  async function visit(path: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    hand = console.hand
    await console.open(path)
    return console
  }
  async function choose(row: string, action: string): Promise<void> {
    await hand.click(await screen.findByRole('button', { name: `${say('更多操作', 'More actions')} ${row}` }))
    await hand.click(await screen.findByRole('menuitem', { name: action }))
  }
  /** A new domain in the editor, whose www has one address. */
  async function editor(): Promise<WholeConsole> {
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }] })
    const console = await visit(domainPath('record', { domain: name, id, userId: 0 }))
    await screen.findByRole('row', { name: /192\.0\.2\.1/ })
    return console
  }

  test('the list of domains says what was done, what was not, and what is missing', async () => {
    const name = `${freshWord()}.example`
    const console = await visit(`/dns/domain/list?search=${name}`)
    await press('添加域名', 'Add domain')
    const form = await dialogOf('添加域名', 'Add domain')
    put(form.getByLabelText(required('域名', 'Domain')), '-')
    await press('添加域名', 'Add domain', form)
    // What is wrong follows the language of the page.
    for (const shown of [language, other, language] as const) {
      act(() => setLanguage(shown))
      const alerts = () => within(screen.getByRole('dialog')).queryAllByRole('alert')
      await waitFor(() => expect(alerts().map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(invalidDomain[shown])))
    }
    put(form.getByLabelText(required('域名', 'Domain')), name)
    await press('添加域名', 'Add domain', form)
    await told('添加成功', 'Added')
    await press('留在列表', 'Back to list', await dialogOf(`${name} 已添加`, `${name} added`))
    await screen.findByRole('link', { name })

    // Nothing is ticked: the bar says so and asks nothing.
    await press('删除', 'Delete', within(screen.getByRole('toolbar')))
    await told('请选择要删除的数据', 'Select the rows to delete first')
    expect(screen.queryByRole('alertdialog')).toBeNull()

    console.listen()
    await choose(name, say('复制域名', 'Copy domain'))
    await told('复制成功', 'Copied')
    expect(console.copied).toBe(name)

    await choose(name, say('修改', 'Edit'))
    const edit = within(await screen.findByRole('dialog', { name: new RegExp(name) }))
    put(edit.getByLabelText(say('备注', 'Remark')), 'changed')
    await press('保存', 'Save', edit)
    await told('修改成功', 'Changed')

    await choose(name, say('暂停', 'Pause'))
    await answer('暂停', 'Pause')
    await told('操作成功', 'Done')

    const count = async () => (await call(domain.list, { search: name })).data.totalCount
    await choose(name, say('删除', 'Delete'))
    await answer('取消', 'Cancel')
    await told('已取消操作', 'Operation canceled')
    expect(await count()).toBe(1)
    await choose(name, say('删除', 'Delete'))
    await answer('删除', 'Delete')
    await told('删除成功', 'Deleted')
    expect(await count()).toBe(0)
  })

  test('a name that the server refuses is said at its field, and stands there as it was typed', async () => {
    const name = `${freshWord()}.example`
    await call(domain.save, { domain: name })
    await visit(`/dns/domain/list?search=${name}&open=add`)
    const form = await dialogOf('添加域名', 'Add domain')
    const field = form.getByLabelText<HTMLInputElement>(required('域名', 'Domain'))
    put(field, name)
    await press('添加域名', 'Add domain', form)
    expect((await form.findByRole('alert')).textContent).toContain(say('域名已存在：', 'Domain already exists: '))
    expect(field.value).toBe(name)
  })

  test('the editor of records says that they were saved, and that nothing is ticked', async () => {
    await editor()
    await press('删除', 'Delete')
    await told('请选择要删除的数据', 'Select the rows to delete first')
    await press('添加记录', 'Add record')
    const form = await dialogOf('添加记录', 'Add record')
    put(await form.findByLabelText(required('主机记录', 'Host')), 'new')
    put(await form.findByLabelText(required('地址', 'Address')), '192.0.2.2')
    await press('加入待保存修改', 'Add to pending changes', form)

    await waitFor(() => press('全部放弃', 'Discard all'))
    await answer('取消', 'Cancel')
    await told('已取消操作', 'Operation canceled')
    await press('核对并保存', 'Review and save')
    const save = within(await screen.findByRole('dialog')).getByRole('button', { name: say('保存', 'Save') })
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false))
    await hand.click(save)
    await told('保存成功', 'Saved')
  })

  test('a browser that cannot do something is told so', async () => {
    await editor()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
    await choose('www A 192.0.2.1', say('复制为区域文件行', 'Copy as zone file line'))
    await told('当前浏览器不支持复制', 'This browser does not support copying')
    expect('requestFullscreen' in document.documentElement).toBe(false)
    await press('全屏', 'Full screen')
    await told('当前浏览器不支持全屏', 'The current browser does not support full screen')
  })
})
