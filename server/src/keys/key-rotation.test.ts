import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshPlatform, type FreshPlatform } from '../../../tests/support/backups.ts'
import { openPool, type Db } from '../db/connection.ts'
import { platformActor } from '../access/actor.ts'
import { seal, sealedWith, unseal } from '../secrets/seal.ts'
import { acmeKeyPlace, settingPlace, sealedColumns, totpPlace } from '../secrets/sealed-places.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { followDataKeys, openDataKeys, readRootKeys, useRootKeys } from './data-keys.ts'
import { rewrapRootKeys, rotateSecrets } from './key-rotation.ts'

const actor = platformActor('test')
const quiet = (): void => {}
let platform: FreshPlatform
let pool: ReturnType<typeof openPool>
let db: Db
let dataFolder: string
let masterKey: Buffer

// Each test has keys of its own to turn.
beforeEach(async () => {
  platform = await freshPlatform()
  ;({ db, dataFolder, masterKey } = platform)
  pool = openPool({ connectionString: platform.connectionString }, 4)
  await db
    .insertInto('totp')
    .values({ account_id: 1, secret: seal('of the app', totpPlace(1)), last_step: 0 })
    .execute()
  const place = acmeKeyPlace('https://ca.example/directory')
  await db
    .insertInto('acme_account')
    .values({
      directory_url: 'https://ca.example/directory',
      account_key: seal('of the account', place),
      next_key: seal('its next', place),
      key_thumbprint: '',
    })
    .execute()
  for (let number = 0; number < 70; number += 1) await insertSetting(`OWN_${number}`)
})
afterEach(async () => {
  await pool.end()
  await platform.close()
})

async function insertSetting(key: string): Promise<void> {
  const param_value = JSON.stringify({
    apiKey: seal(`secret of ${key}`, settingPlace(key, 'apiKey')),
    list: [{ token: seal('inner', settingPlace(key, 'list.0.token')) }],
    text: 's1.plain',
  })
  const { id } = await db.insertInto('system_config').values({ param_key: key, param_value }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('system_config_version').values({ config_id: id, row_version: 1, param_value, remark: '', weight: 0, status: 1, saved_by: '' }).execute()
}

/** Every sealed text with its key's number, each opened. */
async function sealedTexts(): Promise<{ opened: string[]; numbers: number[] }> {
  const found: { opened: string; number: number | null }[] = []
  for (const { secret } of await db.selectFrom('totp').select('secret').execute())
    found.push({ opened: unseal(secret, totpPlace(1)), number: sealedWith(secret) })
  for (const { directory_url, account_key, next_key } of await db.selectFrom('acme_account').selectAll().execute())
    for (const text of [account_key!, next_key!]) found.push({ opened: unseal(text, acmeKeyPlace(directory_url)), number: sealedWith(text) })
  const states = [
    ...(await db.selectFrom('system_config').select(['param_key', 'param_value']).execute()),
    ...(await db
      .selectFrom('system_config_version as version')
      .innerJoin('system_config as setting', 'setting.id', 'version.config_id')
      .select(['setting.param_key', 'version.param_value'])
      .execute()),
  ]
  for (const { param_key: key, param_value: value } of states) {
    if (!key.startsWith('OWN_')) continue
    const { apiKey, list } = value as { apiKey: string; list: { token: string }[] }
    found.push({ opened: unseal(apiKey, settingPlace(key, 'apiKey')), number: sealedWith(apiKey) })
    found.push({ opened: unseal(list[0]!.token, settingPlace(key, 'list.0.token')), number: sealedWith(list[0]!.token) })
  }
  return { opened: found.map((one) => one.opened).sort(), numbers: [...new Set(found.map((one) => one.number!))] }
}

describe('a rotation of keys', () => {
  it('seals everything with a new key, and everything reads as before', async () => {
    const before = await sealedTexts()
    expect(before.numbers).toEqual([1])
    const ended = () => db.selectFrom('data_key').select('finished_at').where('id', '=', 1).executeTakeFirstOrThrow()
    const written = () => sql<{ xmin: string }>`select xmin::text from system_config where param_key = 'PLAIN'`.execute(db).then(({ rows }) => rows)
    await db.insertInto('system_config').values({ param_key: 'PLAIN', param_value: '{"text":"s1.plain"}' }).execute()
    const [first, others] = [await ended(), await written()]
    expect(await rotateSecrets(db, actor, { masterKey, dataFolder }, quiet)).toEqual({ keyId: 2, resealed: before.opened.length, unopened: 0 })
    expect(await sealedTexts()).toEqual({ opened: before.opened, numbers: [2] })
    // Neither the key of before nor what holds no secret is written again.
    expect([await ended(), await written()]).toEqual([first, others])
    expect(await firstBrokenAuditEntry(db)).toBeNull()
  })

  it('reads at every moment, in a server that runs beside it too', async () => {
    const server = await followDataKeys(db, pool, { masterKey, dataFolder }, (error) => expect.unreachable(String(error)))
    const { opened } = await sealedTexts()
    let isDone = false
    let readings = 0
    const reader = (async () => {
      while (!isDone) {
        expect((await sealedTexts()).opened).toEqual(opened)
        readings += 1
        await pause(5)
      }
    })()
    const done = await rotateSecrets(db, actor, { masterKey, dataFolder }, quiet)
    isDone = true
    await reader
    expect(readings).toBeGreaterThan(0)
    expect(done.unopened).toBe(0)
    expect((await sealedTexts()).numbers).toEqual([done.keyId])
    await server.stop()
  })

  it('is taken up where it was stopped', async () => {
    const { opened } = await sealedTexts()
    const last = await db.selectFrom('data_key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    // Stopped in the middle: the first column that is walked is done, then nothing more.
    await expect(
      rotateSecrets(db, actor, { masterKey, dataFolder }, (line) => {
        if (line.startsWith('totp')) throw new Error('stopped')
      }),
    ).rejects.toThrow('stopped')
    expect((await sealedTexts()).opened).toEqual(opened)
    expect((await sealedTexts()).numbers.toSorted((a, b) => a - b)).toEqual([last.id, last.id + 1])
    expect((await rotateSecrets(db, actor, { masterKey, dataFolder }, quiet)).keyId).toBe(last.id + 1)
    expect(await sealedTexts()).toEqual({ opened, numbers: [last.id + 1] })
  })
})

describe('another master key', () => {
  afterEach(() => rmSync(join(dataFolder, 'master.key.next'), { force: true }))

  it('opens nothing, and says so in one line', async () => {
    await expect(openDataKeys(db, { masterKey: randomBytes(32), dataFolder })).rejects.toThrow(
      /^NAMEPLANE_MASTER_KEY.*Not the master key of this database[^\n]*$/,
    )
  })

  it('takes the place of the old one, whose keys and trail stay', async () => {
    writeFileSync(join(dataFolder, 'master.key'), `${masterKey.toString('base64')}\n`)
    const before = await readRootKeys(db, masterKey)
    const fresh = randomBytes(32)
    expect(await rewrapRootKeys(db, actor, { masterKey, dataFolder }, fresh)).toMatchObject({ isInDataFolder: true })
    await expect(readRootKeys(db, masterKey)).rejects.toThrow('cannot be decrypted')
    expect(await readRootKeys(db, fresh)).toEqual(before)
    expect(readFileSync(join(dataFolder, 'master.key'), 'utf8').trim()).toBe(fresh.toString('base64'))
    // A server that still holds the old one finds the new one in the data folder.
    await openDataKeys(db, { masterKey, dataFolder })
    // Stopped before the last step: the prepared key is taken at the next start.
    const later = randomBytes(32)
    writeFileSync(join(dataFolder, 'master.key.next'), later.toString('hex'))
    await openDataKeys(db, { masterKey: fresh, dataFolder })
    useRootKeys(before)
    expect(await firstBrokenAuditEntry(db)).toBeNull()
    expect(readdirSync(dataFolder)).toContain('master.key.next')
  })
})

describe('the list of sealed places', () => {
  const folder = join(import.meta.dirname, '..')
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

  it('gives its place to everything that is sealed', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
    const sealing = files.filter((file) => !file.startsWith('secrets/') && /import \{[^}]*\bseal\b[^}]*\} from '[./]*secrets\/seal\.ts'/.test(read(file)))
    expect(sealing.length).toBeGreaterThan(3)
    expect(sealing.filter((file) => !/from '[./]*secrets\/sealed-places\.ts'/.test(read(file)))).toEqual([])
  })

  it('has a column for every place', () => {
    const [places, columns] = read('secrets/sealed-places.ts').split('export const sealedColumns')
    const names = [...places!.matchAll(/export const (\w+Place) =/g)].map((match) => match[1]!)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(columns!))).toEqual([])
  })

  it('names columns that exist', async () => {
    for (const { table, column, id } of sealedColumns) {
      const { rows } = await pool.query('select 1 from information_schema.columns where table_name = $1 and column_name = any($2)', [table, [column, id]])
      expect(rows).toHaveLength(2)
    }
  })
})
