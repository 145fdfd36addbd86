import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { domain } from '@nameplane/contract/dns/domain'
import { dynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { record } from '@nameplane/contract/dns/record'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { mostUses } from './dynamic-update.ts'

let test: TestApp
let clock = new Date('2026-03-02T10:00:00Z')
const later = (seconds: number): void => void (clock = new Date(clock.getTime() + seconds * 1000))
beforeAll(async () => void (test = await createTestApp({ now: () => clock })))
afterAll(() => test.close())

type Sent = { hostname?: string; myip?: string; myipv6?: string }
let clients = 0
/** A request from an address of its own, so that none is held up by another test. */
async function update(secret: string | null, sent: Sent, remoteAddress = `198.51.100.${(clients += 1) % 250}`) {
  const answer = await test.app.inject({
    method: 'GET',
    url: `/nic/update?${new URLSearchParams(sent as Record<string, string>).toString()}`,
    remoteAddress,
    headers: secret === null ? {} : { authorization: `Basic ${Buffer.from(`anything:${secret}`).toString('base64')}`, 'user-agent': 'ddclient/3.11' },
  })
  return { status: answer.statusCode, text: answer.body.trim(), headers: answer.headers }
}
const say = async (secret: string | null, sent: Sent, from?: string): Promise<string> => (await update(secret, sent, from)).text

const create = async (domainId: number, host = 'home', more: { line?: string; token?: string } = {}) =>
  (await test.call(dynamicHost.save, { domainId, host, ...(more.line ? { line: more.line } : {}) }, more.token)).data
const listOf = async (domainId: number) => (await test.call(dynamicHost.list, { domainId })).data.list

async function home(...more: string[]): Promise<{ one: TestDomain; secret: string; id: number; hostname: string }> {
  const one = await newTestDomain(test)
  await one.add('home A 192.0.2.1', ...more)
  return { one, ...(await create(one.id)) }
}

describe('a credential', () => {
  it('is shown once, kept as a hash, and stands for one host', async () => {
    const { one, id, secret, hostname } = await home()
    expect(secret).toMatch(/^npd_[\w-]{43}$/)
    expect(hostname).toBe(`home.${one.name}`)
    expect(await listOf(one.id)).toEqual([
      {
        id,
        domainId: one.id,
        host: 'home',
        line: 'default',
        addresses: ['192.0.2.1'],
        username: 'admin',
        createTime: expect.any(String),
        lastUseTime: null,
        lastUseAddress: '',
      },
    ])
    const [row] = await test.db.selectFrom('dynamic_host').selectAll().where('id', '=', id).execute()
    expect(JSON.stringify(row)).not.toContain(secret)
    const entries = await test.db.selectFrom('audit_entry').select(['action', 'after']).where('target_id', '=', one.id).where('action', '=', 'dynamic_host.create').execute() // oxfmt-ignore
    expect(entries).toEqual([{ action: 'dynamic_host.create', after: { id, host: 'home', line: 'default' } }])
  })

  it('is for a host that has an address there, and one of each', async () => {
    const { one } = await home('text TXT "x"', '*.any A 192.0.2.1')
    const refused = async (host: string, line?: string) => (await refusalOf(create(one.id, host, line ? { line } : {}))).problem
    expect(await refused('home')).toBe('dynamic_host_exists')
    expect(await refused('text')).toBe('dynamic_host_without_address')
    expect(await refused('none')).toBe('dynamic_host_without_address')
    expect(await refused('home', 'telecom')).toBe('dynamic_host_without_address')
    expect(await refused('*.any')).toBe('dynamic_host_wildcard')
    await one.apply([adding('home A 192.0.2.2', { line: 'telecom' })])
    await create(one.id, 'HOME', { line: 'telecom' })
    expect((await listOf(one.id)).map(({ host, line }) => [host, line])).toEqual([
      ['home', 'default'],
      ['home', 'telecom'],
    ])
  })

  it('is revoked, and can be created again', async () => {
    const { one, id, secret, hostname } = await home()
    await test.call(dynamicHost.delete, { ids: [id] })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('badauth')
    expect(await listOf(one.id)).toEqual([])
    expect(await refusalOf(test.call(dynamicHost.delete, { ids: [id] }))).toMatchObject({ problem: 'dynamic_host_missing' })
    await create(one.id)
  })

  it('gets a new secret, and stands in the name of who has renewed it', async () => {
    const { one, id, secret, hostname } = await home()
    const other = await administratorWith(test, ['dynamic_host.write', 'record.write'], { dataScope: 'all' })
    const renewed = (await test.call(dynamicHost.renew, { id }, other.token)).data
    expect(renewed).toEqual({ id, hostname, secret: expect.stringMatching(/^npd_[\w-]{43}$/) })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('badauth')
    expect(await say(renewed.secret, { hostname, myip: '192.0.2.9' })).toBe('good 192.0.2.9')
    expect(await listOf(one.id)).toMatchObject([{ id, username: other.username, addresses: ['192.0.2.9'] }])
    expect(await refusalOf(test.call(dynamicHost.renew, { id: 999_999 }))).toMatchObject({ problem: 'dynamic_host_missing' })
    for (const rights of [['dynamic_host.read', 'record.write'], ['dynamic_host.write']] as const)
      expect(await refusalOf(test.call(dynamicHost.renew, { id }, await test.tokenWith([...rights])))).toMatchObject({ problem: 'right_missing' })
    const own = await administratorWith(test, ['dynamic_host.write', 'record.write'], { dataScope: 'own' })
    expect(await refusalOf(test.call(dynamicHost.renew, { id }, own.token))).toMatchObject({ problem: 'dynamic_host_missing' })
  })

  it('is found by its host, whatever case or script that was written in', async () => {
    const { one } = await home('xn--fiq228c A 192.0.2.7', '@ A 192.0.2.8')
    expect(await create(one.id, '中文')).toMatchObject({ hostname: `xn--fiq228c.${one.name}` })
    expect(await create(one.id, `${one.name.toUpperCase()}.`)).toMatchObject({ hostname: one.name })
    const found = async (search: string) => (await test.call(dynamicHost.list, { domainId: one.id, search })).data.list.map(({ host }) => host)
    expect([await found('HOM'), await found('xn--'), await found('nothing')]).toEqual([['home'], ['xn--fiq228c'], []])
  })

  it('is created and revoked by whoever has the rights, in domains within reach', async () => {
    const { one, id } = await home()
    const reader = await test.tokenWith(['dynamic_host.read'])
    expect((await test.call(dynamicHost.list, { domainId: one.id }, reader)).data.totalCount).toBe(1)
    expect(await refusalOf(test.call(dynamicHost.delete, { ids: [id] }, reader))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(create(one.id, 'home', { token: reader }))).toMatchObject({ problem: 'right_missing' })
    // Who cannot change records hands nothing on.
    expect(await refusalOf(create(one.id, 'home', { token: await test.tokenWith(['dynamic_host.write']) }))).toMatchObject({ problem: 'right_missing' })
    const own = await administratorWith(test, ['dynamic_host.read', 'dynamic_host.write', 'dynamic_host.delete', 'record.write'], { dataScope: 'own' })
    expect(await refusalOf(test.call(dynamicHost.list, { domainId: one.id }, own.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(create(one.id, 'home', { token: own.token }))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(dynamicHost.delete, { ids: [id] }, own.token))).toMatchObject({ problem: 'dynamic_host_missing' })
    const user = await newUser(test)
    expect(await refusalOf(test.call(dynamicHost.list, { domainId: one.id }, user.token))).toMatchObject({ problem: 'right_missing' })
  })
})

describe('an update', () => {
  it('changes the address, says what it is, and says so when nothing changed', async () => {
    const { one, secret, hostname } = await home('home AAAA 2001:db8::1', 'other A 192.0.2.1')
    expect(await update(secret, { hostname, myip: '192.0.2.9' })).toMatchObject({ status: 200, text: 'good 192.0.2.9' })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('nochg 192.0.2.9')
    expect(await one.records()).toEqual(['home 600 A 192.0.2.9', 'home 600 AAAA 2001:db8::1', 'other 600 A 192.0.2.1'])
    const { list } = (await test.call(record.history, { domainId: one.id })).data
    expect(list[0]).toMatchObject({ action: 'record.dynamic', actor: 'admin', updated: 1, added: 0, deleted: 0 })
    const [entry] = await test.db.selectFrom('audit_entry').select(['actor_name', 'agent']).where('action', '=', 'record.dynamic').where('target_id', '=', one.id).execute() // oxfmt-ignore
    expect(entry).toEqual({ actor_name: 'admin', agent: 'ddclient/3.11' })
  })

  it('takes the address that the request comes from, where it names none', async () => {
    const { one, secret, hostname } = await home()
    expect(await say(secret, { hostname }, '203.0.113.7')).toBe('good 203.0.113.7')
    expect(await say(secret, { hostname }, '2001:db8::7')).toBe('good 2001:db8::7')
    expect(await say(secret, { hostname }, '::ffff:203.0.113.8')).toBe('good 203.0.113.8')
    // A proxy of this machine that is not trusted: its own address is not that of the router.
    for (const proxy of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) expect(await say(secret, { hostname }, proxy)).toBe('dnserr')
    expect(await one.records()).toEqual(['home 600 A 203.0.113.8', 'home 600 AAAA 2001:db8::7'])
    expect((await listOf(one.id))[0]).toMatchObject({ lastUseTime: clock.toISOString(), lastUseAddress: '203.0.113.7' })
  })

  it('may name one of each kind, and gives the host this one address of it', async () => {
    const { one, secret, hostname } = await home('home A 192.0.2.2')
    expect(await say(secret, { hostname, myip: '192.0.2.9,2001:DB8::9' })).toBe('good 192.0.2.9,2001:db8::9')
    expect(await say(secret, { hostname, myip: '192.0.2.9', myipv6: '2001:db8::9' })).toBe('nochg 192.0.2.9,2001:db8::9')
    expect(await one.records()).toEqual(['home 600 A 192.0.2.9', 'home 600 AAAA 2001:db8::9'])
    for (const myip of ['192.0.2.1,192.0.2.2', 'nonsense', '999.1.1.1', 'fe80::1%eth0']) expect(await say(secret, { hostname, myip })).toBe('dnserr')
  })

  it('keeps what a record has beside its address, and is of its line alone', async () => {
    const one = await newTestDomain(test)
    await one.apply([adding('@ A 192.0.2.1', { ttl: 60, remark: 'router' }), adding('@ A 192.0.2.2', { line: 'telecom' })])
    const { secret, hostname } = await create(one.id, '@', { line: 'telecom' })
    expect(hostname).toBe(one.name)
    expect(await say(secret, { hostname: `${hostname.toUpperCase()}.`, myip: '10.0.0.9' })).toBe('good 10.0.0.9')
    expect(await one.records()).toEqual(['@ 60 A 192.0.2.1 router', '@ 600 A 10.0.0.9 @telecom'])
    const { secret: other } = await create(one.id, '@')
    expect(await say(other, { hostname, myip: '192.0.2.3' })).toBe('good 192.0.2.3')
    expect(await one.records()).toEqual(['@ 60 A 192.0.2.3 router', '@ 600 A 10.0.0.9 @telecom'])
  })

  it('is of the host of the credential: each name has its line', async () => {
    const { one, secret, hostname } = await home('other A 192.0.2.1')
    expect(await say(secret, { hostname: `other.${one.name}`, myip: '192.0.2.9' })).toBe('nohost')
    expect(await say(secret, { hostname: `x..y,${hostname}`, myip: '192.0.2.9' })).toBe('nohost\ngood 192.0.2.9')
    expect(await say(secret, { myip: '192.0.2.9' })).toBe('notfqdn')
    expect(await say(secret, { hostname: Array.from({ length: 21 }, () => hostname).join(',') })).toBe('numhost')
    expect(await one.records()).toEqual(['home 600 A 192.0.2.9', 'other 600 A 192.0.2.1'])
  })

  it('of a stranger is refused, whatever is sent', async () => {
    const { hostname } = await home()
    const none = await update(null, { hostname })
    expect(none).toMatchObject({ status: 401, text: 'badauth' })
    expect(none.headers['www-authenticate']).toMatch(/^Basic /)
    for (const secret of ['', 'npd_wrong', 'x'.repeat(200), '\u0000:\u0000']) expect(await say(secret, { hostname })).toBe('badauth')
    for (const authorization of ['Basic', 'Basic !', 'Bearer x', `Basic ${'A'.repeat(5000)}`]) {
      const answer = await test.app.inject({ method: 'GET', url: '/nic/update', headers: { authorization }, remoteAddress: '198.51.100.251' })
      expect([answer.statusCode, answer.body]).toEqual([401, 'badauth\n'])
    }
  })

  it('is refused once its owner may no longer change these records', async () => {
    const { one } = await home()
    const maker = await administratorWith(test, ['dynamic_host.write', 'record.write'], { dataScope: 'all' })
    await one.add('www A 192.0.2.1')
    const { secret, hostname } = await create(one.id, 'www', { token: maker.token })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('good 192.0.2.9')
    await test.db.updateTable('role').set({ rights: ['dynamic_host.write'] }).where('id', 'in', test.db.selectFrom('account_role').select('role_id').where('account_id', '=', maker.accountId)).execute() // oxfmt-ignore
    expect(await say(secret, { hostname, myip: '192.0.2.10' })).toBe('badauth')
    await test.db.updateTable('role').set({ rights: ['record.write'], data_scope: 'own' }).where('id', 'in', test.db.selectFrom('account_role').select('role_id').where('account_id', '=', maker.accountId)).execute() // oxfmt-ignore
    expect(await say(secret, { hostname, myip: '192.0.2.10' })).toBe('nohost')
    await test.call(admin.delete, { ids: [maker.accountId] })
    expect(await say(secret, { hostname, myip: '192.0.2.10' })).toBe('badauth')
    expect((await one.records()).filter((text) => text.startsWith('www'))).toEqual(['www 600 A 192.0.2.9'])
  })

  it('that breaks is told so in the words of the protocol, and can be tried again', async () => {
    const { secret, hostname } = await home()
    await sql`alter table dynamic_host rename to dynamic_host_away`.execute(test.db)
    try {
      expect(await update(secret, { hostname, myip: '192.0.2.9' })).toMatchObject({ status: 200, text: '911' })
    } finally {
      await sql`alter table dynamic_host_away rename to dynamic_host`.execute(test.db)
    }
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('good 192.0.2.9')
  })

  it('of a locked domain is refused, and of one in the recycle bin unknown', async () => {
    const { one, secret, hostname } = await home()
    await test.call(domain.lock, { ids: [one.id], locked: true })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('dnserr')
    await test.call(domain.lock, { ids: [one.id], locked: false })
    await test.call(domain.delete, { ids: [one.id] })
    expect(await say(secret, { hostname, myip: '192.0.2.9' })).toBe('badauth')
    await test.call(domain.purge, { ids: [one.id] })
    expect(await test.db.selectFrom('dynamic_host').select('id').where('domain_id', '=', one.id).execute()).toEqual([])
  })

  it('is counted for each credential, and all requests for each address', async () => {
    const { secret, hostname } = await home()
    for (let use = 0; use < mostUses; use += 1) expect(await say(secret, { hostname, myip: '192.0.2.1' })).toBe('nochg 192.0.2.1')
    expect(await say(secret, { hostname, myip: '192.0.2.1' })).toBe('abuse')
    const { secret: other, hostname: otherName } = await home()
    expect(await say(other, { hostname: otherName, myip: '192.0.2.1' })).toBe('nochg 192.0.2.1')
    later(300)
    expect(await say(secret, { hostname, myip: '192.0.2.1' })).toBe('nochg 192.0.2.1')
    const answers = new Set<string>()
    for (let request = 0; request < 70; request += 1) {
      const { status, text } = await update('wrong', { hostname }, '203.0.113.99')
      answers.add(`${status} ${text}`)
    }
    expect([...answers]).toEqual(['401 badauth', '429 911'])
  })
})
