import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { currentAddress } from '../../../routing/address.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { CreatePage } from './create-page.tsx'
import { UpdatePage } from './update-page.tsx'

/* Pages that change or add records of many domains, from what is asked to what is saved. */
const text = changeSetMessages.zh
const { choices } = text
const field = (name: string): RegExp => new RegExp(`^${changeSetWords.label(name, 'zh')}\\*?$`)
const typed = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const chosen = (name: RegExp | string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const path = '/dns/domain/bulk/recordUpdate'

async function madeDomain(name: string, ...addresses: string[]) {
  const { id } = (await call(domain.save, { domain: name })).data
  if (addresses.length > 0)
    await call(record.apply, { domainId: id, changes: addresses.map((value) => ({ op: 'add' as const, record: { host: 'www', type: 'A', value, ttl: 600 } })) })
  return id
}
const recordsOf = async (domainId: number) => (await call(record.list, { domainId })).data.list.filter(({ host }) => host !== '@')
const totals = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
/** The set that the address shows once something was submitted. */
async function submitted(): Promise<number> {
  await waitFor(() => expect(currentAddress().search).toMatch(/set=\d+/))
  return Number(/set=(\d+)/.exec(currentAddress().search)![1])
}

describe('records that are changed', () => {
  test('are seen before, can be asked for otherwise, and change when it is submitted', async () => {
    const name = `${freshWord()}.example`
    const id = await madeDomain(name, '192.0.2.1', '192.0.2.10')
    const hand = pressed(<UpdatePage />, path)
    await hand.type(typed(field('domains')), name)
    await hand.type(typed(field('find')), '192.0.2.1')
    await hand.type(typed(text.toOf.replace), '192.0.2.7')
    await hand.click(button(text.preview))
    const heading = await screen.findByRole('heading', { name: text.preview })
    expect(document.activeElement).toBe(heading)
    expect(totals().slice(0, 3)).toEqual(['1', '1', expect.anything()])
    expect(screen.queryByRole('textbox', { name: field('domains') })).toBeNull()
    await hand.click(button(text.back))
    expect([typed(field('domains')).value, typed(field('find')).value, typed(text.toOf.replace).value]).toEqual([name, '192.0.2.1', '192.0.2.7'])
    // Also in longer values: both.
    await hand.click(screen.getByRole('checkbox', { name: field('isPart') }))
    await hand.click(button(text.preview))
    await screen.findByRole('heading', { name: text.preview })
    expect(document.querySelector('pre')!.textContent).toContain('192.0.2.70')
    await hand.click(button(text.submit(1)))
    const set = await submitted()
    await waitFor(async () => expect((await recordsOf(id)).map(({ value }) => value).sort()).toEqual(['192.0.2.7', '192.0.2.70']))
    expect((await call(changeSet.detail, { id: set })).data).toMatchObject({ kind: 'record_update', domains: 1, watchState: null })
  })

  test('are told by what is done with them: what is found, a TTL with its unit, a state by its name', async () => {
    const name = `${freshWord()}.example`
    const id = await madeDomain(name, '192.0.2.1')
    const hand = pressed(<UpdatePage />, path)
    const has = (one: RegExp | string) => screen.queryByLabelText(one) !== null
    expect([chosen(field('action')).value, has(field('find')), has(field('isPart'))]).toEqual(['replace', true, true])
    await hand.selectOptions(chosen(field('action')), 'weight')
    expect([has(field('find')), has(field('isPart')), has(text.toOf.weight), screen.queryByText(text.weightNone) !== null]).toEqual([false, false, true, true])
    await hand.selectOptions(chosen(field('action')), 'line')
    expect(button(partsMessages.zh.nameAndValue(text.toOf.line, '').trim())).toBeTruthy()
    await hand.selectOptions(chosen(field('action')), 'status')
    expect(
      within(chosen(text.toOf.status))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .sort(),
    ).toEqual(['', ...Object.values(choices.status)].sort())
    await hand.selectOptions(chosen(field('action')), 'ttl')
    expect(screen.queryByText(text.weightNone)).toBeNull()
    await hand.type(typed(field('domains')), name)
    await hand.type(typed(field('host')), 'www')
    await hand.type(typed(text.toOf.ttl), 'soon')
    await hand.click(button(text.preview))
    await waitFor(() => expect(typed(text.toOf.ttl).getAttribute('aria-invalid')).toBe('true'))
    await hand.clear(typed(text.toOf.ttl))
    await hand.type(typed(text.toOf.ttl), '20m')
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.submit(1) }))
    await submitted()
    await waitFor(async () => expect((await recordsOf(id)).map(({ ttl }) => ttl)).toEqual([1200]))
  })

  test('of listed domains need a list, those of a filter none; what is not shown is not asked for', async () => {
    const word = freshWord()
    const [one] = await Promise.all([madeDomain(`a-${word}.example`, '192.0.2.1'), madeDomain(`b-${word}.example`, '192.0.2.1')])
    const hand = pressed(<UpdatePage />, path)
    await hand.selectOptions(chosen(field('action')), 'status')
    await hand.selectOptions(chosen(text.toOf.status), choices.status[0])
    await hand.click(button(text.preview))
    await screen.findByText(text.emptyList)
    await hand.type(typed(field('domains')), `a-${word}.example`)
    await hand.click(screen.getByRole('radio', { name: text.filtered }))
    await hand.type(typed(field('domainSearch')), word)
    await hand.click(button(text.preview))
    await screen.findByRole('heading', { name: text.preview })
    expect(totals()[0]).toBe('2')
    await hand.click(button(text.back))
    await hand.click(screen.getByRole('radio', { name: text.listed }))
    await hand.click(button(text.preview))
    await screen.findByRole('button', { name: text.submit(1) })
    expect(totals()[0]).toBe('1')
    expect((await recordsOf(one)).map(({ status }) => status)).toEqual([1])
  })

  test('that are so already come to nothing, which cannot be submitted and needs no time', async () => {
    const name = `${freshWord()}.example`
    await madeDomain(name, '192.0.2.1')
    const hand = pressed(<UpdatePage />, path)
    await hand.type(typed(field('domains')), name)
    await hand.type(typed(field('find')), '203.0.113.9')
    await hand.click(button(text.preview))
    await screen.findByText(text.nothing)
    expect([button(text.submit(0)).disabled, button(text.submit(0)).title]).toEqual([true, partsMessages.zh.reasons.noChanges])
    expect([screen.queryByText(text.when), screen.queryByRole('checkbox')]).toEqual([null, null])
    expect(screen.queryByText(text.skipped(0))).toBeNull()
  })
})

describe('records that are added', () => {
  const row = (number: number) => within(screen.getByRole('listitem', { name: text.recordNumber(number) }))
  const host = (number: number) => row(number).getByRole('textbox', { name: field('host') })
  const value = (number: number) => row(number).getByRole('textbox', { name: text.recordValue })

  test('have the name and the number of their domain, counted from where it is said', async () => {
    const word = freshWord()
    const names = [`a-${word}.example`, `b-${word}.example`]
    const ids = await Promise.all(names.map((name) => madeDomain(name)))
    const hand = pressed(<CreatePage />, '/dns/domain/bulk/recordCreate')
    const remove = (number: number) =>
      row(number).getByRole<HTMLButtonElement>('button', { name: partsMessages.zh.nameAndValue(text.removeRecord, String(number)) })
    expect([remove(1).disabled, remove(1).title]).toEqual([true, text.lastRecord])
    await hand.type(typed(field('domains')), names.join('\n'))
    await hand.type(host(1), 'n{{n}')
    await hand.type(value(1), '192.0.2.{{n}')
    await hand.click(button(text.addRecord))
    expect(remove(1).disabled).toBe(false)
    await hand.click(button(text.addRecord))
    await hand.click(remove(2))
    await hand.type(host(2), 'alias')
    await hand.clear(row(2).getByRole('textbox', { name: field('type') }))
    await hand.type(row(2).getByRole('textbox', { name: field('type') }), 'cname')
    await hand.type(value(2), 'www.{{domain}')
    await hand.clear(row(2).getByRole('textbox', { name: /^TTL/ }))
    await hand.type(row(2).getByRole('textbox', { name: /^TTL/ }), '1h')
    await hand.clear(typed(field('startAt')))
    await hand.type(typed(field('startAt')), '5')
    await hand.click(button(text.preview))
    await hand.click(await screen.findByRole('button', { name: text.submit(2) }))
    await submitted()
    await waitFor(async () => {
      const all = await Promise.all(ids.map(recordsOf))
      expect(all.map((records) => records.map((one) => `${one.host} ${one.type} ${one.value} ${one.ttl}`).sort())).toEqual([
        [`alias CNAME www.${names[0]}. 3600`, 'n5 A 192.0.2.5 600'],
        [`alias CNAME www.${names[1]}. 3600`, 'n6 A 192.0.2.6 600'],
      ])
    })
  })

  test('that are wrong are told at their place, and nothing else is lost by it', async () => {
    const name = `${freshWord()}.example`
    await madeDomain(name)
    const hand = pressed(<CreatePage />, '/dns/domain/bulk/recordCreate')
    await hand.type(typed(field('domains')), name)
    await hand.type(host(1), 'www')
    await hand.click(button(text.preview))
    await waitFor(() => expect(value(1).getAttribute('aria-invalid')).toBe('true'))
    expect(host(1).getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByRole('heading', { name: text.preview })).toBeNull()
  })

  test('are left out of a domain that refuses them, which is said first', async () => {
    const word = freshWord()
    const names = [`a-${word}.example`, `b-${word}.example`, `missing-${word}.example`]
    await Promise.all(names.slice(0, 2).map((name) => madeDomain(name)))
    const hand = pressed(<CreatePage />, '/dns/domain/bulk/recordCreate')
    await hand.type(typed(field('domains')), names.join('\n'))
    await hand.type(host(1), 'www')
    await hand.type(value(1), '192.0.2.1')
    await hand.click(button(text.preview))
    await screen.findByText(text.skipped(1))
    const told = within(screen.getByRole('list', { name: text.result }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
    expect(told).toHaveLength(3)
    expect(told[0]).toContain(names[2])
    expect(told.slice(1)).toEqual(names.slice(0, 2).map((name) => `${name}${text.counts.added(1)}`))
    expect(button(text.submit(2)).disabled).toBe(false)
  })
})
