import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ActionMenu, type OpenMenu } from './action-menu.tsx'
import { CheckBox } from './form/check-box.tsx'
import { TagInput } from './form/tag-input.tsx'
import { NamedSearches } from './list/named-searches.tsx'
import { Pages } from './list/pages.tsx'
import { SearchBox } from './list/search-box.tsx'
import { RichTextEditor } from './rich-text/rich-text-editor.tsx'
import { richTextMessages } from './rich-text/rich-text.messages.ts'
import { partsMessages } from './screen-parts.messages.ts'
import { pressed } from '../browser/pressed/pressed.testing.tsx'

const words = partsMessages.zh
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('a search', () => {
  test('begins with Enter, without what surrounds it, and is emptied by Esc and by its cross', async () => {
    const searched = vi.fn<(value: string) => void>()
    const Box = () => {
      const [value, setValue] = useState('')
      return <SearchBox label="域名" value={value} onSearch={(next) => (searched(next), setValue(next))} />
    }
    const hand = pressed(<Box />)
    const box = screen.getByRole('textbox', { name: '域名' })
    await hand.type(box, ' shop {Enter}')
    expect(searched.mock.calls).toEqual([['shop']])
    await hand.keyboard('{Escape}')
    expect(searched.mock.calls).toEqual([['shop'], ['']])
    await hand.type(box, 'cdn{Enter}')
    await hand.click(button(`${words.clearSearch} 域名`))
    expect(searched.mock.calls).toEqual([['shop'], [''], ['cdn'], ['']])
    expect(box).toHaveProperty('value', '')
  })

  test('waits for as many letters as it needs, and says so', async () => {
    const searched = vi.fn<(value: string) => void>()
    const hand = pressed(<SearchBox label="记录" value="" onSearch={searched} minimumLetters={3} tooShort="至少 3 个字符" />)
    await hand.type(screen.getByRole('textbox'), 'ab{Enter}')
    expect(screen.getByRole('status').textContent).toBe('至少 3 个字符')
    expect(searched).not.toHaveBeenCalled()
    await hand.keyboard('c{Enter}')
    expect(searched.mock.calls).toEqual([['abc']])
  })
})

describe('tags', () => {
  const Tags = ({ told }: { told: (tags: readonly string[]) => void }) => {
    const [tags, setTags] = useState<readonly string[]>(['vip'])
    return <TagInput label="标签" value={tags} maximumLetters={8} onChange={(next) => (told(next), setTags(next))} />
  }

  test('are added by Enter and by a comma, once each, and taken away by Backspace and by the cross', async () => {
    const told = vi.fn<(tags: readonly string[]) => void>()
    const sent = vi.fn<() => void>()
    const hand = pressed(
      <form onSubmit={sent}>
        <Tags told={told} />
      </form>,
    )
    const box = screen.getByRole('combobox', { name: '标签' })
    await hand.type(box, ' trial {Enter}')
    await hand.type(box, 'vip,longer than eight,')
    expect(told.mock.lastCall).toEqual([['vip', 'trial', 'longer t']])
    await hand.keyboard('{Backspace}')
    expect(told.mock.lastCall).toEqual([['vip', 'trial']])
    await hand.click(button(words.removeTag('vip')))
    expect(told.mock.lastCall).toEqual([['trial']])
    expect(sent).not.toHaveBeenCalled()
  })

  test('are not added where nothing but blanks was typed: Enter is the form’s then', async () => {
    const told = vi.fn<(tags: readonly string[]) => void>()
    const sent = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
    const hand = pressed(
      <form onSubmit={sent}>
        <Tags told={told} />
        <button type="submit">保存</button>
      </form>,
    )
    await hand.type(screen.getByRole('combobox'), '  {Enter}')
    expect(told).not.toHaveBeenCalled()
    expect(sent).toHaveBeenCalledOnce()
  })
})

test('a menu of actions is walked by the arrows, round and round, and says why one cannot be run', async () => {
  const ran = vi.fn<(key: string) => void>()
  const actions = ['edit', 'pause', 'delete'].map((key) => ({ key, label: key, run: () => ran(key), ...(key === 'pause' ? { refusal: '已锁定' } : {}) }))
  const Menu = () => {
    const [open, setOpen] = useState<OpenMenu | null>(null)
    return (
      <>
        <button type="button" onClick={(event) => setOpen({ anchor: event.currentTarget, actions })}>
          操作
        </button>
        <ActionMenu open={open} label="操作" onClose={() => setOpen(null)} />
      </>
    )
  }
  const hand = pressed(<Menu />)
  await hand.click(button('操作'))
  const at = () => document.activeElement?.getAttribute('data-action')
  const walked: (string | null | undefined)[] = [at()]
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await hand.keyboard(`{${key}}`)
    walked.push(at())
  }
  expect(walked).toEqual(['edit', 'pause', 'delete', 'edit', 'delete', 'edit', 'delete'])
  expect(screen.getByRole('menuitem', { name: /pause/ }).textContent).toContain('已锁定')
  await hand.keyboard('{Enter}')
  expect(ran.mock.calls).toEqual([['delete']])
})

test('a box is required only where somebody says so, and its error is read out with it', async () => {
  pressed(
    <>
      <CheckBox label="可选" />
      <CheckBox label="必选" isRequired error="请勾选" />
    </>,
  )
  expect(screen.getByRole('checkbox', { name: '可选' }).getAttribute('aria-required')).toBeNull()
  const required = screen.getByRole('checkbox', { name: '必选' })
  expect(required.getAttribute('aria-required')).toBe('true')
  expect(document.getElementById(required.getAttribute('aria-describedby')!)?.textContent).toBe('请勾选')
})

test('a drawer is paged one page at a time, and says why it goes no further', async () => {
  const asked = vi.fn<(page: number) => void>()
  const Paged = () => {
    const [page, setPage] = useState(1)
    return <Pages page={page} limit={10} total={25} onPage={(next) => (asked(next), setPage(next))} />
  }
  const hand = pressed(<Paged />)
  const [back, on] = [() => button(words.previousPage), () => button(words.nextPage)]
  expect([back().title, screen.getByText(words.pageOf('1', '3'))]).toEqual([words.reasons.firstPage, expect.anything()])
  for (const way of [on, on, on, back]) await hand.click(way())
  expect(asked.mock.calls).toEqual([[2], [3], [2]])
  await hand.click(on())
  expect([on().title, screen.getByText(words.total('25'))]).toEqual([words.reasons.lastPage, expect.anything()])
})

describe('bookmarks of a list', () => {
  const searches = [{ id: 1, name: '欠费', search: { status: '0' } }]
  const done = vi.fn<(what: string, ...rest: unknown[]) => void>()
  const act =
    (what: string, refusal: string | null = null) =>
    (...rest: unknown[]) => (done(what, ...rest), Promise.resolve(refusal))
  const opened = async (refusal: string | null = null) => {
    done.mockClear()
    const hand = pressed(
      <NamedSearches
        searches={searches}
        current={{ status: '1' }}
        nameLength={20}
        onApply={act('apply')}
        onKeep={act('keep', refusal)}
        onReplace={act('replace')}
        onRename={act('rename')}
        onRemove={act('remove')}
      />,
    )
    await hand.click(button(words.kept.title))
    return hand
  }

  test('a name that is there already replaces what it stood for, another one is kept beside it', async () => {
    const hand = await opened()
    const name = screen.getByRole('textbox', { name: words.kept.name })
    await hand.type(name, '正常')
    await hand.click(button(words.kept.keep))
    expect(name).toHaveProperty('value', '')
    await hand.type(name, ' 欠费 ')
    await hand.click(button(words.kept.replace))
    expect(done.mock.calls).toEqual([
      ['keep', '正常'],
      ['replace', 1],
    ])
  })

  test('why a name was refused stands below it until it is changed', async () => {
    const hand = await opened('名称已存在')
    const name = screen.getByRole('textbox', { name: words.kept.name })
    await hand.type(name, '正常{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('名称已存在')
    expect(name).toHaveProperty('value', '正常')
    await hand.type(name, '的')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('one is applied, renamed and, after a question, removed', async () => {
    const hand = await opened()
    await hand.click(button(words.kept.rename('欠费')))
    await hand.clear(screen.getAllByRole('textbox')[0]!)
    await hand.type(screen.getAllByRole('textbox')[0]!, '逾期{Enter}')
    await hand.click(button(words.kept.remove('欠费')))
    expect(screen.getByRole('group', { name: words.kept.removeAsk('欠费') })).toBeTruthy()
    await hand.click(button(words.delete))
    await hand.click(button(words.cancel))
    await hand.click(button('欠费'))
    expect(done.mock.calls).toEqual([
      ['rename', 1, '逾期'],
      ['remove', 1],
      ['apply', { status: '0' }],
    ])
  })
})

describe('formatted text', () => {
  const text = richTextMessages.zh
  const written = vi.fn<(html: string) => void>()
  const edited = (html: string) => {
    written.mockClear()
    const hand = pressed(
      <>
        <p id="label">内容</p>
        <RichTextEditor labelledBy="label" describedBy={undefined} isInvalid={false} html={html} onChange={written} onImage={null} />
      </>,
    )
    // All of it, as Ctrl A does.
    const selection = document.getSelection()!
    selection.selectAllChildren(screen.getByRole('textbox', { name: '内容' }))
    document.dispatchEvent(new Event('selectionchange'))
    return hand
  }

  test.each([
    [text.heading, '<h2>通知</h2>'],
    [text.subheading, '<h3>通知</h3>'],
    [text.bullets, '<ul><li><p>通知</p></li></ul>'],
    [text.numbers, '<ol><li><p>通知</p></li></ol>'],
    [text.quote, '<blockquote><p>通知</p></blockquote>'],
  ])('%s makes of a paragraph %s, and of that a paragraph', async (tool, html) => {
    const hand = edited('<p>通知</p>')
    await hand.click(button(new RegExp(`^${tool}`)))
    expect(written.mock.lastCall![0]).toContain(html)
    expect(button(new RegExp(`^${tool}`)).getAttribute('aria-pressed')).toBe('true')
    await hand.click(button(new RegExp(`^${tool}`)))
    expect(written.mock.lastCall![0]).toContain('<p>通知</p>')
  })

  test('the link at the cursor leads to the address that is typed, once it is one', async () => {
    const hand = edited('<p><a href="https://old.example/">通知</a></p>')
    await hand.click(button(text.link))
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: text.address })
    expect(address.value).toBe('https://old.example/')
    await hand.clear(address)
    await hand.type(address, 'javascript:alert(1){Enter}')
    expect(screen.getByText(text.addressWrong)).toBeTruthy()
    await hand.clear(address)
    await hand.type(address, 'help.example/dns{Enter}')
    expect(document.querySelector('[role=textbox] a')?.outerHTML).toMatch(/href="https:\/\/help\.example\/dns".*通知/)
    expect(screen.queryByRole('textbox', { name: text.address })).toBeNull()
  })
})
