import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { currentAddress, goTo, shownAddress } from '../../../routing/address.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { ServiceGroupPage } from './service-group-page.tsx'
import { serviceGroupMessages, serviceGroupWords } from './service-group.messages.ts'

/*
 * What every list of the kit does, walked on service groups: dialogs by address, forms bound to the contract, one model of
 * actions for row, bar and question.
 */
const text = serviceGroupMessages.zh
const parts = partsMessages.zh
const path = '/dns/serve/group'
const label = (field: string): string => serviceGroupWords.label(field, 'zh')
const fields = { mname: 'ns1.dns.example', rname: 'hostmaster.dns.example', ns1: 'ns1.dns.example', ns2: 'ns2.dns.example' }
const opened = (search: string) => pressed(<ServiceGroupPage />, `${path}?${search}`)
const dialog = () => screen.findByRole('dialog')
const field = async (name: string) => within(await dialog()).getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })
const save = async () => within(await dialog()).getByRole('button', { name: parts.save })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const saved = async (name: string) => (await call(serviceGroup.list, { search: name })).data.list.find((group) => group.name === name)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

/** A service group that no domain is in, with something in each of its fields. */
async function made(): Promise<{ id: number; name: string }> {
  const name = freshWord()
  return { id: (await call(serviceGroup.save, { name, ...fields, remark: '备注', weight: 7, status: 0 })).data.id, name }
}

/** Groups of these numbers of domains, in whose names this word is. */
async function usedBy(word: string, ...counts: readonly number[]): Promise<string[]> {
  const names: string[] = []
  for (const [at, count] of counts.entries()) {
    const name = `${word}-${at}`
    const { id } = (await call(serviceGroup.save, { name, ...fields })).data
    for (let used = 0; used < count; used += 1) await call(domain.save, { domain: `${freshWord()}.example`, serviceGroupId: id })
    names.push(name)
  }
  return names
}

describe('a dialog of a list', () => {
  test('is opened by its address and named in it, and closing takes it out', async () => {
    const { id, name } = await made()
    const hand = opened(`search=${name}&open=edit&row=${id}`)
    const shown = within(await screen.findByRole('dialog', { name: text.editTitle(name) }))
    await hand.click(shown.getByRole('button', { name: parts.cancel }))
    await closed()
    expect(location.hash).not.toContain('open=')
  })

  test('is left by no way that loses what was typed without a question', async () => {
    const { id, name } = await made()
    const console = wholeConsole()
    await console.open(`${path}?search=${name}&open=edit&row=${id}`)
    const typed = await field(label('remark'))
    await console.hand.type(typed, '2')
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    const elsewhere = '/dns/domain/list'
    const answer = async (answered: string) => {
      console.goTo(elsewhere)
      const question = within(await screen.findByRole('alertdialog', { name: parts.discardTitle }))
      await console.hand.click(question.getByRole('button', { name: answered }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await answer(parts.keepEditing)
    expect([typed.isConnected, typed.value, currentAddress().pathname]).toEqual([true, '备注2', path])
    await answer(parts.discard)
    await waitFor(() => expect(shownAddress.get()?.pathname).toBe(elsewhere))
    await console.open(path)
    await closed()
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  // That it arrives all the same is a journey of its own.
  test('is left without a question while what was typed is on its way', async () => {
    const { id, name } = await made()
    const console = wholeConsole()
    await console.open(`${path}?search=${name}&open=edit&row=${id}`)
    await console.hand.type(await field(label('remark')), '2')
    console.meanwhile = () => goTo('/dns/domain/list')
    await console.hand.click(await save())
    await waitFor(() => expect(shownAddress.get()?.pathname).toBe('/dns/domain/list'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('over a row that is not on the page says so, where a row cannot be read alone', async () => {
    opened('open=edit&row=999999')
    await waitFor(() => expect(location.hash).not.toContain('open='))
    expect(notices.get().at(-1)?.text).toBe(parts.notListed)
  })

  test('opened and saved untouched changes nothing', async () => {
    const { id, name } = await made()
    const before = await saved(name)
    const hand = opened(`search=${name}&open=edit&row=${id}`)
    await hand.click(await save())
    await closed()
    const { rowVersion, updateTime, ...after } = (await saved(name))!
    expect(before).toMatchObject(after)
    expect(rowVersion).toBe(before!.rowVersion + 1)
    expect(updateTime).toBeTruthy()
  })

  test('shows what the schema refuses beside the field, in the words of the field, and keeps what was typed', async () => {
    const { id, name } = await made()
    const hand = opened(`search=${name}&open=edit&row=${id}`)
    const [mname, weight] = [await field(label('mname').split('（')[0]!), await field(label('weight'))]
    await hand.clear(mname)
    await hand.type(mname, 'not a name')
    await hand.clear(weight)
    await hand.type(weight, 'many')
    await hand.click(await save())
    await waitFor(() => expect(within(screen.getByRole('dialog')).getAllByRole('alert')).toHaveLength(2))
    expect(within(screen.getByRole('dialog')).getByText(problemText('invalid_domain', 'zh'))).toBeTruthy()
    expect([mname.value, weight.value, mname.getAttribute('aria-invalid'), weight.getAttribute('aria-invalid')]).toEqual(['not a name', 'many', 'true', 'true'])
    expect(await saved(name)).toMatchObject({ mname: fields.mname, weight: 7 })
  })

  test('is refused when the row was changed meanwhile, names the difference, and saves over it only when asked again', async () => {
    const { id, name } = await made()
    const hand = opened(`search=${name}&open=edit&row=${id}`)
    const remark = await field(label('remark'))
    await hand.clear(remark)
    await hand.type(remark, '自己的')
    await call(serviceGroup.update, { id, name, ...fields, weight: 42, status: 1 })
    await hand.click(await save())
    const note = () => within(screen.getByRole('dialog')).getByRole('alert').textContent
    await waitFor(() => expect(note()).toMatch(new RegExp(`${label('weight')}\\s*42`)))
    expect(note()).toMatch(new RegExp(`${label('status')}\\s*${text.choices.status[1]}`))
    expect((await saved(name))?.remark).toBe('')
    await hand.click(await save())
    await closed()
    expect(await saved(name)).toMatchObject({ remark: '自己的', weight: 7, status: 0 })
  })
})

test('a list is sorted by a column that is pressed: one way, the other way, and as it was', async () => {
  const [first, second] = await usedBy(freshWord(), 0, 1)
  const hand = opened(`search=${first!.split('-')[0]!}`)
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((one) => within(one).getAllByRole('cell')[1]!.textContent)
  const head = () => screen.getByRole('columnheader', { name: new RegExp(label('name')) })
  const told = () => [head().getAttribute('aria-sort'), /sidx=(\w+)/.exec(location.hash)?.[1], /order=(\w+)/.exec(location.hash)?.[1]]
  await row(first!)
  const press = () => hand.click(within(head()).getByRole('button'))
  await press()
  await waitFor(() =>
    expect([names(), told()]).toEqual([
      [second, first],
      ['descending', 'name', undefined],
    ]),
  )
  await press()
  await waitFor(() =>
    expect([names(), told()]).toEqual([
      [first, second],
      ['ascending', 'name', 'asc'],
    ]),
  )
  await press()
  await waitFor(() => expect(told()[1]).toBeUndefined())
})

describe('an action of a list', () => {
  const inMenu = (name: string) => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  const openMenu = async (hand: ReturnType<typeof opened>, name: string) =>
    hand.click(within(await row(name)).getByRole('button', { name: new RegExp(`^${parts.moreActions}`) }))

  test('that rows refuse says why in the menu, and goes on with the others among ticked rows, each reason named', async () => {
    const [free, used, owned] = await usedBy(freshWord(), 0, 1, 2)
    const hand = opened(`search=${free!.split('-')[0]!}`)
    await openMenu(hand, used!)
    expect(inMenu(parts.delete).textContent).toContain(text.inUse(1))
    await hand.keyboard('{Escape}')
    for (const name of [free!, used!, owned!]) await hand.click(within(await row(name)).getByRole('checkbox'))
    await hand.click(within(screen.getByRole('toolbar')).getByRole('button', { name: parts.delete }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(text.deleteAsk(free!))).toBeTruthy()
    const skipped = within(question.getByRole('list', { name: parts.someOf('1', '3') })).getAllByRole('listitem')
    expect(skipped.map(({ textContent }) => textContent).toSorted()).toEqual([`${used}：${text.inUse(1)}`, `${owned}：${text.inUse(2)}`])
    await hand.click(question.getByRole('button', { name: parts.withCount(parts.delete, '1') }))
    await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(free!) })).toBeNull())
    expect(await Promise.all([free!, used!, owned!].map(async (name) => (await saved(name))?.name))).toEqual([undefined, used, owned])
  })

  describe('for who lacks a right', () => {
    test.each([
      ['delete', ['service_group.read', 'service_group.write']],
      ['add and change', ['service_group.read', 'service_group.delete']],
    ] as const)('to %s, it is disabled with the reason', async (lacking, rights) => {
      const { name } = await made()
      await signInWith(rights)
      const hand = opened(`search=${name}`)
      const [mayWrite, noRight] = [lacking === 'delete', problemText('right_missing', 'zh')]
      await row(name)
      const add = () => screen.getByRole<HTMLButtonElement>('button', { name: text.add })
      const isOff = (one: HTMLElement): boolean => one.getAttribute('aria-disabled') === 'true'
      const deletes = () => within(screen.getByRole('toolbar')).getByRole('button', { name: parts.delete })
      // What is held is known a moment after the page is there.
      await waitFor(() => expect([add().disabled, add().title, isOff(deletes())]).toEqual([!mayWrite, mayWrite ? '' : noRight, mayWrite]))
      await openMenu(hand, name)
      for (const [action, isHeld] of [[parts.edit, mayWrite] as const, [parts.delete, !mayWrite] as const]) {
        expect(isOff(inMenu(action))).toBe(!isHeld)
        expect(inMenu(action).textContent.includes(noRight)).toBe(!isHeld)
      }
    })
  })
})
