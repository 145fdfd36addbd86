import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openDb, openPool, type Db } from './connection.ts'
import { PreparedStatements } from './prepared-statements.ts'

describe('a statement', () => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDb(openPool({ connectionString: database.connectionString }, 1))
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const prepared = async (): Promise<string[]> =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map((row) => row.statement)

  it('that is frequent is planned once and answers the same', async () => {
    for (let n = 0; n < 250; n += 1) expect((await sql<{ n: number }>`select ${n}::integer + 1 as n`.execute(db)).rows).toEqual([{ n: n + 1 }])
    expect((await prepared()).filter((statement) => statement.includes(' + 1'))).toEqual(['select $1::integer + 1 as n'])
  })

  it('that is rare is not kept', async () => {
    for (let n = 0; n < 20; n += 1) await sql`select ${n}::integer - 1`.execute(db)
    expect(await prepared()).not.toContain('select $1::integer - 1')
  })

  it('that fails is the same fault as ever, and the connection goes on', async () => {
    const divide = (by: number) => sql<{ n: number }>`select 6 / ${by}::integer as n`.execute(db)
    for (let n = 0; n < 150; n += 1) await divide(2)
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(3)).rows).toEqual([{ n: 2 }])
  })
})

describe('the names', () => {
  it('are at most a hundred, whatever is asked', () => {
    const statements = new PreparedStatements()
    const names = new Set<string | undefined>()
    for (let text = 0; text < 500; text += 1) for (let use = 0; use < 200; use += 1) names.add(statements.nameOf(`select ${text}`))
    names.delete(undefined)
    expect(names.size).toBe(100)
  })

  it('are given after a hundred uses, never to texts of great length', () => {
    const statements = new PreparedStatements()
    const long = `select ${'1,'.repeat(5_000)} 1`
    const uses = Array.from({ length: 100 }, () => [statements.nameOf('select $1'), statements.nameOf(long)])
    expect(uses.map(([name]) => name)).toEqual([...Array<undefined>(99).fill(undefined), 'np_0'])
    expect(uses.every(([, name]) => name === undefined)).toBe(true)
  })
})
