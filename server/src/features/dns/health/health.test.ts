import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customLine } from '@nameplane/contract/dns/custom-line'
import { domain } from '@nameplane/contract/dns/domain'
import { health, healthCheckPauseSeconds, type Health } from '@nameplane/contract/dns/health'
import { record } from '@nameplane/contract/dns/record'
import { setting } from '@nameplane/contract/system/setting'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { startResolver, type SaidToQuestion } from '../../../../../tests/support/loopback-resolver.ts'
import { adding, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'
import { checkHealth } from './health.service.ts'

let test: TestApp
let clock = new Date('2026-03-02T10:00:00Z')
const later = (seconds: number): void => void (clock = new Date(clock.getTime() + seconds * 1000))
/** What resolvers say of names and types, and what they were asked. */
let said: Map<string, SaidToQuestion>
let asked: string[]
let resolver: Awaited<ReturnType<typeof startResolver>>

beforeAll(async () => void (test = await createTestApp({ now: () => clock })))
afterAll(() => test.close())
beforeEach(async () => {
  later(healthCheckPauseSeconds)
  said = new Map<string, SaidToQuestion>([['. NS', { values: ['a.root.example.'], ttlSeconds: 60 }]])
  asked = []
  resolver = await startResolver(({ name, type }) => {
    asked.push(`${name} ${type}`)
    return said.get(`${name} ${type}`) ?? 'nxdomain'
  })
  await test.call(setting.save, { paramKey: nsCheck.key, paramValue: { resolvers: resolver.address } })
})
afterEach(() => resolver.stop())

const run = async (id: number, token?: string): Promise<Health> => (await test.call(health.run, { id }, token)).data
const read = async (id: number, token?: string): Promise<Health> => (await test.call(health.detail, { id }, token)).data
const codesOf = ({ findings }: Health): string[] => findings.map(({ code, host }) => `${code} ${host}`)
const listedScore = async (id: number): Promise<number | null> => (await test.call(domain.detail, { id })).data.healthScore
const auditOf = (id: number) =>
  test.db.selectFrom('audit_entry').select(['action', 'actor_name', 'before', 'after']).where('target_id', '=', id).where('action', 'like', 'domain.health%').orderBy('id').execute() // oxfmt-ignore
const job = (more: { everyHours?: number; runSeconds?: number; signal?: AbortSignal } = {}) =>
  checkHealth(test.db, { everyHours: 24, runSeconds: 60, signal: new AbortController().signal, now: () => clock, ...more })
const checkedAt = async (id: number): Promise<Date | undefined> =>
  (await test.db.selectFrom('zone_health').select('checked_at').where('domain_id', '=', id).executeTakeFirst())?.checked_at

async function sickDomain(): Promise<TestDomain> {
  const one = await newTestDomain(test)
  await one.apply([adding('inside A 10.0.0.1'), adding('www CNAME gone.elsewhere.example.'), adding('ok CNAME there.elsewhere.example.')], {
    acknowledged: ['private_address'],
  })
  said.set('there.elsewhere.example NS', { values: [], ttlSeconds: 60 })
  return one
}

describe('a check', () => {
  it('is asked for: what was found is kept, told and noted', async () => {
    const { id } = await sickDomain()
    expect(await read(id)).toEqual({ score: null, checkTime: null, isOld: false, asked: 0, unanswered: 0, findings: [], total: 0 })
    expect(await listedScore(id)).toBe(null)
    const checked = await run(id)
    expect(checked).toMatchObject({ score: 74, checkTime: clock.toISOString(), total: 2, asked: 2, unanswered: 0 })
    expect(codesOf(checked)).toEqual(['target_missing_outside www', 'private_address inside'])
    expect(await read(id)).toEqual(checked)
    expect(await listedScore(id)).toBe(74)
    expect(asked.filter((question) => question.includes('elsewhere')).toSorted()).toEqual(['gone.elsewhere.example NS', 'there.elsewhere.example NS'])
    expect(await auditOf(id)).toEqual([{ action: 'domain.health_check', actor_name: 'admin', before: null, after: { score: 74, findings: 2 } }])
  })

  it('offers what mends a finding, and a saved fix needs no other check', async () => {
    const one = await sickDomain()
    const [missing] = (await run(one.id)).findings
    expect(missing?.fixes).toMatchObject([{ op: 'delete', record: null, base: { host: 'www', type: 'CNAME' } }])
    const [{ base }] = missing!.fixes as [NonNullable<NonNullable<typeof missing>['fixes']>[number]]
    await one.apply([{ op: 'delete', id: base!.id, base: base!.version }])
    expect(await read(one.id)).toMatchObject({ score: 94, isOld: false, total: 1 })
    // A finding that has gone is ignored by nobody.
    const subject = { id: one.id, code: 'target_missing_outside', host: 'www', type: 'CNAME', line: 'default', reason: 'x' }
    expect(await refusalOf(test.call(health.ignore, subject))).toMatchObject({ problem: 'health_finding_missing' })
  })

  it('says what no resolver answered, and judges nothing by it', async () => {
    const one = await newTestDomain(test)
    await one.add('www CNAME silent.elsewhere.example.')
    said.set('silent.elsewhere.example NS', 'servfail')
    expect(await run(one.id)).toMatchObject({ score: 100, asked: 1, unanswered: 1, total: 0 })
    said.set('. NS', 'servfail')
    later(healthCheckPauseSeconds)
    asked = []
    expect(await run(one.id)).toMatchObject({ score: 100, asked: 0, total: 0 })
    expect(asked.filter((question) => question.startsWith('silent'))).toEqual([])
  })

  it('asks the other domains of the platform, and no resolver, about their names', async () => {
    const [one, other] = [await newTestDomain(test), await newTestDomain(test)]
    await other.apply([
      adding('here A 192.0.2.1'),
      adding('*.wild A 192.0.2.1'),
      adding('sub NS ns.elsewhere.example.'),
      adding('off A 192.0.2.1', { status: 0 }),
    ])
    const hosts = ['here', 'x.wild', 'x.sub', 'off', 'gone']
    await one.apply([...hosts.map((host, index) => adding(`h${index} CNAME ${host}.${other.name}.`)), adding(`apex CNAME ${other.name}.`)])
    expect(codesOf(await run(one.id))).toEqual(['target_missing_outside h2', 'target_missing_outside h3', 'target_missing_outside h4'])
    // Only the delegated name is somebody else’s.
    expect(asked.filter((question) => question.includes(other.name))).toEqual([`x.sub.${other.name} NS`])
    await test.call(domain.delete, { ids: [other.id] })
    later(healthCheckPauseSeconds)
    await run(one.id)
    expect(asked).toContain(`gone.${other.name} NS`)
  })

  it('reads SPF texts elsewhere, and the policy of the domain above', async () => {
    const { id } = (await test.call(domain.save, { domain: 'mail.corp-health.example' })).data
    await test.call(record.apply, { domainId: id, changes: [adding('@ TXT "v=spf1 include:spf.elsewhere.example -all"')] })
    const tenTerms = Array.from({ length: 10 }, (_, index) => `a:h${index}.example`).join(' ')
    said.set('spf.elsewhere.example TXT', { values: [`"v=spf1 ${tenTerms} -all"`], ttlSeconds: 60 })
    expect(codesOf(await run(id))).toEqual(['spf_too_many_lookups @', 'dmarc_missing _dmarc'])
    said.set('_dmarc.corp-health.example TXT', { values: ['"v=DMARC1; p=reject"'], ttlSeconds: 60 })
    later(healthCheckPauseSeconds)
    expect(codesOf(await run(id))).toEqual(['spf_too_many_lookups @'])
  })

  it('asks about so many names and no more', async () => {
    const one = await newTestDomain(test)
    await one.apply(Array.from({ length: 200 }, (_, index) => adding(`h${index} CNAME t${index}.elsewhere.example.`)))
    const { asked: count, total } = await run(one.id)
    expect([count, total]).toEqual([60, 60])
  })

  it('tells a delegation that nobody answers for', async () => {
    const one = await newTestDomain(test)
    await one.add('sub NS ns.elsewhere.example.')
    said.set('ns.elsewhere.example NS', { values: [], ttlSeconds: 60 })
    said.set(`sub.${one.name} NS`, 'servfail')
    expect(codesOf(await run(one.id))).toEqual(['delegation_lame sub'])
  })

  it('knows by what authority the platform gets certificates', async () => {
    const one = await newTestDomain(test)
    await one.add('@ CAA 0 issue "ca.elsewhere.example"')
    expect(await run(one.id)).toMatchObject({ total: 0 })
    await test.call(setting.save, { paramKey: certificateAuthority.key, paramValue: { authority: 'letsencrypt', email: 'ca@corp.example' } })
    expect(codesOf(await read(one.id))).toEqual(['caa_excludes_authority @'])
  })

  it('is one in three seconds for a caller, whichever domain', async () => {
    const one = await newTestDomain(test)
    await run(one.id)
    expect(await refusalOf(run(one.id))).toMatchObject({ problem: 'health_check_too_often' })
    await run(one.id, await test.tokenWith(['record.write', 'record.read']))
  })
})

describe('an ignored finding', () => {
  it('no longer counts, says why and by whom, and counts again', async () => {
    const { id } = await sickDomain()
    await run(id)
    const subject = { id, code: 'private_address', host: 'inside', type: 'A', line: 'default' }
    await test.call(health.ignore, { ...subject, reason: 'reached by VPN' })
    const { score, findings } = await read(id)
    expect(score).toBe(80)
    expect(await listedScore(id)).toBe(80)
    expect(findings.map((one) => one.ignored && [one.ignored.reason, one.ignored.by])).toEqual([null, ['reached by VPN', 'admin']])
    // It stays so at the next check, and another reason replaces the first.
    later(healthCheckPauseSeconds)
    expect((await run(id)).score).toBe(80)
    await test.call(health.ignore, { ...subject, reason: 'on purpose' })
    expect((await read(id)).findings[1]?.ignored?.reason).toBe('on purpose')
    await test.call(health.heed, subject)
    expect(await read(id)).toMatchObject({ score: 74, findings: [{ ignored: null }, { ignored: null }] })
    expect(await listedScore(id)).toBe(74)
    expect(await refusalOf(test.call(health.heed, subject))).toMatchObject({ problem: 'health_ignored_missing' })
    const finding = 'private_address inside A default'
    expect((await auditOf(id)).filter(({ action }) => action !== 'domain.health_check')).toMatchObject([
      { action: 'domain.health_ignore', after: { finding, reason: 'reached by VPN' } },
      { action: 'domain.health_ignore', after: { finding, reason: 'on purpose' } },
      { action: 'domain.health_heed', before: { finding, reason: 'on purpose' } },
    ])
  })

  it('has a reason, and is one that there is', async () => {
    const { id } = await sickDomain()
    const subject = { id, code: 'private_address', host: 'inside', type: 'A', line: 'default' }
    expect(await refusalOf(test.call(health.ignore, { ...subject, reason: 'unchecked' }))).toMatchObject({ problem: 'health_finding_missing' })
    await run(id)
    expect(await refusalOf(test.call(health.ignore, { ...subject, reason: ' ' }))).toMatchObject({ fields: { reason: 'required' } })
    expect(await refusalOf(test.call(health.ignore, { ...subject, host: 'other', reason: 'x' }))).toMatchObject({ problem: 'health_finding_missing' })
    expect(await test.db.selectFrom('zone_health_ignored').select('code').where('domain_id', '=', id).execute()).toEqual([])
  })
})

describe('who may', () => {
  it('look and change is decided by the rights over records, and by whose domain it is', async () => {
    const owner = await newUser(test)
    const { id } = (await test.call(domain.save, { domain: 'theirs-health.example', userId: owner.id })).data
    await run(id)
    const subject = { id, code: 'private_address', host: 'inside', type: 'A', line: 'default' }
    const reader = await test.tokenWith(['record.read'])
    expect((await read(id, reader)).score).toBe(100)
    const changes = (token: string) => [
      () => run(id, token),
      () => test.call(health.ignore, { ...subject, reason: 'x' }, token),
      () => test.call(health.heed, subject, token),
    ]
    for (const call of changes(reader)) expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
    const none = await test.tokenWith(['domain.read'])
    expect(await refusalOf(read(id, none))).toMatchObject({ problem: 'right_missing' })
    const own = await administratorWith(test, ['record.read', 'record.write'], { dataScope: 'own' })
    for (const call of [() => read(id, own.token), ...changes(own.token)]) expect(await refusalOf(call())).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(read(id, owner.token))).toMatchObject({ problem: 'right_missing' })
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(read(id))).toMatchObject({ problem: 'domain_missing' })
    await test.call(domain.purge, { ids: [id] })
    expect(await checkedAt(id)).toBe(undefined)
  })
})

describe('the job', () => {
  beforeEach(async () => {
    await test.db.updateTable('domain').set({ deleted_at: new Date() }).where('deleted_at', 'is', null).execute()
  })

  it('checks domains that never were, then those a day later, and leaves no entry in the log', async () => {
    const { id } = await sickDomain()
    expect(await job()).toEqual({ zh: '检查 1 个域名，平均 74 分', en: '1 checked, average score 74' })
    expect(await listedScore(id)).toBe(74)
    expect(await auditOf(id)).toEqual([])
    const first = await checkedAt(id)
    later(23 * 3600)
    expect(await job()).toMatchObject({ en: 'No domain is due' })
    expect(await checkedAt(id)).toEqual(first)
    later(3601)
    expect(await job()).toMatchObject({ en: '1 checked, average score 74' })
  })

  it('comes back once the records have changed, but not within the hour', async () => {
    const one = await sickDomain()
    await job()
    await one.add('more A 192.0.2.1')
    expect(await job()).toMatchObject({ en: 'No domain is due' })
    later(3601)
    expect(await job()).toMatchObject({ en: '1 checked, average score 74' })
    later(3601)
    expect(await job()).toMatchObject({ en: 'No domain is due' })
  })

  it('asks about a name once for all domains of a run', async () => {
    for (const _ of [1, 2, 3]) await (await newTestDomain(test)).add('www CNAME shared.elsewhere.example.')
    asked = []
    expect(await job()).toMatchObject({ en: '3 checked, average score 80' })
    expect(asked.filter((question) => question.startsWith('shared'))).toEqual(['shared.elsewhere.example NS'])
  })

  it('stops when its time is over or it is told to, and goes on with the next', async () => {
    const ids = [(await newTestDomain(test)).id, (await newTestDomain(test)).id]
    expect(await job({ runSeconds: 0 })).toMatchObject({ en: 'No domain is due' })
    await expect(job({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(await Promise.all(ids.map(checkedAt))).toEqual([undefined, undefined])
    expect(await job()).toMatchObject({ en: '2 checked, average score 100' })
  })

  it('leaves out domains in the recycle bin', async () => {
    const { id } = await sickDomain()
    await test.call(domain.delete, { ids: [id] })
    expect(await job()).toMatchObject({ en: 'No domain is due' })
  })
})

it('the records of a domain that is far too large are judged by the check alone, which says that they changed since', async () => {
  const one = await sickDomain()
  const { code } = (await test.call(customLine.save, { domainId: one.id, name: 'many', segments: '10.0.0.0/8' })).data
  await run(one.id)
  await test.db.updateTable('domain').set({ record_count: 10_001 }).where('id', '=', one.id).execute()
  expect(await read(one.id)).toMatchObject({ isOld: false, total: 2 })
  await one.apply([adding('more A 10.0.0.3', { line: code })], { acknowledged: ['private_address', 'default_line_missing'] })
  expect(await read(one.id)).toMatchObject({ isOld: true, total: 2 })
  await test.db.updateTable('domain').set({ record_count: 250_001 }).where('id', '=', one.id).execute()
  later(healthCheckPauseSeconds)
  expect(await refusalOf(run(one.id))).toMatchObject({ problem: 'too_many_records' })
})
