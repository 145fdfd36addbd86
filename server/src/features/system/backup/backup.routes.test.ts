import { createHash, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { domain } from '@nameplane/contract/dns/domain'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../tests/support/records.ts'
import { sealSecrets } from '../../../settings/settings.ts'
import { backupRehearse, backupRun } from '@nameplane/contract/system/jobs/backup-jobs'
import { openPool } from '../../../db/connection.ts'
import { backupJobs } from './backup-jobs.ts'
import { passphrase } from '../../../../../tests/support/backups.ts'

let test: TestApp
let folder: string

beforeAll(async () => {
  test = await createTestApp()
  folder = join(test.dataFolder, 'backups')
})
afterAll(() => test.close())
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  // Exports are limited by the hour: none counts for the next test.
  await test.db.deleteFrom('audit_entry').where('action', '=', 'backup.export').execute()
})

async function setKey(key: string): Promise<void> {
  const param_value = JSON.stringify(sealSecrets('BACKUP_CONFIG', ['key'], { key, parts: ['accounts', 'domains'], keep: 2, isScheduled: true }))
  await test.db
    .insertInto('system_config')
    .values({ param_key: 'BACKUP_CONFIG', param_value })
    .onConflict((conflict) => conflict.column('param_key').doUpdateSet({ param_value, status: 1 }))
    .execute()
}

type Part = { name: string; value: string | Buffer }
async function upload(parts: readonly Part[]): Promise<{ problem: string; data: Record<string, unknown> }> {
  const boundary = randomBytes(12).toString('hex')
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, value }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="../../etc/x"\r\ncontent-type: application/octet-stream'}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/sys/config/import/db',
    headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  const body = answer.json<{ code: number; problem?: string; data?: Record<string, unknown> }>()
  return { problem: body.problem ?? 'done', data: body.data ?? {} }
}

async function exported(key?: string): Promise<{ status: number; bytes: Buffer; body: string }> {
  const answer = await test.app.inject({
    method: key === undefined ? 'GET' : 'POST',
    url: '/api/sys/config/export/db',
    headers: { authorization: `Bearer ${test.adminToken}` },
    ...(key === undefined ? {} : { payload: { passphrase: key } }),
  })
  return { status: answer.statusCode, bytes: answer.rawPayload, body: answer.body }
}

describe('a kept backup', () => {
  it('is made, listed, verified, downloaded byte by byte, proven and removed', async () => {
    await test.call(domain.save, { domain: 'kept.example' })
    const {
      data: { name },
    } = await test.call(backup.save, { passphrase })
    const { data } = await test.call(backup.list, {})
    expect(data.list).toMatchObject([{ name, origin: 'manual', madeBy: 'admin', verifyTime: null, provenTime: null, isConfiguredKey: false }])
    const bytes = readFileSync(join(folder, name))
    expect(data.list[0]).toMatchObject({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect((await test.call(backup.verify, { name, passphrase })).data).toMatchObject({ isOwn: true, bytes: bytes.length })
    const download = await test.app.inject({ url: `/api/sys/config/backup/download?name=${name}`, headers: { authorization: `Bearer ${test.adminToken}` } })
    expect(download.rawPayload.equals(bytes)).toBe(true)
    expect(download.headers).toMatchObject({ 'content-disposition': `attachment; filename*=UTF-8''${name}`, 'x-content-type-options': 'nosniff' })
    expect((await test.call(backup.prove, { name, passphrase })).data.rows).toBe(data.list[0]!.rows)
    const proven = (await test.call(backup.list, {})).data
    expect([proven.provenName, proven.trialProblem, proven.list[0]!.provenTime !== null]).toEqual([name, '', true])
    await test.call(backup.delete, { names: [name] })
    expect(readdirSync(folder)).toEqual(['last-trial.json'])
    expect(await outcomeOf(test.call(backup.verify, { name, passphrase }))).toBe('backup_gone')
  })

  it('is restored by its name: the dry run changes nothing, the restore asks for the password and ends sessions', async () => {
    const {
      data: { name },
    } = await test.call(backup.save, { passphrase })
    const {
      data: { id },
    } = await test.call(domain.save, { domain: 'after.example' })
    const dry = (await test.call(backup.import, { name, passphrase })).data
    expect(dry).toMatchObject({ isDone: false, endsSessions: true, trail: 'contained' })
    expect(dry.differences.find(({ table }) => table === 'domain')).toMatchObject({ removed: 1 })
    expect(await outcomeOf(test.call(backup.import, { name, passphrase, dryRun: false, password: 'wrong' }))).toBe('password_wrong')
    expect(await outcomeOf(test.call(backup.import, { name, passphrase: 'another passphrase', dryRun: false, password: 'correct horse 7' }))).toBe(
      'backup_key_wrong',
    )
    expect((await test.call(domain.detail, { id })).data.domain).toBe('after.example')
    await test.db
      .insertInto('session')
      .values({ secret_hash: randomBytes(32), token_hash: randomBytes(32), account_id: 1, address: '', agent: '', expires_at: new Date('2999-01-01') })
      .execute()
    const done = (await test.call(backup.import, { name, passphrase, dryRun: false, password: 'correct horse 7' })).data
    expect(done).toMatchObject({ isDone: true })
    expect(await outcomeOf(test.call(domain.detail, { id }))).toBe('domain_missing')
    expect(await test.db.selectFrom('session').select('id').execute()).toEqual([])
    expect(readdirSync(folder)).toContain(done.before)
    const entry = await test.db.selectFrom('audit_entry').select(['action', 'after']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'backup.restore', after: { before: done.before, trail: 'contained' } })
  })

  it('needs a key: the configured one, or one of its own that is long enough', async () => {
    await setKey('')
    expect(await outcomeOf(test.call(backup.save, {}))).toBe('backup_key_missing')
    expect(await outcomeOf(test.call(backup.save, { passphrase: 'short' }))).toBe('backup_key_short')
    await setKey('the key of the settings')
    expect(await outcomeOf(test.call(backup.save, {}))).toBe('done')
    expect((await test.call(backup.list, {})).data).toMatchObject({ hasKey: true, list: [{ isConfiguredKey: true }] })
    expect(JSON.stringify((await test.call(setting.list, { paramKey: 'BACKUP_CONFIG' })).page)).not.toContain('the key of the settings')
  })

  it.each([
    '../../master.key',
    '..%2F..%2Fmaster.key',
    '/etc/passwd',
    'nameplane_20260310T120000Z_0123abcd.npb/../../master.key',
    'nameplane_20260310T120000Z_0123abcd.npb\0',
    '',
    '.',
    'last-trial.json',
  ])('is named by names of ours only: not %j', async (name) => {
    mkdirSync(folder, { recursive: true })
    const calls = [
      () => test.call(backup.verify, { name, passphrase }),
      () => test.call(backup.download, { name }),
      () => test.call(backup.delete, { names: [name] }),
      () => test.call(backup.import, { name, passphrase }),
    ]
    for (const call of calls) expect(['invalid_value', 'control_characters']).toContain(await outcomeOf(call()))
  })

  it('that lies there by hand is listed, and a link or folder of its name is not followed', async () => {
    mkdirSync(join(folder, 'nameplane_20260310T120000Z_0123abcd.npb'), { recursive: true })
    writeFileSync(join(folder, 'nameplane_20260311T120000Z_0123abcd.npb'), 'x')
    expect((await test.call(backup.list, {})).data.list).toMatchObject([{ name: 'nameplane_20260311T120000Z_0123abcd.npb', origin: 'unknown', sha256: null }])
    expect(await outcomeOf(test.call(backup.verify, { name: 'nameplane_20260311T120000Z_0123abcd.npb', passphrase }))).toBe('backup_unreadable')
  })
})

describe('an upload', () => {
  it('is compared, then restored; its file name is never used, and nothing of it stays', async () => {
    await setKey('')
    const { bytes } = await exported(passphrase)
    const fields = [
      { name: 'passphrase', value: passphrase },
      { name: 'dryRun', value: '1' },
    ]
    expect((await upload([...fields, { name: 'file', value: bytes }])).data).toMatchObject({ isDone: false })
    expect(
      (await upload([{ name: 'file', value: bytes }, ...fields.slice(0, 1), { name: 'dryRun', value: '0' }, { name: 'password', value: 'correct horse 7' }]))
        .data,
    ).toMatchObject({ isDone: true })
    expect(readdirSync(folder).filter((file) => !/^nameplane_.*\.npb(\.json)?$/.test(file))).toEqual([])
  })

  it.each<[string, readonly Part[], string]>([
    ['without a file', [{ name: 'passphrase', value: passphrase }], 'backup_file_missing'],
    [
      'of another kind',
      [
        { name: 'passphrase', value: passphrase },
        { name: 'file', value: Buffer.from('PK\x03\x04') },
      ],
      'backup_unreadable',
    ],
    ['of many parts', Array.from({ length: 40 }, (_, index) => ({ name: `f${index}`, value: Buffer.alloc(10) })), 'body_too_large'],
    [
      'with parts nobody knows',
      [
        { name: 'passphrase', value: passphrase },
        { name: 'parts', value: 'accounts,secrets' },
        { name: 'file', value: Buffer.from('x') },
      ],
      'invalid_value',
    ],
  ])('%s is refused', async (_, parts, problem) => {
    expect((await upload(parts)).problem).toBe(problem)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('an export', () => {
  it('needs the configured key, or one in the body; at most three an hour, whichever way each is asked for', async () => {
    await setKey('')
    expect(JSON.parse((await exported()).body)).toMatchObject({ problem: 'backup_key_missing' })
    await setKey('the key of the settings')
    const { bytes } = await exported()
    expect(bytes.subarray(0, 8).toString()).toBe('NPBACKUP')
    expect((await exported(passphrase)).bytes.subarray(0, 8).toString()).toBe('NPBACKUP')
    expect((await exported()).bytes.subarray(0, 8).toString()).toBe('NPBACKUP')
    expect(JSON.parse((await exported()).body)).toMatchObject({ problem: 'backup_export_limit' })
    expect(JSON.parse((await exported(passphrase)).body)).toMatchObject({ problem: 'backup_export_limit' })
  })
})

describe('the job', () => {
  it('keeps the newest, and proves that it can be restored', async () => {
    await setKey('the key of the settings')
    const pool = openPool({ connectionString: test.connectionString }, 2)
    let hour = 1
    const place = { dataFolder: test.dataFolder, version: '0.1.0', now: () => new Date(Date.UTC(2026, 2, 10, (hour += 1))) }
    const jobs = backupJobs(test.db, pool, place)
    const run = (kind: { name: string }) =>
      jobs
        .find((job) => job.kind.name === kind.name)!
        .run({ params: {}, signal: new AbortController().signal, trigger: 'schedule', attempt: 1, dueAt: new Date(), write: () => {} })
    for (let round = 0; round < 3; round += 1) await run(backupRun)
    const { data } = await test.call(backup.list, {})
    expect(data.list.map(({ origin, parts }) => [origin, parts])).toEqual([
      ['schedule', ['accounts', 'domains']],
      ['schedule', ['accounts', 'domains']],
    ])
    expect(await run(backupRehearse)).toMatchObject({ en: expect.stringContaining(data.list[0]!.name) as string })
    expect((await test.call(backup.list, {})).data).toMatchObject({ provenName: data.list[0]!.name, trialProblem: '' })
    writeFileSync(join(folder, data.list[0]!.name), readFileSync(join(folder, data.list[0]!.name)).fill(0, 200, 220))
    await expect(run(backupRehearse)).rejects.toThrow('backup_damaged')
    expect((await test.call(backup.list, {})).data).toMatchObject({ provenName: data.list[0]!.name, trialProblem: 'backup_damaged' })
    await pool.end()
  })
})

// A file system of 256 KiB; only root may mount one.
describe.runIf(process.getuid?.() === 0)('a disk that is full', () => {
  it('leaves no half backup, says so, and works again once there is room', async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'tmpfs', folder])
    try {
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(258_048))
      expect(await outcomeOf(test.call(backup.save, { passphrase }))).toBe('backup_disk_full')
      expect(readdirSync(folder)).toEqual(['ballast'])
      rmSync(join(folder, 'ballast'))
      expect(await outcomeOf(test.call(backup.save, { passphrase, parts: ['settings'] }))).toBe('done')
    } finally {
      execFileSync('umount', [folder])
    }
  })
})
