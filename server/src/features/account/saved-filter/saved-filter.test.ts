import { afterAll, describe, expect, it } from 'vitest'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { limits } from '@nameplane/contract/limits'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
/** Another administrator, who may do everything; and an ordinary user. */
test = await createTestApp()
afterAll(() => test.close())
const colleague = await tokenOfType(test, 1)
const customer = await tokenOfType(test, 2)

const screen = '/dns/domain/list'
const save = async (name: string, filters: Record<string, string>, token?: string, list = screen): Promise<number> =>
  (await test.call(savedFilter.save, { screen: list, name, filters }, token)).data.id
const listed = async (token?: string, list = screen) => (await test.call(savedFilter.list, { screen: list }, token)).data.list

describe('a saved filter', () => {
  it('comes back by name, with what the list was filtered and sorted by', async () => {
    const list = '/dns/saved/list'
    const b = await save('b 暂停的', { status: '0', sidx: 'recordCount', order: 'asc' }, undefined, list)
    const a = await save('A paused', { search: 'shop', userId: '7' }, undefined, list)
    expect(await listed(undefined, list)).toEqual([
      { id: a, name: 'A paused', filters: { search: 'shop', userId: '7' } },
      { id: b, name: 'b 暂停的', filters: { status: '0', sidx: 'recordCount', order: 'asc' } },
    ])
  })

  it('belongs to one list, and to one view of it', async () => {
    const id = await save('only recycled', { search: 'x' }, undefined, `${screen}?view=recycled`)
    expect((await listed()).map((filter) => filter.id)).not.toContain(id)
    expect((await listed(undefined, `${screen}?view=recycled`)).map((filter) => filter.id)).toContain(id)
  })

  it('has a name that no other of the list has, in any case', async () => {
    await save('Twice', { status: '1' })
    expect(await refusalOf(save('tWICE', { status: '0' }))).toMatchObject({ problem: 'saved_filter_exists', fields: { name: 'saved_filter_exists' } })
    const other = await save('Once', { status: '1' })
    expect(await refusalOf(test.call(savedFilter.update, { id: other, name: 'twice' }))).toMatchObject({ problem: 'saved_filter_exists' })
  })

  it('saved twice at one time under one name is saved once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => save('raced', { status: '1' })))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect((await listed()).filter((filter) => filter.name === 'raced')).toHaveLength(1)
  })

  it('is renamed without touching what it stands for, and the other way round', async () => {
    const id = await save('before', { status: '1' })
    await test.call(savedFilter.update, { id, name: 'Before' })
    await test.call(savedFilter.update, { id, filters: { locked: '1' } })
    expect((await listed()).find((filter) => filter.id === id)).toEqual({ id, name: 'Before', filters: { locked: '1' } })
  })

  it('is deleted, with a trace in the audit log', async () => {
    const id = await save('short-lived', { status: '1' })
    await test.call(savedFilter.delete, { ids: [id] })
    expect((await listed()).map((filter) => filter.id)).not.toContain(id)
    const trail = await trailOf(test, 'saved_filter', id)
    expect(trail.map((entry) => entry.action)).toEqual(['saved_filter.create', 'saved_filter.delete'])
  })
})

describe('a saved filter of somebody else', () => {
  it('is not listed, and cannot be renamed, overwritten or deleted', async () => {
    const list = '/dns/private/list'
    const id = await save('mine', { search: 'secret customer' }, undefined, list)
    for (const token of [colleague, customer]) {
      expect(await listed(token, list)).toEqual([])
      expect(await refusalOf(test.call(savedFilter.update, { id, name: 'theirs' }, token))).toMatchObject({ problem: 'saved_filter_missing' })
      expect(await refusalOf(test.call(savedFilter.update, { id, filters: { search: 'x' } }, token))).toMatchObject({ problem: 'saved_filter_missing' })
      expect(await refusalOf(test.call(savedFilter.delete, { ids: [id] }, token))).toMatchObject({ problem: 'saved_filter_missing' })
    }
    expect(await listed(undefined, list)).toEqual([{ id, name: 'mine', filters: { search: 'secret customer' } }])
  })

  it('does not take its name: another account has the same one', async () => {
    const list = '/dns/names/list'
    await save('weekly', { status: '1' }, undefined, list)
    const theirs = await save('weekly', { status: '0' }, colleague, list)
    expect(await listed(colleague, list)).toEqual([{ id: theirs, name: 'weekly', filters: { status: '0' } }])
  })

  it('spoils a deletion as a whole', async () => {
    const list = '/dns/mixed/list'
    const mine = await save('mine', { status: '1' }, undefined, list)
    const theirs = await save('theirs', { status: '1' }, colleague, list)
    expect(await refusalOf(test.call(savedFilter.delete, { ids: [mine, theirs] }))).toMatchObject({ problem: 'saved_filter_missing' })
    expect(await listed(undefined, list)).toHaveLength(1)
  })
})

describe('what may be saved', () => {
  it.each([
    ['no filter', { filters: {} }, 'filters', 'saved_filter_empty'],
    ['too many filters', { filters: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x'])) }, 'filters', 'saved_filter_empty'],
    ['a parameter no address has', { filters: { 'a b': 'x' } }, 'filters.a b', 'invalid_value'],
    ['no name', { name: '  ' }, 'name', 'required'],
    ['a name of 41 letters', { name: 'n'.repeat(41) }, 'name', 'too_long'],
    ['a screen that is no path', { screen: 'https://elsewhere.example/' }, 'screen', 'invalid_value'],
  ])('%s is refused', async (_, wrong, field, code) => {
    const refusal = await refusalOf(test.call(savedFilter.save, { screen, name: 'refused', filters: { status: '1' }, ...wrong }))
    expect(refusal.fields).toEqual({ [field]: code })
  })

  it(`is ${limits.savedFiltersOfList} for each list`, async () => {
    const list = '/dns/full/list'
    for (let at = 0; at < limits.savedFiltersOfList; at++) await save(`number ${at}`, { status: '1' }, undefined, list)
    expect(await refusalOf(save('one more', { status: '1' }, undefined, list))).toMatchObject({ problem: 'saved_filters_full' })
    await save('one more', { status: '1' }, undefined, '/dns/empty/list')
  })
})
