import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { icons } from '../../console/build-steps/icons.ts'
import { openBrowser } from '../support/browser.ts'

/* Parts that many screens are made of, worked as a reader does, each alone in a page without a server. */
let browser: Browser
let page: Page
let script: string

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../console/src/screen-parts/parts.testing.tsx', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [icons()],
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'parts' } },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('the parts were not built')
  script = bundle.output[0].code
  browser = await openBrowser()
})
afterAll(() => browser?.close())

beforeEach(async () => {
  page = await browser.newPage({ timezoneId: 'Asia/Shanghai' })
  page.setDefaultTimeout(10_000)
  await page.addScriptTag({ content: script })
  return () => page.close()
})

const show = (part: string, ...values: readonly string[]): Promise<void> => page.evaluate(`parts.show${part}(...${JSON.stringify(values)})`)
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const told = (): Promise<string | null> => page.getByRole('status').or(page.locator('output')).last().textContent()

describe('the text editor', () => {
  const text = (): Locator => page.getByRole('textbox', { name: 'Content' })
  const written = (): Promise<string | null> => page.locator('output').textContent()

  /** Opens it over a text, the cursor or the whole text selected. */
  async function open(html: string, isSelected = false): Promise<void> {
    await show('Editor', html)
    await text().click()
    await page.keyboard.press(isSelected ? 'ControlOrMeta+a' : 'ControlOrMeta+End')
  }

  /** Presses a tool that is off, and then the one that takes it back. */
  async function expectSwitch(tool: string, html: string, back = tool): Promise<void> {
    const pressed = () => button(tool).getAttribute('aria-pressed')
    expect(await pressed()).toBe('false')
    await button(tool).click()
    await expect.poll(written).toContain(html)
    await expect.poll(pressed).toBe('true')
    await button(back).click()
    // A line to go on with stays after what was a block.
    await expect.poll(async () => (await written())!.replace(/<p><\/p>$/, '')).toBe('<p>word</p>')
    await expect.poll(pressed).toBe('false')
  }

  test.each([
    ['加粗', '<p><strong>word</strong></p>'],
    ['斜体', '<p><em>word</em></p>'],
    ['下划线', '<p><u>word</u></p>'],
    ['删除线', '<p><s>word</s></p>'],
  ])('puts the mark “%s” on what is selected, shows that it is on, and takes it off again', async (tool, html) => {
    await open('<p>word</p>', true)
    await expectSwitch(tool, html)
  })

  test.each([
    ['标题', '<h2>word</h2>'],
    ['小标题', '<h3>word</h3>'],
    ['项目列表', '<ul><li><p>word</p></li></ul>'],
    ['编号列表', '<ol><li><p>word</p></li></ol>'],
    ['引用', '<blockquote><p>word</p></blockquote>'],
    ['代码块', '<pre><code>word</code></pre>'],
    ['居中', '<p class="rt-center">word</p>', '左对齐'],
    ['右对齐', '<p class="rt-right">word</p>', '左对齐'],
  ])('makes “%s” of the line with the cursor, shows that it is one, and takes it back', async (tool, html, back?: string) => {
    await open('<p>word</p>')
    await expectSwitch(tool, html, back)
  })

  test.each([
    ['加粗', 'Ctrl+B', '<p><strong>word</strong></p>'],
    ['斜体', 'Ctrl+I', '<p><em>word</em></p>'],
    ['下划线', 'Ctrl+U', '<p><u>word</u></p>'],
    ['居中', 'Ctrl+Shift+E', '<p class="rt-center">word</p>'],
    ['右对齐', 'Ctrl+Shift+R', '<p class="rt-right">word</p>'],
    ['左对齐', 'Ctrl+Shift+L', '<p>word</p>'],
    ['撤销', 'Ctrl+Z', '<p>word</p>'],
    ['重做', 'Ctrl+Shift+Z', '<p>word</p>'],
  ])('“%s” names the keys that do the same: %s', async (tool, keys, html) => {
    await open('<p>word</p>', true)
    expect(await button(tool).getAttribute('title')).toBe(`${tool} · ${keys}`)
    await page.keyboard.press(keys.replace('Ctrl', 'Control'))
    await expect.poll(written).toBe(html)
  })

  test('says which alignment a text has, and takes one back by its own button', async () => {
    await open('<p class="rt-right">word</p>')
    const pressed = () => Promise.all(['左对齐', '居中', '右对齐'].map((name) => button(name).getAttribute('aria-pressed')))
    await expect.poll(pressed).toEqual(['false', 'false', 'true'])
    await button('居中').click()
    await expect.poll(pressed).toEqual(['false', 'true', 'false'])
    await button('左对齐').click()
    await expect.poll(pressed).toEqual(['true', 'false', 'false'])
    expect(await written()).toBe('<p>word</p>')
  })

  test('draws a line, undoes and redoes, and offers each only where there is something', async () => {
    await open('<p>word</p>')
    const isOff = () => Promise.all(['撤销', '重做'].map((name) => button(name).getAttribute('aria-disabled')))
    expect(await isOff()).toEqual(['true', 'true'])
    await button('分隔线').click()
    await expect.poll(written).toContain('<hr>')
    await expect.poll(isOff).toEqual([null, 'true'])
    await button('撤销').click()
    await expect.poll(written).toBe('<p>word</p>')
    await expect.poll(isOff).toEqual(['true', null])
    await button('重做').click()
    await expect.poll(written).toContain('<hr>')
  })

  test('is moved through by the arrow keys, as one stop of the Tab key', async () => {
    await open('<p>word</p>')
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await button('加粗').focus()
    for (const [key, name] of [
      ['ArrowRight', '斜体'],
      ['ArrowLeft', '加粗'],
      ['ArrowLeft', '重做'],
      ['ArrowRight', '加粗'],
      ['End', '重做'],
      ['Home', '加粗'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).toBe(name)
    }
    expect(await page.getByRole('toolbar').locator('button[tabindex="0"]').count()).toBe(1)
    // Without a place for pictures there is no button for them.
    expect(await button('插入图片').count()).toBe(0)
  })

  const address = (): Locator => page.getByRole('textbox', { name: '链接地址' })

  test.each([
    ['docs.example/start', 'https://docs.example/start'],
    ['mailto:help@example.net', 'mailto:help@example.net'],
    ['#/dns/domain/list', '#/dns/domain/list'],
  ])('makes a link to %s where nothing is selected, which says its address', async (typed, href) => {
    await open('<p>see</p>')
    await button('链接').click()
    await address().fill(typed)
    await page.keyboard.press('Enter')
    await expect.poll(written).toBe(`<p>see<a href="${href}">${href}</a></p>`)
    expect(await address().count()).toBe(0)
  })

  test('makes a link of what is selected, changes it under the cursor, and removes it', async () => {
    await open('<p>word</p>', true)
    await button('链接').click()
    expect(await button('链接').getAttribute('aria-expanded')).toBe('true')
    expect(await button('移除链接').count()).toBe(0)
    await address().fill('one.example')
    await button('确定').click()
    await expect.poll(written).toBe('<p><a href="https://one.example">word</a></p>')
    await text().locator('a').click()
    await expect.poll(() => button('链接').getAttribute('aria-pressed')).toBe('true')
    await button('链接').click()
    expect(await address().inputValue()).toBe('https://one.example')
    await address().fill('https://two.example/')
    await page.keyboard.press('Enter')
    await expect.poll(written).toBe('<p><a href="https://two.example/">word</a></p>')
    await button('链接').click()
    await button('移除链接').click()
    await expect.poll(written).toBe('<p>word</p>')
    expect(await address().count()).toBe(0)
  })

  test('refuses a wrong address until another is typed, and closes its field by Esc without the dialog around it', async () => {
    await open('<p>see</p>')
    await button('链接').click()
    expect(await address().getAttribute('aria-invalid')).toBeNull()
    await address().fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '链接地址格式错误' }).waitFor()
    expect(await address().getAttribute('aria-invalid')).toBe('true')
    await address().fill('docs.example')
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await address().getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Escape')
    expect(await address().count()).toBe(0)
    expect(await written()).toBe('<p>see</p>')
    // The editor takes the focus back with the next frame.
    await page.locator('[contenteditable=true]:focus').waitFor()
    await page.keyboard.type('n')
    await expect.poll(written).toBe('<p>seen</p>')
    // The button of the field closes it too.
    await button('链接').click()
    await button('链接').click()
    expect(await address().count()).toBe(0)
  })
})

describe('a range of days', () => {
  const open = async (from: string, to: string): Promise<void> => {
    await show('DateRange', from, to)
    await page.getByRole('button', { name: /^Time(：.+)?$/ }).click()
  }
  const [first, last] = [() => page.getByRole('textbox', { name: '开始日期' }), () => page.getByRole('textbox', { name: '结束日期' })]
  const day = (of: string): Locator => page.locator(`[data-day="${of}"]`)
  const pressed = (): Promise<(string | null)[]> =>
    page.locator('[data-day][aria-pressed=true]').evaluateAll((days) => days.map((one) => one.getAttribute('data-day')))
  const between = (): Promise<(string | null)[]> =>
    page.locator('td[class]:not([class=""]) [data-day]').evaluateAll((days) => days.map((one) => one.getAttribute('data-day')))

  test('begins with what is set: the month, both ends, and the days between them', async () => {
    await open('2026-03-09', '2026-03-12')
    await page.getByText('2026年3月', { exact: true }).waitFor()
    expect([await first().inputValue(), await last().inputValue()]).toEqual(['2026-03-09', '2026-03-12'])
    expect(await pressed()).toEqual(['2026-03-09', '2026-03-12'])
    expect(await between()).toEqual(['2026-03-10', '2026-03-11'])
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('2026-03-09')
  })

  test('is clicked in the calendar and applied by the button', async () => {
    await open('2026-03-09', '2026-03-12')
    await day('2026-03-17').click()
    expect([await pressed(), await between()]).toEqual([['2026-03-17'], []])
    await day('2026-03-20').click()
    expect(await between()).toEqual(['2026-03-18', '2026-03-19'])
    expect(await told()).toBe('2026-03-09 to 2026-03-12')
    await button('确定').click()
    await expect.poll(told).toBe('2026-03-17 to 2026-03-20')
    await page.getByRole('button', { name: 'Time：2026-03-17 – 2026-03-20' }).waitFor()
  })

  test('is typed, with either end open, and applied by Enter', async () => {
    await open('', '')
    await first().fill('2026-03-09')
    await last().press('Enter')
    await expect.poll(told).toBe('2026-03-09 to ')
    await page.getByRole('button', { name: /^Time(：.+)?$/ }).click()
    await first().fill('')
    await last().fill('2026-03-12')
    await last().press('Enter')
    await expect.poll(told).toBe(' to 2026-03-12')
  })

  test.each([
    ['2026-02-30', '', [true, false]],
    ['', 'today', [false, true]],
    ['2026-03-12', '2026-03-09', [false, true]],
  ])('from “%s” to “%s” is marked where it is wrong and cannot be applied', async (from, to, wrong) => {
    await open('', '')
    await first().fill(from)
    await last().fill(to)
    const marked = async () => Promise.all([first(), last()].map(async (end) => (await end.getAttribute('aria-invalid')) === 'true'))
    expect(await marked()).toEqual(wrong)
    expect(await button('确定').isDisabled()).toBe(true)
    await last().press('Enter')
    expect(await told()).toBe(' to ')
  })

  test('is moved through by the arrow keys, into other months too', async () => {
    await open('2026-03-01', '')
    await day('2026-03-01').focus()
    const focused = () => page.evaluate('document.activeElement.getAttribute("data-day")')
    for (const [key, to] of [
      ['ArrowLeft', '2026-02-28'],
      ['ArrowRight', '2026-03-01'],
      ['ArrowUp', '2026-02-22'],
      ['ArrowDown', '2026-03-01'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(to)
    }
    await button('下个月').click()
    await page.getByText('2026年4月', { exact: true }).waitFor()
    await button('上个月').click()
    await button('上个月').click()
    await page.getByText('2026年2月', { exact: true }).waitFor()
  })

  test('is cleared at once, and chosen at once by a shortcut, which then names it', async () => {
    await open('2026-03-09', '2026-03-12')
    await button('清空').click()
    await expect.poll(told).toBe(' to ')
    await page.getByRole('button', { name: 'Time', exact: true }).click()
    await button('最近一周').click()
    await page.getByRole('button', { name: 'Time：最近一周', exact: true }).waitFor()
  })
})

describe('the settings of a table', () => {
  const shown = (): Promise<string | null> => page.locator('output').first().textContent()
  const look = async (): Promise<unknown> => JSON.parse((await page.locator('output').last().textContent())!)
  const settings = { stripe: 0, border: 0, size: 'small', align: 'left', pagesize: 20 }
  const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true })

  beforeEach(async () => {
    await show('TableSettings')
    await button('表格设置').click()
  })

  test('move a column by one place up or down, up to the ends', async () => {
    expect(await shown()).toBe('name size owner')
    await button('上移“owner”').click()
    await expect.poll(shown).toBe('name owner size')
    await button('下移“name”').click()
    await expect.poll(shown).toBe('owner name size')
    await button('下移“owner”').click()
    await expect.poll(shown).toBe('name owner size')
    const ends = ['上移“name”', '下移“name”', '上移“note”', '下移“note”']
    expect(await Promise.all(ends.map((name) => button(name).isDisabled()))).toEqual([true, false, false, true])
  })

  test('show and hide columns, but for the one that names the row', async () => {
    expect(await Promise.all(['name', 'size', 'note'].map((name) => box(name).isChecked()))).toEqual([true, true, false])
    expect(await box('name').isDisabled()).toBe(true)
    await box('size').uncheck()
    await box('note').check()
    await expect.poll(shown).toBe('name owner note')
  })

  test('say how tables look, and take it all back', async () => {
    expect(await look()).toEqual(settings)
    await button('宽松').click()
    await button('中').click()
    await page.getByRole('combobox', { name: '每页条数' }).selectOption('50')
    await box('斑马纹').check()
    await box('边框').check()
    await box('note').check()
    await expect.poll(look).toEqual({ stripe: 1, border: 1, size: 'large', align: 'center', pagesize: 50 })
    expect(await button('宽松').getAttribute('aria-pressed')).toBe('true')
    await box('斑马纹').uncheck()
    await box('边框').uncheck()
    await expect.poll(look).toEqual({ stripe: 0, border: 0, size: 'large', align: 'center', pagesize: 50 })
    await button('恢复默认').click()
    await expect.poll(look).toEqual(settings)
    expect(await shown()).toBe('name size owner')
  })
})
