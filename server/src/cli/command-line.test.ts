import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { session } from '@nameplane/contract/account/session'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { outcomeOf } from '../../../tests/support/records.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { readLoginRules } from '../features/account/session/login-rules.ts'
import { findAccountByName } from '../features/account/session/session.store.ts'
import { isPasswordOf } from '../features/account/session/password.ts'
import { runCommandLine, usageText } from './command-line.ts'
import { OperatorProblem, UsageProblem } from './operator-problem.ts'

let platform: TestApp
let folder: string
let variables: Record<string, string>
let lines: string[]

beforeAll(async () => {
  platform = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'nameplane-cli-'))
  variables = { NAMEPLANE_DATA: join(folder, 'data'), NAMEPLANE_DATABASE_URL: platform.connectionString, NAMEPLANE_MASTER_KEY: '07'.repeat(32) }
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await platform.close()
})

beforeEach(() => {
  lines = []
})

const run = (...words: string[]): Promise<number> => runCommandLine(words, { variables, print: (line) => lines.push(line) })

async function lastAudit(): Promise<{ action: string; actor: string; name: string; after: string }> {
  const row = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(await firstBrokenAuditEntry(platform.db)).toBeNull()
  return { action: row.action, actor: row.actor_name, name: row.target_name, after: JSON.stringify(row.after) }
}

const signIn = (username: string, password: string): Promise<unknown> => platform.call(session.login, { username, password }, null)

describe('admin reset-password', () => {
  test('prints a password that signs in, ends the sessions, lifts the lock, and is audited without the password', async () => {
    await run('login-rules', 'set', 'captcha', 'never')
    lines = []
    await signIn('admin', 'correct horse 7')
    for (let attempt = 0; attempt < 5; attempt++) expect(await outcomeOf(signIn('admin', 'wrong'))).toBe('login_refused')
    expect(await outcomeOf(signIn('admin', 'correct horse 7'))).toBe('login_locked')

    expect(await run('admin', 'reset-password', 'ADMIN')).toBe(0)
    const password = /^New password of admin: ([A-Z2-9]{20})$/.exec(lines[0]!)![1]!
    expect(lines[1]).toContain('Sessions ended: 1.')
    expect(await platform.db.selectFrom('session').select('account_id').execute()).toEqual([])
    expect(await lastAudit()).toEqual({
      action: 'account.reset_password',
      actor: 'command line',
      name: 'admin',
      after: expect.not.stringContaining(password) as string,
    })
    expect(await outcomeOf(signIn('admin', password))).toBe('done')
    expect(await isPasswordOf((await findAccountByName(platform.db, 'admin'))!.passwordHash, 'correct horse 7')).toBe(false)
  })

  test('refuses an unknown name and an ordinary user', async () => {
    await platform.db.insertInto('account').values({ username: 'buyer', type: 2, password_hash: '', language: null }).execute()
    await expect(run('admin', 'reset-password', 'nobody')).rejects.toThrow('Account not found: nobody')
    await expect(run('admin', 'reset-password', 'buyer')).rejects.toThrow('is a user')
    await expect(run('admin', 'reset-password', 'nobody')).rejects.toBeInstanceOf(OperatorProblem)
  })
})

describe('token create', () => {
  test('prints a token that acts as the first administrator, and keeps its hash only', async () => {
    expect(await run('token', 'create', 'ci')).toBe(0)
    expect(lines[0]).toMatch(/^np_[\w-]{43}$/)
    expect((await platform.call(domain.list, {}, lines[0])).data.list).toEqual([])
    expect(await lastAudit()).toMatchObject({ action: 'api_key.create', name: 'ci' })
    expect(JSON.stringify(await platform.db.selectFrom('audit_entry').selectAll().execute())).not.toContain(lines[0]!)
  })

  test('cuts the rights to the scopes and expires after the days', async () => {
    expect(await run('token', 'create', 'reader', '--scopes', 'domain.read, line.read', '--days', '30')).toBe(0)
    const token = lines[0]!
    expect(await outcomeOf(platform.call(domain.list, {}, token))).toBe('done')
    expect(await outcomeOf(platform.call(domain.save, { domain: 'scoped.example' }, token))).toBe('right_missing')
    const row = await platform.db.selectFrom('api_token').select(['scopes', 'expires_at', 'created_at']).where('name', '=', 'reader').executeTakeFirstOrThrow()
    expect(row.scopes).toEqual(['domain.read', 'line.read'])
    expect(Math.round((row.expires_at!.getTime() - row.created_at.getTime()) / 3_600_000)).toBe(30 * 24)
  })

  test('belongs to the account of its name, or to the named one', async () => {
    await platform.db.insertInto('account').values({ username: 'operator', type: 1, password_hash: '', language: null }).execute()
    await run('token', 'create', 'operator')
    await run('token', 'create', 'nightly', '--account', 'operator')
    const owners = await platform.db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.account_id')
      .select(['api_token.name', 'account.username'])
      .where('api_token.name', 'in', ['operator', 'nightly'])
      .execute()
    expect(owners.map((row) => row.username)).toEqual(['operator', 'operator'])
    await expect(run('token', 'create', 'x', '--account', 'nobody')).rejects.toThrow('Account not found: nobody')
  })

  test.each([
    [['--scopes', 'domain.fly'], 'Unknown permission: domain.fly'],
    [['--scopes', ' , '], 'at least one permission'],
    [['--days', '0'], 'whole number'],
    [['--days', '1.5'], 'whole number'],
    [['--days', '99999'], 'whole number'],
    [['--forever'], 'Unknown option'],
    [['second'], 'Unexpected argument'],
  ])('refuses %j', async (options, complaint) => {
    await expect(run('token', 'create', 'refused', ...options)).rejects.toThrow(complaint)
    expect(await platform.db.selectFrom('api_token').select('id').where('name', '=', 'refused').execute()).toEqual([])
  })
})

describe('admin reset-second-factor', () => {
  test('removes app, passkeys and recovery codes, and ends the sessions', async () => {
    const { id } = await platform.db
      .insertInto('account')
      .values({ username: 'phoneless', type: 1, password_hash: '', language: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await platform.db.insertInto('totp').values({ account_id: id, secret: 's1.AAAA', last_step: 1 }).execute()
    await platform.db
      .insertInto('passkey')
      .values({ account_id: id, name: 'laptop', credential_id: 'AAAA', public_key: Buffer.alloc(8), counter: 0, transports: [], host: 'localhost' })
      .execute()
    await platform.db
      .insertInto('recovery_code')
      .values({ account_id: id, code_hash: Buffer.alloc(32) })
      .execute()
    await platform.db
      .insertInto('session')
      .values({
        secret_hash: Buffer.alloc(32, 7),
        token_hash: Buffer.alloc(32, 8),
        account_id: id,
        address: '',
        agent: '',
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    lines = []
    expect(await run('admin', 'reset-second-factor', 'Phoneless')).toBe(0)
    expect(lines).toEqual(['Two-factor methods of phoneless removed: 2. Sessions ended: 1.'])
    for (const table of ['totp', 'passkey', 'recovery_code', 'session'] as const)
      expect(await platform.db.selectFrom(table).select('account_id').where('account_id', '=', id).execute(), table).toEqual([])
    expect(await lastAudit()).toMatchObject({ action: 'factor.reset' })
    await expect(run('admin', 'reset-second-factor', 'nobody')).rejects.toThrow('Account not found: nobody')
  })
})

describe('login-rules', () => {
  test.each(['always', 'never', 'after-failures'] as const)('captcha %s is what the next sign-in form asks for', async (value) => {
    expect(await run('login-rules', 'set', 'captcha', value)).toBe(0)
    expect((await readLoginRules(platform.db)).captcha).toBe(value)
    expect((await platform.call(session.form, {}, null)).data.captcha).toBe(value === 'always')
    expect(await lastAudit()).toMatchObject({ action: 'login_rules.update', after: expect.stringContaining(value) as string })
  })

  test('reset brings the defaults back and lifts locks', async () => {
    await run('login-rules', 'set', 'captcha', 'never')
    await platform.db
      .insertInto('sign_in_failure')
      .values({ subject: 'name:locked', failures: 5, window_started_at: new Date(), locked_until: new Date(Date.now() + 900_000) })
      .execute()
    lines = []
    expect(await run('login-rules', 'reset')).toBe(0)
    expect(lines[0]).toContain('Locks removed: 1.')
    expect((await readLoginRules(platform.db)).captcha).toBe('always')
    expect(await lastAudit()).toMatchObject({ action: 'login_rules.reset' })
  })

  test.each([
    ['second-factor-roles', 'super', { secondFactorRoles: [0] }],
    ['second-factor-roles', 'none', { secondFactorRoles: [] }],
    ['administrator-networks', '192.0.2.0/24, 2001:db8::/32', { administratorNetworks: ['192.0.2.0/24', '2001:db8::/32'] }],
    ['administrator-networks', 'any', { administratorNetworks: [] }],
    ['passkey-hosts', 'Console.Example', { passkeyHosts: ['console.example'] }],
    ['passkey-hosts', 'any', { passkeyHosts: [] }],
  ])('%s may be %s', async (rule, value, expected) => {
    expect(await run('login-rules', 'set', rule, value)).toBe(0)
    expect(await readLoginRules(platform.db)).toMatchObject(expected)
  })

  test.each([
    [['captcha', 'sometimes']],
    [['speed', 'fast']],
    [['captcha']],
    [['second-factor-roles', 'no such role']],
    [['administrator-networks', '10.0.0.0/33']],
    [['passkey-hosts', 'https://console.example']],
  ])('refuses %j and changes nothing', async (words) => {
    const before = await readLoginRules(platform.db)
    await expect(run('login-rules', 'set', ...words)).rejects.toBeInstanceOf(UsageProblem)
    expect(await readLoginRules(platform.db)).toEqual(before)
  })
})

describe('zone check', () => {
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  test('a sound file ends with 0', async () => {
    const path = file('good.example.zone', '@ 3600 IN SOA ns hostmaster 1 2 3 4 5\n@ IN NS ns\nns IN A 192.0.2.1\nwww 60 IN CNAME ns\n')
    expect(await run('zone', 'check', path)).toBe(0)
    expect(lines).toEqual(['good.example: 2 records, 0 errors, 0 warnings'])
  })

  test('every refused line is named, unreadable ones and those that cannot stand together alike, and the exit code is 1', async () => {
    const path = file(
      'bad.zone',
      '$ORIGIN bad.example.\n$TTL 60\nwww IN A 999.0.2.1\n@ IN MX 10 mail\n$INCLUDE /etc/passwd\nodd.example.net. IN A 192.0.2.1\nftp IN CNAME www\nftp IN A 192.0.2.2\n',
    )
    expect(await run('zone', 'check', path)).toBe(1)
    const numbers = lines.slice(0, -1).map((line) => Number(line.slice(path.length + 1).split(':')[0]))
    expect(numbers).toEqual([3, 5, 6, 7, 8])
    expect(lines[0]).toMatch(/:3: Invalid IPv4 address/)
    expect(lines.at(-1)).toBe('bad.example: 3 records, 5 errors, 0 warnings')
  })

  test('a warning is named as one and refuses nothing', async () => {
    expect(await run('zone', 'check', file('warned.example.zone', 'inside 60 IN A 10.0.0.1\n'))).toBe(0)
    expect(lines[0]).toMatch(/:1: warning: 10\.0\.0\.1 is a private/)
    expect(lines.at(-1)).toBe('warned.example: 1 record, 0 errors, 1 warning')
  })

  test('--origin wins, and a file that names no zone needs it', async () => {
    const path = file('zone', 'www IN A 192.0.2.1\n')
    await expect(run('zone', 'check', path)).rejects.toThrow('--origin')
    expect(await run('zone', 'check', path, '--origin', 'Given.Example.')).toBe(0)
    expect(lines).toEqual(['given.example: 1 record, 0 errors, 0 warnings'])
    await expect(run('zone', 'check', path, '--origin', 'not a name')).rejects.toBeInstanceOf(UsageProblem)
  })

  test('a file that is not there is named', async () => {
    await expect(run('zone', 'check', join(folder, 'absent'))).rejects.toThrow('file not found')
    await expect(run('zone', 'check', folder)).rejects.toThrow('is a folder')
  })
})

describe('the command line', () => {
  test.each([[[]], [['help']], [['--help']]])('%j shows every command', async (words) => {
    expect(await run(...words)).toBe(0)
    expect(lines.join('\n')).toBe(usageText)
  })

  test.each([[['admin']], [['nothing', 'here']], [['admin', 'reset-password']], [['zone', 'check']]])('%j is refused with its usage', async (words) => {
    await expect(run(...words)).rejects.toThrow('npm run cli --')
    await expect(run(...words)).rejects.toBeInstanceOf(UsageProblem)
  })

  test('a folder without a platform is left as it is', async () => {
    const absent = join(folder, 'no-platform')
    await expect(runCommandLine(['login-rules', 'reset'], { variables: { NAMEPLANE_DATA: absent }, print: () => {} })).rejects.toThrow('No platform in')
    await expect(runCommandLine(['zone', 'check', absent], { variables: {}, print: () => {} })).rejects.toBeInstanceOf(OperatorProblem)
  })
})
