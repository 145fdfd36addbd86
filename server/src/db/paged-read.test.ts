import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { columnOf } from './column-names.ts'
import { pageOf, placeOf } from './paged-read.ts'

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
      Promise.all(
        [1, 2, 3, 4, 5].map(async (page) => names(await pageOf(test.db, numbers(), order, asked({ page, limit: 3, sidx: 'time', order: direction })))),
      )
    expect(await pages('asc')).toEqual(['012', '345', '678', '9', ''])
    expect(await pages('desc')).toEqual(['987', '654', '321', '0', ''])
  })

  it('is of the order that a list has of its own where none is asked for', async () => {
    expect(names(await pageOf(test.db, numbers(), order, asked({ order: 'asc' })))).toBe('0123456789')
    expect(names(await pageOf(test.db, numbers(), { ...order, otherwise: [['sms_count.counted_at', 'asc']], tieBreak: ['name', 'desc'] }, asked({})))).toBe(
      '1032547698',
    )
  })

  it('stands behind what the query orders by itself', async () => {
    expect(names(await pageOf(test.db, numbers().orderBy(sql`subject = 'n5'`, 'desc'), order, asked({ order: 'asc' })))).toBe('5012346789')
  })

  it('has rows without a value where it says', async () => {
    const ordered = async (empty: 'least' | 'last' | undefined, direction: 'asc' | 'desc') =>
      names(await pageOf(test.db, numbers(), { ...order, ...(empty && { empty: { seenTime: empty } }) }, asked({ sidx: 'seenTime', order: direction })))
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
    expect((await pageOf(test.db, numbers(), order, asked({ page, limit }))).totalCount).toBe(10)
  })

  it('is nothing where there is nothing', async () => {
    expect(await pageOf(test.db, numbers().where('subject', '=', 'none'), order, asked({}))).toEqual({ list: [], totalCount: 0 })
  })

  it('is the one that is kept, where one is and the page does not tell it', async () => {
    expect((await pageOf(test.db, numbers(), { ...order, count: 77 }, asked({ limit: 3 }))).totalCount).toBe(77)
    expect((await pageOf(test.db, numbers(), { ...order, count: 77 }, asked({}))).totalCount).toBe(10)
  })
})

describe('a list of more rows than are counted', () => {
  /** So many rows of one table, without a table. */
  const generated = (rows: number) => test.db.selectFrom(sql<{ id: number }>`generate_series(1, ${sql.lit(rows)})`.as<'row'>(sql`row(id)`)).select('row.id')
  const byId = { otherwise: 'row.id', tieBreak: 'row.id' } as const
  const ids = async (rows: number, page: number, limit = 200) => {
    const { list, ...total } = await pageOf(test.db, generated(rows), byId, { page, limit, order: 'asc' })
    return { first: list[0]?.id, rows: list.length, ...total }
  }

  it('says that there are more; up to that many the total is exact', async () => {
    expect(await ids(100_000, 1)).toEqual({ first: 1, rows: 200, totalCount: 100_000 })
    expect(await ids(100_001, 1)).toEqual({ first: 1, rows: 200, totalCount: 100_000, isTotalExact: false })
  })

  it('has its pages up to that row, and refuses those behind it instead of leaving them empty', async () => {
    expect(await ids(100_300, 500)).toMatchObject({ first: 99_801, rows: 200 })
    await expect(ids(100_300, 501)).rejects.toMatchObject({ code: 'invalid_input', fields: { page: 'page_too_deep' } })
    expect(await ids(100_000, 501)).toEqual({ first: undefined, rows: 0, totalCount: 100_000 })
  })

  it('has the same rows on a page that is read from the end', async () => {
    for (const [page, first, rows] of [
      [7, 1201, 200],
      [50, 9801, 200],
      [51, 10_001, 7],
    ] as const)
      expect(await ids(10_007, page)).toEqual({ first, rows, totalCount: 10_007 })
  })
})

describe('the place of a page', () => {
  it.each([
    ['before the middle', 4_000, { totalCount: 10_000 }, true, { offset: 4_000, limit: 200, isBackwards: false }],
    ['behind the middle', 8_000, { totalCount: 10_000 }, true, { offset: 1_800, limit: 200, isBackwards: true }],
    ['the last one', 10_000, { totalCount: 10_007 }, true, { offset: 0, limit: 7, isBackwards: true }],
    ['behind the middle of an order that cannot be turned', 8_000, { totalCount: 10_000 }, false, { offset: 8_000, limit: 200, isBackwards: false }],
    ['behind the middle of what is counted', 80_000, { totalCount: 100_000, isTotalExact: false }, true, { offset: 80_000, limit: 200, isBackwards: false }],
    ['behind all rows', 10_200, { totalCount: 10_007 }, true, null],
  ] as const)('%s', (_, offset, total, isTurnable, place) => {
    expect(placeOf(offset, 200, total, isTurnable)).toEqual(place)
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
