import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openPart } from '../support/part-page.ts'

/* The editor of texts, worked as a writer does, alone in a page without a server: a document without a browser has nothing to write in. */
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await openPart(browser, 'screen-parts/rich-text/rich-text-editor.testing.tsx')
})
afterAll(() => browser?.close())

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

describe('the text editor', () => {
  const text = (): Locator => page.getByRole('textbox', { name: 'Content' })
  const written = (): Promise<string | null> => page.locator('output').textContent()

  /** Opens it over a text, the cursor or the whole text selected. */
  async function open(html: string, isSelected = false): Promise<void> {
    await page.evaluate(`part.show(${JSON.stringify(html)})`)
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

  test('leaves Esc to the dialog around it', async () => {
    await open('<p>word</p>')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
