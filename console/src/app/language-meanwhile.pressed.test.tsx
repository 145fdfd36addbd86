import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../api/client.ts'
import { freshWord, inLanguage } from '../browser/pressed/pressed.testing.tsx'
import { setLanguage } from '../i18n/language.ts'
import { fillPath } from '../routing/screen.ts'
import { wholeConsole, type WholeConsole } from './whole-console.testing.tsx'

/* What was said in one language stands in the other once that is chosen: notes beside fields, over a preview and for screen readers. */

const address = (host: string, value: string) => ({ op: 'add' as const, record: { host, type: 'A', value, ttl: 600 } })

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const other = language === 'zh' ? 'en' : 'zh'
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const required = (zh: string, en: string): RegExp => new RegExp(`^${say(zh, en)}\\*?$`)

  async function visit(path: string): Promise<WholeConsole> {
    inLanguage(language)
    const console = wholeConsole()
    await console.open(path)
    return console
  }

  /** A new domain in the editor, whose www has one address. */
  async function domainInEditor(): Promise<{ console: WholeConsole; id: number; name: string }> {
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    await call(record.apply, { domainId: id, changes: [address('www', '192.0.2.1')] })
    const console = await visit(fillPath('/dns/domain/list/admin/{domain}/{id}/{userId}/record', { domain: name, id, userId: 0 }))
    await screen.findByRole('row', { name: /192\.0\.2\.1/ })
    return { console, id, name }
  }

  async function inOther(look: () => Promise<void>): Promise<void> {
    act(() => setLanguage(other))
    await look()
    act(() => setLanguage(language))
  }

  /** It stands there in the language of the page, and in the other one while that is chosen. */
  async function saidInBoth(words: { zh: string; en: string }): Promise<void> {
    const isSaid = (shown: 'zh' | 'en') =>
      waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(words[shown])))
    await isSaid(language)
    await inOther(() => isSaid(other))
    await isSaid(language)
  }

  test('what became of the address hints of an HTTPS record', async () => {
    const { console, name } = await domainInEditor()
    await console.hand.click(screen.getAllByRole('button', { name: say('添加记录', 'Add record') })[0]!)
    const form = within(await screen.findByRole('dialog', { name: say('添加记录', 'Add record') }))
    await console.hand.selectOptions(form.getByLabelText(required('记录类型', 'Type')), 'HTTPS')
    await console.hand.type(await form.findByLabelText(/^(HTTPS 优先级|HTTPS priority|优先级|Priority)\*?$/), '1')
    const fillHints = async (target: string): Promise<void> => {
      const field = form.getByLabelText(required('目标', 'Target'))
      await console.hand.clear(field)
      await console.hand.type(field, target)
      await console.hand.click(form.getByRole('button', { name: say('按目标填写地址提示', 'Fill in address hints from target') }))
    }
    await fillHints(`none.${name}`)
    await saidInBoth({ zh: 'none 没有可用的 A 或 AAAA 记录', en: 'none has no active A or AAAA records' })
    await fillHints(`www.${name}`)
    await saidInBoth({ zh: '已填写 1 个 IPv4、0 个 IPv6 地址', en: '1 IPv4 address and 0 IPv6 addresses filled in' })
  })

  test('that a domain was changed after the preview of an import', async () => {
    const { console, id, name } = await domainInEditor()
    await console.hand.click(screen.getByRole('button', { name: say('更多操作', 'More actions') }))
    await console.hand.click(screen.getByRole('menuitem', { name: say('导入', 'Import') }))
    const dialog = within(await screen.findByRole('dialog', { name: say(`导入解析记录到 ${name}`, `Import records into ${name}`) }))
    fireEvent.change(await dialog.findByRole('textbox', { name: say('粘贴内容', 'Paste records') }), { target: { value: 'mail 600 IN A 192.0.2.2\n' } })
    await console.hand.click(dialog.getByRole('button', { name: say('预览', 'Preview') }))
    const run = await dialog.findByRole('button', { name: say('导入 1 处变化', 'Import 1 change') })
    await call(record.apply, { domainId: id, changes: [address('api', '192.0.2.3')] })
    await console.hand.click(run)
    await saidInBoth({
      zh: '预览之后这个域名又被他人修改，已按最新内容重新检查，请核对后再导入',
      en: 'Someone else changed this domain after the preview. The preview is updated: review it before importing.',
    })
  })

  test('where a row of the menu stands now, for screen readers', async () => {
    await visit('/account/power/menus')
    const place = /^(移动 .+：按 Alt 加上下方向键，或拖动|Move .+: press Alt and an arrow key, or drag)$/
    const row = (await screen.findAllByRole('row')).find((one) => one.dataset['row'] !== undefined)!.dataset['row']
    const handle = () => within(document.querySelector<HTMLElement>(`tr[data-row="${row}"]`)!).getByRole('button', { name: place })
    const name = (): string => /^(?:移动|Move) (.+)[：:]/.exec(handle().getAttribute('aria-label')!)![1]!
    const names = { [language]: name(), [other]: '' }
    await inOther(async () => void (names[other] = name()))
    expect(names['en']).not.toBe(names['zh'])
    fireEvent.keyDown(handle(), { key: 'ArrowDown', altKey: true })
    await saidInBoth({ zh: `${names['zh']} 现在排在第 2 位，共`, en: `${names['en']} is now number 2 of` })
    // It is the menu of everybody.
    fireEvent.keyDown(handle(), { key: 'ArrowUp', altKey: true })
    await saidInBoth({ zh: `${names['zh']} 现在排在第 1 位，共`, en: `${names['en']} is now number 1 of` })
  })
})
