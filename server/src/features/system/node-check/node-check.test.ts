import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { nodeCheck as calls } from '@nameplane/contract/system/node-check'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newNode } from '../../../../../tests/support/nodes.ts'
import { outcomeOf } from '../../../../../tests/support/records.ts'
import { setEmailServer } from '../../../../../tests/support/fake-email-server.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { unseal } from '../../../secrets/seal.ts'
import { emailPlace } from '../../../secrets/sealed-places.ts'

let test: TestApp
let now = new Date('2026-03-01T09:30:00Z')
let nodeId = 0
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
  await setEmailServer(test.db, { host: '127.0.0.1', port: 1, username: 'platform@example.net', password: 'none' })
  nodeId = await newNode(test, 'ns1-sh', { address: '203.0.113.10', port: 53 })
})
afterAll(() => test.close())
beforeEach(async () => {
  for (const table of ['node_check_result', 'node_check_state', 'letter'] as const) await test.db.deleteFrom(table).execute()
  await set({})
})

const set = (paramValue: Record<string, unknown>) =>
  test.call(setting.save, { paramKey: nodeCheck.key, paramValue: { checkNodePortList: '80|443', checkNodeFrequency: 10, failPercent: 50, ...paramValue } })
const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
const report = async (reporter: string, ...ports: (readonly [port: number, isReachable: boolean])[]) =>
  (
    await test.call(calls.report, {
      reporter,
      results: ports.map(([port, isReachable]) => ({ nodeId, port, isReachable, reason: isReachable ? '' : 'timed out' })),
    })
  ).data
const standing = async () => (await test.call(calls.nodes, {})).data.find((one) => one.nodeId === nodeId)!
const emails = async () =>
  (await test.db.selectFrom('letter').select(['scenario', 'recipient', 'about']).orderBy('id').execute()).map((row) => Object.values(row).join(' '))

describe('the token of node checks', () => {
  it('is shown again as it is, names the address that it is for, and each look is logged', async () => {
    await test.db.deleteFrom('audit_entry').where('action', '=', 'node_check.show_key').execute()
    const first = await test.call(calls.key, {})
    expect(first.token).toMatch(/^np_[A-Za-z0-9_-]{43}$/)
    expect(first.importUrl).toBe('http://localhost:80/api/app/cdn/check/task')
    await setSetting(test.db, platformAddress, { publicUrl: 'https://dns.example' })
    expect((await test.call(calls.key, {})).importUrl).toBe('https://dns.example/api/app/cdn/check/task')
    await setSetting(test.db, platformAddress, { publicUrl: '' })
    expect(await test.call(calls.key, {})).toMatchObject({ token: first.token })
    const looks = await test.db.selectFrom('audit_entry').select('after').where('action', '=', 'node_check.show_key').execute()
    expect(looks.length).toBe(3)
    expect(JSON.stringify(looks)).not.toContain(first.token)
  })

  it('fetches checks and reports, and does nothing else', async () => {
    const { token } = await test.call(calls.key, {})
    expect((await test.call(calls.tasks, {}, token)).data.nodes).toContainEqual({ nodeId, name: 'ns1-sh', address: '203.0.113.10' })
    expect(await outcomeOf(test.call(domain.list, {}, token))).toBe('right_missing')
    expect(await outcomeOf(test.call(calls.key, {}, token))).toBe('right_missing')
  })

  it('is another one after it was renewed, or its API key deleted', async () => {
    const { token } = await test.call(calls.key, {})
    const renewed = await test.call(calls.renewKey, {})
    expect(renewed.token).not.toBe(token)
    expect(await outcomeOf(test.call(calls.tasks, {}, token))).toBe('session_lost')
    const { list } = (await test.call(apiToken.list, { search: 'CDN node check' })).data
    await test.call(apiToken.delete, { ids: list.map((row) => row.id).join(',') })
    expect(await outcomeOf(test.call(calls.tasks, {}, renewed.token))).toBe('session_lost')
    expect((await test.call(calls.key, {})).token).not.toBe(renewed.token)
  })
})

describe('what nodes are told to check', () => {
  it('is what the settings say', async () => {
    await set({ DnsDispatchMode: 'timing', ModeTimingFrequency: 120, checkNodePortList: '80|8181', checkNodeFrequency: 30, failPercent: 70 })
    expect((await test.call(calls.tasks, {})).data).toMatchObject({
      dispatchMode: 'timing',
      timingPeriodSeconds: 120,
      frequencySeconds: 30,
      failPercent: 70,
      nextRoundSeconds: 120,
      ports: [80, 8181],
    })
    await set({ DnsDispatchMode: 'online', ModeTimingFrequency: 120, checkNodeFrequency: 30 })
    expect((await test.call(calls.tasks, {})).data).toMatchObject({ dispatchMode: 'online', nextRoundSeconds: 30 })
  })

  it.each([
    [{ DnsDispatchMode: 'online', checkNodeFrequency: 20 }, /^frequency 20$/m],
    [{ DnsDispatchMode: 'timing', checkNodeFrequency: 20, ModeTimingFrequency: 180 }, /^frequency 180$/m],
    [{ DnsDispatchMode: 'random', checkNodeFrequency: 20 }, /^frequency [123]\d$/m],
  ])('comes to scripts with the pause that %j makes', async (rules, pause) => {
    await set(rules)
    const plan = await test.app.inject({ url: '/api/app/cdn/check/plan', headers: { authorization: `Bearer ${test.adminToken}` } })
    expect(plan.body).toMatch(pause)
  })
})

describe('a node', () => {
  it('is unknown until something is reported, and again once nothing fresh is', async () => {
    expect(await standing()).toMatchObject({ state: 'unknown', failedPercent: null })
    await report('east', [80, true], [443, true])
    expect(await standing()).toMatchObject({ state: 'reachable', failedPercent: 0, reporters: 1 })
    later(31)
    expect(await standing()).toMatchObject({ state: 'unknown', failedPercent: null })
  })

  it.each([
    [{ DnsDispatchMode: 'timing', ModeTimingFrequency: 60 }, 180],
    [{ DnsDispatchMode: 'random', checkNodeFrequency: 20 }, 90],
  ])('is known, with %j, for three rounds: %d seconds', async (rules, seconds) => {
    await set(rules)
    await report('east', [80, true], [443, true])
    later(seconds)
    expect(await standing()).toMatchObject({ state: 'reachable' })
    later(1)
    expect(await standing()).toMatchObject({ state: 'unknown' })
  })

  it.each([
    [50, 'failing'],
    [51, 'reachable'],
  ])('half of whose checks fail is, at a failure rate of %d %%, %s', async (failPercent, state) => {
    await set({ failPercent })
    await report('east', [80, true], [443, false])
    expect(await standing()).toMatchObject({ state, failedPercent: 50 })
  })

  it('is judged by every reporter, each by its newest result, of the ports that are checked', async () => {
    await report('east', [80, false], [443, false], [9999, false])
    await report('west', [80, true], [443, true])
    await report('east', [80, true], [443, false])
    expect(await standing()).toMatchObject({ state: 'reachable', failedPercent: 25, reporters: 2, reason: 'Port 443: timed out' })
  })

  it('that nobody knows is counted and not kept', async () => {
    expect((await test.call(calls.report, { reporter: 'east', results: [{ nodeId: 999_999, port: 80, isReachable: false }] })).data).toEqual({
      accepted: 0,
      unknown: 1,
    })
  })
})

describe('the recipients of notices', () => {
  it('hear by mail of each turn once, and of nothing while their switch is off', async () => {
    await report('east', [80, false], [443, false])
    expect(await emails()).toEqual([])
    await test.db.deleteFrom('node_check_state').execute()
    await set({ mailNoticeStatus: 1, mailNotice: 'ops@example.net' })
    await report('east', [80, true], [443, true])
    expect(await emails()).toEqual([])
    await report('east', [80, false], [443, false])
    await report('west', [80, false], [443, false])
    expect(await emails()).toEqual(['node_alert ops@example.net ns1-sh'])
    await report('east', [80, true], [443, true])
    await report('west', [80, true], [443, true])
    expect(await emails()).toEqual(Array(2).fill('node_alert ops@example.net ns1-sh'))
    const turns = await test.db.selectFrom('audit_entry').select('after').where('action', '=', 'node_check.report').orderBy('id', 'desc').limit(2).execute()
    expect(turns.map((row) => row.after?.['isFailing'])).toEqual([false, true])
  })

  it.each([
    ['of an account that reads English', 'en', 'cn', 'en'],
    ['of an account that reads Chinese', 'cn', 'en', 'zh'],
    ['of an account without a choice, as the platform speaks', '', 'en', 'en'],
    ['of nobody here, as the platform speaks', null, 'en', 'en'],
    ['of nobody here, in Chinese while nothing is set', null, '', 'zh'],
  ] as const)('are written to in their language: the mailbox %s', async (_, own, lang, expected) => {
    await setSetting(test.db, siteSettings, { basic: { lang } })
    await test.db
      .updateTable('account')
      .set({ email: own === null ? '' : 'Ops@example.net', language: own || null })
      .where('username', '=', 'admin')
      .execute()
    await set({ mailNoticeStatus: 1, mailNotice: 'ops@example.net' })
    await report('east', [80, false], [443, false])
    const [letter, ...others] = await test.db.selectFrom('letter').selectAll().execute()
    expect(others).toEqual([])
    expect(letter?.language).toBe(expected)
    expect(JSON.parse(unseal(letter!.variables!, emailPlace(letter!.key)))).toMatchObject(
      expected === 'en' ? { state: 'Failing', reason: 'Port 80: timed out' } : { state: '异常', reason: '端口 80 连接超时' },
    )
  })

  it('hear once, however many report at the same time', async () => {
    await set({ mailNoticeStatus: 1, mailNotice: 'ops@example.net' })
    await Promise.all(Array.from({ length: 8 }, (_, index) => report(`reporter ${index}`, [80, false], [443, false])))
    expect(await emails()).toHaveLength(1)
  })

  it('are not the reason to refuse a report when no SMS provider is set up', async () => {
    await set({ smsNoticeStatus: 1, smsNotice: '13800138000' })
    expect(await report('east', [80, false], [443, false])).toEqual({ accepted: 2, unknown: 0 })
    expect(await standing()).toMatchObject({ state: 'failing' })
  })
})
