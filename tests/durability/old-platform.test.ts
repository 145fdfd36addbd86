import type { Browser } from 'playwright-core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preference } from '@nameplane/contract/account/preference'
import { savedFilter } from '@nameplane/contract/account/saved-filter'
import { session } from '@nameplane/contract/account/session'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { backup } from '@nameplane/contract/system/backup'
import { setting } from '@nameplane/contract/system/setting'
import { email } from '@nameplane/contract/system/email'
import { job } from '@nameplane/contract/system/job'
import { fillSignIn, newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import { ask, valuesOf } from '../support/dns-client.ts'
import { startFakeEmailServer, type FakeEmailServer } from '../support/fake-email-server.ts'
import { isOldSchema, oldBackup, holdStill, typed, unpackOldDataFolder } from '../support/old-platform.ts'
import { startPlatform, type Caller, type RunningPlatform } from '../support/platform.ts'
import { codeOf } from '../support/sign-in-ways.ts'

/*
 * What an earlier release has stored opens here: its data folder as it was, and its backup in an empty one. tests/fixtures/readme.md
 * says how both were made. Whoever renames a stored thing without a migration finds it here.
 */

/** RFC 1035 §4.1.1. */
const refused = 5

/** What the command line says before the platform was started once. */
let beforeTheStart = ''

/** Nothing of a first start: all that there is comes out of the fixture. */
const asItWas = { password: 'printed', captcha: null } as const
const ways = {
  'data folder': () =>
    startPlatform({
      ...asItWas,
      prepare: async ({ NAMEPLANE_DATA: folder }, cli) => {
        unpackOldDataFolder(folder!)
        beforeTheStart = await cli('audit', 'verify').catch(String)
        await holdStill(folder!)
      },
    }),
  backup: () =>
    startPlatform({
      ...asItWas,
      variables: { NAMEPLANE_BACKUP_PASSPHRASE: typed.backupPassphrase },
      prepare: (_, cli) => cli('restore', oldBackup, '--accept-maker', 'the old platform'),
    }),
} as const

/** A backup opens in the schema that it was made in; from the next migration on only the data folder does. */
const openable: (keyof typeof ways)[] = isOldSchema() ? ['data folder', 'backup'] : ['data folder']

let platform: RunningPlatform
let fakeEmail: FakeEmailServer

beforeAll(async () => {
  fakeEmail = await startFakeEmailServer(typed.emailServer)
})
afterAll(() => fakeEmail.close())

/** Signs in with the password and, where one is asked for, a second factor. */
async function signIn({ username, password }: { username: string; password: string }, second?: { method: 'totp' | 'recovery'; code: string }): Promise<Caller> {
  const send = async (path: string, input: object) => {
    const answer = await fetch(`${platform.url}api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
    const body = (await answer.json()) as { token?: string; second?: { ticket: string }; problem?: string }
    return { ...body, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }
  const first = await send(session.login.path, { username, password })
  const { token, cookie, problem } = first.second && second ? await send(session.second.path, { ticket: first.second.ticket, ...second }) : first
  if (token === undefined) throw new Error(problem ?? 'a second factor is asked for')
  return { token, cookie }
}
const signInAsEditor = () => signIn(typed.editor, { method: 'totp', code: codeOf(typed.editor.totpSecret) })
const domainsOf = async (input: object, caller?: Caller) =>
  (await platform.call(domain.list, { limit: 100, ...input }, caller)).data.list.map((row) => row.domain).toSorted()
const moveEmailServer = () =>
  platform.db
    .updateTable('system_config')
    .set({ param_value: sql`param_value || jsonb_build_object('port', ${fakeEmail.port}::int)` })
    .where('param_key', '=', 'EMAIL_CONFIG')
    .execute()

describe.each(openable)('of the %s of an earlier release', (way) => {
  beforeAll(async () => {
    platform = await ways[way]()
  })
  afterAll(() => platform.stop())

  test('who had an account signs in, by password, authenticator app and recovery code', async () => {
    expect(await signIn(typed.admin)).toHaveProperty('token')
    await expect(signIn({ ...typed.admin, password: typed.admin.earlierPassword })).rejects.toThrow('login_refused')
    await expect(signIn(typed.editor)).rejects.toThrow('a second factor is asked for')
    expect(await signInAsEditor()).toHaveProperty('token')
    expect(await signIn(typed.editor, { method: 'recovery', code: typed.editor.recoveryCodes[0] })).toHaveProperty('token')
    await expect(signIn(typed.editor, { method: 'recovery', code: typed.editor.recoveryCodes[0] })).rejects.toThrow('second_factor_wrong')
  })

  test('a role grants what it did, within its service group, and an API key its own', async () => {
    const [editor, key] = [await signIn(typed.editor, { method: 'recovery', code: typed.editor.recoveryCodes[1] }), { authorization: `Bearer ${typed.apiKey}` }]
    expect(await domainsOf({}, editor)).toEqual(typed.editor.domains)
    const [own] = (await platform.call(domain.list, { search: 'orchid-parked.example' }, editor)).data.list
    await platform.call(
      record.apply,
      { domainId: own!.id, changes: [{ op: 'add', record: { host: 'still', type: 'A', value: '192.0.2.9', line: 'default', ttl: 60 } }] },
      editor,
    )
    await expect.poll(() => valuesOf(platform.dnsPort, 'still.orchid-parked.example', 'A')).toEqual(['192.0.2.9'])
    const [foreign] = (await platform.call(domain.list, { search: 'bamboo-books.example' })).data.list
    await expect(platform.call(domain.detail, { id: foreign!.id }, editor)).rejects.toThrow('domain_missing')
    await expect(platform.call(domain.save, { domain: 'new.example' }, editor)).rejects.toThrow('right_missing')
    await expect(platform.call(setting.list, {}, editor)).rejects.toThrow('right_missing')
    // The one in the recycle bin may have come back meanwhile.
    expect((await domainsOf({}, key)).filter((name) => name !== 'tea-harbor.example')).toHaveLength(37)
    await expect(platform.call(record.list, { domainId: own!.id }, key)).rejects.toThrow('right_missing')
  })

  test('domains are answered, and one comes back from the recycle bin', async () => {
    expect(await valuesOf(platform.dnsPort, 'bamboo-books.example', 'A')).toEqual(['203.0.113.7'])
    expect((await ask(platform.dnsPort, 'tea-harbor.example', 'A')).rcode).toBe(refused)
    const [recycled] = (await platform.call(domain.list, { recycled: true, search: 'tea-harbor.example' })).data.list
    await platform.call(domain.restore, { ids: [recycled!.id] })
    await expect.poll(async () => (await ask(platform.dnsPort, 'tea-harbor.example', 'A')).rcode).toBe(0)
  })

  test('saved filters and kept tables are there', async () => {
    const admin = await signIn(typed.admin)
    const { list } = (await platform.call(savedFilter.list, { screen: '/dns/domain/list' }, admin)).data
    expect(list.map(({ name, filters }) => [name, filters])).toEqual([
      ['of the group', { search: 'example', serviceGroupId: '2' }],
      ['paused, newest first', { status: '0', sidx: 'createTime', order: 'desc' }],
    ])
    expect((await platform.call(preference.table, {}, admin)).data).toMatchObject({
      size: 'small',
      columns: { 'job-run': { message: false, params: true } },
      order: { 'job-run': ['jobName', 'createTime', 'state'] },
    })
  })

  test('the audit trail is whole and goes on', async () => {
    const [, entries] = /^Intact: (\d+) entries$/m.exec(await platform.cli('audit', 'verify')) ?? []
    expect(Number(entries)).toBeGreaterThan(169)
  })

  test('every secret opens under the name of its place', async () => {
    const told = await platform.cli('secrets', 'rotate')
    expect(told).not.toContain('cannot be decrypted')
    // Two for what has two sealed columns.
    const inBackups = [
      'totp: 1',
      'system_config: 4',
      'acme_account: 1',
      'acme_account: 1',
      'identity_verification: 1',
      'identity_verification: 1',
      'system_config_version: 5',
    ]
    const held = way === 'backup' ? inBackups : [...inBackups, 'letter: 1', 'mail_token: 1', 'mail_token: 1']
    expect(told.match(/^\w+: \d+(?= re-encrypted$)/gm)?.toSorted()).toEqual(held.toSorted())
  })

  test('the mail server takes the password that is stored', async () => {
    await moveEmailServer()
    const paramValue = JSON.parse((await platform.call(setting.ofKey, { key: 'EMAIL_CONFIG' })).config.paramValue) as Record<string, unknown>
    expect(paramValue).toMatchObject({ password: '******' })
    expect((await platform.call(setting.test, { paramKey: 'EMAIL_CONFIG', paramValue, target: 'ada@example.org' })).data).toMatchObject({ isPassed: true })
    expect((await fakeEmail.next()).to).toEqual(['ada@example.org'])
  })
})

describe('of the data folder of an earlier release, which holds more than backups do,', () => {
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    platform = await ways['data folder']()
    // Backups are files beside the fixture: of the three lists below, theirs alone would be empty.
    await platform.call(backup.save, { parts: ['settings'], passphrase: typed.backupPassphrase })
    browser = await openBrowser()
    visitor = await newVisitor(browser, platform, { language: 'en' })
    await visitor.open('/login')
    await fillSignIn(visitor.page, typed.admin.username, typed.admin.password)
    await visitor.page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await platform.stop()
  })
  // Without a table, what the page says instead: a failure then names its cause.
  const heads = async () => {
    const found = (await visitor.page.getByRole('columnheader').allTextContents()).map((text) => text.trim()).filter((text) => text !== '')
    return found.length > 0 ? found : [await visitor.page.locator('body').innerText()]
  }

  test('the command line says what to do before the first start', () => {
    expect(beforeTheStart).toContain('The database is from an older version. Start the platform once with npm start.')
  })

  test('a letter that waited says what it was to say', async () => {
    await moveEmailServer()
    const waiting = async () => (await platform.call(email.list, { scenario: 'message_notice' })).data.list
    await platform.call(email.retry, { ids: (await waiting()).map(({ id }) => id) })
    await expect.poll(waiting).toMatchObject([{ state: 'sent', failure: null }])
    const letter = await fakeEmail.next()
    expect(letter.to).toEqual(['user@example.org'])
    expect(letter.text).toContain('The console rests from two to three.')
  })

  test('a job keeps its time and its parameters, and runs', async () => {
    const { list } = (await platform.call(job.list, { handler: 'query_rollup_delete_old' })).data
    expect(list).toMatchObject([{ cron: '29 4 * * *', timeZone: 'Asia/Shanghai', params: { keepDays: 400 } }])
    const { runId } = (await platform.call(job.run, { id: list[0]!.id })).data
    await expect.poll(async () => (await platform.call(job.logInfo, { id: runId })).data).toMatchObject({ state: 'succeeded', params: { keepDays: 400 } })
  })

  test('the console finds by a saved filter what it was saved for', async () => {
    const { page } = visitor
    await visitor.open('/dns/domain/list')
    await page.getByRole('button', { name: /^Saved filters.*$/ }).click()
    await page.getByRole('button', { name: 'paused, newest first', exact: true }).click()
    const names = () =>
      page
        .getByRole('row')
        .getByRole('link')
        .filter({ hasText: /^[a-z-]+\.example$/ })
        .allTextContents()
    await expect.poll(async () => (await names()).toSorted()).toEqual(['night-circuit.example', 'silk-garden.example'])
  })

  test.each([
    ['/system/schedule/log', ['Job', 'Time', 'Result'], ['Parameters'], ['Notes']],
    ['/system/config/email/letters', [], ['Server response'], ['Reason']],
    ['/system/config/backup', [], ['Version'], []],
  ])('the console shows the columns of %s that were chosen, in their order', async (path, first, shown, hidden) => {
    await visitor.open(path)
    // A list without rows has no heads, but for the moment in which it is asked for.
    await visitor.quiet()
    await expect.poll(heads).toEqual(expect.arrayContaining(shown))
    const now = await heads()
    expect(now.slice(0, first.length)).toEqual(first)
    expect(now.filter((head) => (hidden as readonly string[]).includes(head))).toEqual([])
  })
})
