import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { columnOf } from './column-names.ts'
import { pageOf } from './paged-read.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await sql`insert into sms_count (subject, counted_at) select 'n' || n, to_timestamp(n / 2) from generate_series(0, 9) as n`.execute(test.db)
})
afterAll(() => test.close())

/** Ten rows, each two of one time; rows 8 and 9 without one. */
const numbers = () =>
  test.db
    .selectFrom('sms_count')
    .select('subject as name')
    .select((of) => of.fn<Date | null>('nullif', ['counted_at', sql`to_timestamp(4)`]).as('seenTime'))

type Asked = { page?: number; limit?: number; sidx?: 'seenTime' | 'name' | 'time'; order?: 'asc' | 'desc' }
const asked = ({ page = 1, limit = 20, sidx, order = 'desc' }: Asked) => ({ page, limit, sidx, order })
const names = (rows: { list: { name: string }[] }): string => rows.list.map(({ name }) => name.slice(1)).join('')
const order = { sort: { time: 'sms_count.counted_at' }, otherwise: 'name', tieBreak: 'name' } as const

describe('a page', () => {
  it('is cut out of the order asked for; its ties go the same way, so that pages never overlap', async () => {
    const pages = async (direction: 'asc' | 'desc') =>
      Promise.all([1, 2, 3, 4, 5].map(async (page) => names(await pageOf(numbers(), order, asked({ page, limit: 3, sidx: 'time', order: direction })))))
    expect(await pages('asc')).toEqual(['012', '345', '678', '9', ''])
    expect(await pages('desc')).toEqual(['987', '654', '321', '0', ''])
  })

  it('is of the order that a list has of its own where none is asked for', async () => {
    expect(names(await pageOf(numbers(), order, asked({ order: 'asc' })))).toBe('0123456789')
    expect(names(await pageOf(numbers(), { ...order, otherwise: [['sms_count.counted_at', 'asc']], tieBreak: ['name', 'desc'] }, asked({})))).toBe('1032547698')
  })

  it('stands behind what the query orders by itself', async () => {
    expect(names(await pageOf(numbers().orderBy(sql`subject = 'n5'`, 'desc'), order, asked({ order: 'asc' })))).toBe('5012346789')
  })

  it('has rows without a value where it says', async () => {
    const ordered = async (empty: 'least' | 'last' | undefined, direction: 'asc' | 'desc') =>
      names(await pageOf(numbers(), { ...order, ...(empty && { empty }) }, asked({ sidx: 'seenTime', order: direction })))
    expect([await ordered(undefined, 'asc'), await ordered(undefined, 'desc')]).toEqual(['0123456789', '9876543210'])
    expect([await ordered('least', 'asc'), await ordered('least', 'desc')]).toEqual(['8901234567', '7654321098'])
    expect([await ordered('last', 'asc'), await ordered('last', 'desc')]).toEqual(['0123456789', '7654321098'])
  })
})

describe('the number of all rows', () => {
  it.each([
    [1, 3],
    [4, 3],
    [5, 3],
    [2, 5],
    [3, 5],
    [1, 10],
    [1, 20],
  ])('is the same on page %i of %i rows', async (page, limit) => {
    expect((await pageOf(numbers(), order, asked({ page, limit }))).totalCount).toBe(10)
  })

  it('is nothing where there is nothing', async () => {
    expect(await pageOf(numbers().where('subject', '=', 'none'), order, asked({}))).toEqual({ list: [], totalCount: 0 })
  })

  it('is taken from elsewhere only where the page does not tell it', async () => {
    const count = () => Promise.resolve(77)
    expect((await pageOf(numbers(), { ...order, count }, asked({ limit: 3 }))).totalCount).toBe(77)
    expect((await pageOf(numbers(), { ...order, count }, asked({}))).totalCount).toBe(10)
  })
})

it('columns are called as the members are, but for those that are listed', () => {
  expect((['name', 'rowVersion', 'isDefault', 'defaultTtlSeconds', 'createTime', 'lastSignInTime', 'userId', 'constructor'] as const).map(columnOf)).toEqual([
    'name',
    'row_version',
    'is_default',
    'default_ttl_seconds',
    'created_at',
    'last_sign_in_at',
    'account_id',
    'constructor',
  ])
})
