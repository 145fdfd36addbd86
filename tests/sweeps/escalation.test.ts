import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { apiToken } from '@nameplane/contract/account/api-token'
import { role, type DataScope } from '@nameplane/contract/account/role'
import { session } from '@nameplane/contract/account/session'
import { rightsOpening } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { rights, rightsOpeningAll, type Right } from '@nameplane/contract/rights'
import { secretMask } from '@nameplane/contract/secret-mask'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { hashPassword } from '../../server/src/features/account/session/password.ts'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import { administratorWith } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { outcomeOf } from '../support/records.ts'
import { backUpTo, freshPlatform, passphrase } from '../support/backups.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Nobody becomes more than they are. An administrator with one right, as far as it can reach and as near, tries each call that it
 * opens on a super administrator: account, sessions, keys, and the role that holds everything.
 */

let platform: TestApp
let folder: string
/** A backup of a platform of somebody else. */
let foreign: string
/** What calls work on beside super administrators. */
let world: FixtureWorld

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nameplane-escalation-'))
  foreign = join(folder, 'foreign.npb')
  const elsewhere = await freshPlatform()
  await backUpTo(elsewhere.db, foreign)
  await elsewhere.close()
  // From here on the keys are those of the platform.
  platform = await createTestApp()
  world = await makeFixtureWorld(platform)
}, 60_000)
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

let supers = 0
/** A super administrator with a session and a key, and a role that holds everything. */
async function makeSuper(): Promise<{ id: number; sessionId: number; tokenId: number; roleId: number }> {
  const name = `super-${(supers += 1)}`
  const { db } = platform
  const [account, all] = [
    db.insertInto('account').values({ username: name, type: 1, is_super: true, password_hash: 'of theirs', email: `${name}@example.net`, language: null }),
    db.insertInto('role').values({ name: `all of ${name}`, rights: [...rights] }),
  ]
  const { id } = await account.returning('id').executeTakeFirstOrThrow()
  const { id: roleId } = await all.returning('id').executeTakeFirstOrThrow()
  await db.insertInto('account_role').values({ account_id: id, role_id: roleId }).execute()
  const hour = new Date(Date.now() + 3_600_000)
  const { id: sessionId } = await db
    .insertInto('session')
    .values({ secret_hash: sha256(`secret of ${name}`), token_hash: sha256(name), account_id: id, address: '127.0.0.1', agent: '', expires_at: hour })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: tokenId } = await db
    .insertInto('api_token')
    .values({ account_id: id, name: `of ${name}`, token_hash: sha256(`key of ${name}`), scopes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sessionId, tokenId, roleId }
}

/** Whatever makes somebody more than they are: super administrators and what they sign in with, who has which role, what roles hold. */
async function crown(ofSuper: { id: number; roleId: number }, callerId: number): Promise<unknown> {
  const { db } = platform
  return {
    supers: await db
      .selectFrom('account')
      .select(['id', 'username', 'status', 'email', 'mobile', 'password_hash'])
      .where('is_super', '=', true)
      .orderBy('id')
      .execute(),
    sessions: await db.selectFrom('session').select(['id', 'account_id', 'secret_hash']).where('account_id', '=', ofSuper.id).execute(),
    keys: await db.selectFrom('api_token').select(['id', 'token_hash', 'scopes', 'networks']).where('account_id', '=', ofSuper.id).execute(),
    roles: await db.selectFrom('account_role').selectAll().where('account_id', 'in', [ofSuper.id, callerId]).orderBy('role_id').execute(),
    held: await db
      .selectFrom('role')
      .innerJoin('account_role', 'account_role.role_id', 'role.id')
      .select(['role.id', 'role.rights', 'role.data_scope'])
      .where('account_role.account_id', 'in', [ofSuper.id, callerId])
      .orderBy('role.id')
      .execute(),
    mail: await db.selectFrom('system_config').select('param_value').where('param_key', '=', emailServer.key).execute(),
    makers: await db.selectFrom('backup_maker').select('fingerprint').where('accepted_by', '<>', '').where('name', 'not like', 'maker of %').execute(),
  }
}

/** The world, but its every account, key and role is the super administrator's; and which of them a call named. */
function aimedAt({ id, tokenId, roleId }: Awaited<ReturnType<typeof makeSuper>>) {
  const aims = { adminId: id, userId: id, memberId: id, otherAdministratorId: id, payerId: id, apiTokenId: tokenId, roleId }
  const named = new Set<string>()
  const watched = new Proxy(
    { ...world, ...aims },
    {
      get(target, member) {
        if (Object.hasOwn(aims, member)) named.add(String(member))
        return Reflect.get(target, member) as unknown
      },
    },
  )
  return { watched, named }
}

const scopes: readonly DataScope[] = ['all', 'own']
const ending = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint })).filter(({ endpoint }) => endpoint.answers !== 'stream')
const cases = scopes.flatMap((dataScope) => rights.map((right) => ({ right, dataScope })))

describe('a super administrator', () => {
  test.each(cases)('stays as they are whatever $right alone, reaching $dataScope, tries', async ({ right, dataScope }) => {
    const open = ending.filter(({ endpoint }) => rightsOpening(endpoint).includes(right))
    const theirs = await makeSuper()
    const caller = await administratorWith(platform, [right], { dataScope })
    const before = await crown(theirs, caller.accountId)
    for (const { name, endpoint } of open) {
      const { watched, named } = aimedAt(theirs)
      const input = validCalls[name]?.(watched) ?? plainValue(inputSchemaOf(endpoint))
      if (named.size === 0 || endpoint.effect === 'read') continue
      await rawCall(platform.app, endpoint, input, { token: caller.token })
      expect(await crown(theirs, caller.accountId), name).toEqual(before)
    }
  })

  test('is aimed at by calls of several nouns', async () => {
    const theirs = await makeSuper()
    const names = ending.filter(({ name, endpoint }) => {
      const { watched, named } = aimedAt(theirs)
      validCalls[name]?.(watched)
      return named.size > 0 && endpoint.effect !== 'read'
    })
    const wanted = ['admin.update', 'admin.status', 'admin.delete', 'admin.password', 'apiToken.delete', 'apiToken.update', 'role.update', 'role.addMembers']
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([...wanted, 'session.endOf', 'user.impersonate', 'user.status']))
  })

  test.each(scopes)('keeps keys and sessions from whoever ends those of others, reaching %s', async (dataScope) => {
    const theirs = await makeSuper()
    const { token, accountId } = await administratorWith(platform, ['api_token.delete', 'session.write'], { dataScope })
    const refusals = async () => [
      await outcomeOf(platform.call(apiToken.delete, { ids: String(theirs.tokenId) }, token)),
      await outcomeOf(platform.call(session.endOf, { userId: theirs.id }, token)),
    ]
    const beyond = ['beyond_own_rights', 'beyond_own_rights']
    expect(await refusals()).toEqual(dataScope === 'all' ? beyond : ['api_token_missing', 'account_missing'])
    // Whoever has added an account reaches it: that is no right over what it has become.
    await platform.db.updateTable('account').set({ created_by: accountId }).where('id', '=', theirs.id).execute()
    expect(await refusals()).toEqual(beyond)
  })

  test('keeps them from an administrator with the same right over less, who may end those of an equal', async () => {
    const call = (token: string, userId: number) => outcomeOf(platform.call(session.endOf, { userId }, token))
    const [one, equal, more] = [
      await administratorWith(platform, ['session.write', 'domain.read']),
      await administratorWith(platform, ['session.write']),
      await administratorWith(platform, ['session.write', 'domain.write']),
    ]
    expect([await call(one.token, equal.accountId), await call(one.token, more.accountId)]).toEqual(['done', 'beyond_own_rights'])
  })
})

describe('a right that leads to all others', () => {
  const opening = [...rightsOpeningAll]
  const everything = async (): Promise<string> => (await administratorWith(platform, rights)).token
  const refusalsOfGiving = async (right: Right, token: string) => {
    const { data } = await platform.call(role.save, { name: `opens ${right} ${(supers += 1)}`, rights: [right], dataScope: 'all' })
    const { accountId } = await administratorWith(platform, [])
    const rest = { password: 'tulip-Ferry-29-moss', passwordAgain: 'tulip-Ferry-29-moss', username: `given-${(supers += 1)}` }
    return [
      await outcomeOf(platform.call(role.save, { name: `again ${right} ${(supers += 1)}`, rights: [right], dataScope: 'all' }, token)),
      await outcomeOf(platform.call(role.copy, { id: data.id, name: `copy ${right} ${(supers += 1)}` }, token)),
      await outcomeOf(platform.call(role.addMembers, { id: data.id, accountIds: [accountId] }, token)),
      await outcomeOf(platform.call(admin.save, { ...rest, roleIds: [data.id] }, token)),
    ]
  }

  test('is that over mail, SMS, WeChat and sign-in, over backups and their key, and over roles', () => {
    const ofSettings = ['config_backup.write', 'config_email.write', 'config_login.write', 'config_sms.write', 'config_wechat.write']
    expect(opening.toSorted()).toEqual(['backup.write', ...ofSettings, 'role.write'])
  })

  test.each(opening)('%s is given by nobody but who holds all rights', async (right) => {
    const most = rights.filter((one) => one !== 'licence.write')
    const refused = 'role_opens_all'
    expect(await refusalsOfGiving(right, (await administratorWith(platform, most)).token)).toEqual([refused, refused, refused, refused])
    expect(await refusalsOfGiving(right, (await administratorWith(platform, rights, { dataScope: 'own' })).token)).not.toContain('done')
    expect(await refusalsOfGiving(right, await everything())).toEqual(['done', 'done', 'done', 'done'])
  })
})

describe('whoever may write', () => {
  let listener: Server
  let connections = 0
  beforeAll(async () => {
    listener = createServer((socket) => {
      connections += 1
      socket.end()
    })
    await new Promise<void>((listening) => void listener.listen(0, '127.0.0.1', listening))
  })
  afterEach(() => void (connections = 0))
  afterAll(() => void listener.close())

  const ours = { host: 'smtp.example.net', port: 465, username: 'platform@example.net', password: 'of the mail server' }
  const mail = async () => (await platform.call(setting.ofKey, { key: emailServer.key })).config

  test('settings learns no password by testing it elsewhere, nor by saving it there', async () => {
    await platform.call(setting.update, { id: (await mail()).id, paramValue: ours })
    const { token } = await administratorWith(platform, ['config_email.write'])
    const elsewhere = { ...ours, host: '127.0.0.1', port: (listener.address() as AddressInfo).port, password: secretMask }
    const target = 'thief@example.net'
    expect(await outcomeOf(platform.call(setting.test, { paramKey: emailServer.key, paramValue: elsewhere, target }, token))).toBe('config_secret_elsewhere')
    expect(await outcomeOf(platform.call(setting.update, { id: (await mail()).id, paramValue: elsewhere }, token))).toBe('config_secret_elsewhere')
    expect(connections).toBe(0)
  })

  test('backups brings in no accounts of another platform', async () => {
    const name = 'nameplane_20260310T120000Z_0123abcd.npb'
    const backups = join(platform.dataFolder, 'backups')
    mkdirSync(backups, { recursive: true })
    copyFileSync(foreign, join(backups, name))
    const { token, accountId } = await administratorWith(platform, ['backup.write'])
    const password = 'tulip-Ferry-29-moss'
    await platform.db
      .updateTable('account')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', accountId)
      .execute()
    const { data } = await platform.call(backup.import, { name, passphrase, dryRun: true }, token)
    const acceptance = { makerName: 'mine', makerFingerprint: data.facts.maker.fingerprint }
    for (const accepted of [{}, acceptance])
      expect(await outcomeOf(platform.call(backup.import, { name, passphrase, dryRun: false, password, ...accepted }, token))).toBe('backup_maker_unknown')
    expect(await platform.db.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()).toBeDefined()
  })
})
