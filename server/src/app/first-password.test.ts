import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { openDb, openPool, type Db } from '../db/connection.ts'
import { hashPassword, isPasswordOf } from '../features/account/session/password.ts'
import { refuseWeakPassword, renewPrintedPassword } from './first-password.ts'
import { seedFirstStart } from './first-start.ts'

let database: TestDatabase
let db: Db
let dataFolder: string
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDb(openPool({ connectionString: database.connectionString }))
  dataFolder = mkdtempSync(join(tmpdir(), 'nameplane-first-'))
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  rmSync(dataFolder, { recursive: true, force: true })
})

const hashNow = async (): Promise<string> =>
  (await db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()).password_hash
const start = async (password: string | null = null) =>
  (await seedFirstStart(db, { password, token: null, dataFolder })) ?? (await renewPrintedPassword(db, dataFolder))

describe('the password that a first start makes', () => {
  test('is another one at each start until somebody has signed in, and only the last one is good', async () => {
    const printed = [await start(), await start(), await start()].map((made) => made!.password!)
    expect(new Set(printed).size).toBe(3)
    expect(await Promise.all(printed.map(async (password) => isPasswordOf(await hashNow(), password)))).toEqual([false, false, true])
    expect(readFileSync(join(dataFolder, 'first-password'), 'utf8')).not.toContain(printed[2])

    await db.updateTable('account').set({ last_sign_in_at: new Date() }).execute()
    expect(await start()).toBeNull()
    expect(await isPasswordOf(await hashNow(), printed[2]!)).toBe(true)
    expect(existsSync(join(dataFolder, 'first-password'))).toBe(false)
  })

  test('is not made again once another one was chosen', async () => {
    await start()
    await db
      .updateTable('account')
      .set({ password_hash: await hashPassword('chosen by somebody') })
      .execute()
    expect(await start()).toBeNull()
    expect(await isPasswordOf(await hashNow(), 'chosen by somebody')).toBe(true)
  })

  test('is not made in the place of one that was given', async () => {
    expect(await start('correct horse 7')).toEqual({ username: 'admin', password: null })
    expect(await start()).toBeNull()
    expect(await isPasswordOf(await hashNow(), 'correct horse 7')).toBe(true)
  })
})

describe('a password that is given for the first start', () => {
  test.each([
    ['eleven char', /^NAMEPLANE_ADMIN_PASSWORD: .*at least 12 characters/],
    ['administrator', /^NAMEPLANE_ADMIN_PASSWORD: .*common/],
  ])('%s is refused as for every administrator, and nothing is made', async (password, message) => {
    await expect(start(password)).rejects.toThrow(message)
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
  })

  test('may be any beside a token, and is looked at no more once it was used', () => {
    expect(() => refuseWeakPassword({ adminPassword: 'four', adminToken: 't'.repeat(32) }, 12)).not.toThrow()
    expect(() => refuseWeakPassword({ adminPassword: null, adminToken: null }, 12)).not.toThrow()
  })
})
