import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Sent } from '@nameplane/contract/endpoint'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'
import { readWantedZones } from '../../../serving/publication/zone-source.ts'
import { readZoneChanges } from '../../../serving/publication/zone-change-source.ts'
import { renamedValue } from './renamed-value.ts'

/* SOA values of one domain, and domains like another one. */
let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const save = async (name: string, userId?: number): Promise<number> => (await test.call(domain.save, { domain: name, userId })).data.id
const detail = async (id: number) => (await test.call(domain.detail, { id })).data
const change = (id: number, sent: Partial<Sent<typeof domain.update>>, token?: string) => test.call(domain.update, { id, ...sent }, token)
const lastAction = async (id: number): Promise<string | undefined> =>
  (
    await test.db
      .selectFrom('audit_entry')
      .select('action')
      .where('target_id', '=', id)
      .where('target_type', '=', 'domain')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.action
/** What nodes are given for the SOA of a domain, whole and as a change of its present version; and what the editor shows. */
async function soaOf(id: number): Promise<string[]> {
  const { version } = await detail(id)
  const [whole] = await readWantedZones(test.db, [id])
  const [changed] = await readZoneChanges(test.db, new Map([[id, version]]))
  const { locked } = (await test.call(record.list, { domainId: id })).data
  const shown = locked.find(({ type }) => type === 'SOA')!
  return [
    ...[whole!.source!, changed!.change!].map(({ soa }) => `${soa.refresh} ${soa.retry} ${soa.expire} ${soa.minimum} for ${soa.ttlSeconds}`),
    `${shown.value.split(' ').slice(3).join(' ')} for ${shown.ttl}`,
  ]
}
const thrice = (soa: string): string[] => [soa, soa, soa]

describe('the SOA values of a domain', () => {
  it('are the same for every domain until they are changed', async () => {
    const id = await save('plain.example')
    expect(await detail(id)).toMatchObject({ soaRefreshSeconds: 3600, soaRetrySeconds: 600, soaExpireSeconds: 1_209_600, soaMinimumSeconds: 60 })
    expect(await soaOf(id)).toEqual(thrice('3600 600 1209600 60 for 3600'))
  })

  it('are served as they were saved, with a higher serial, and those of others stay', async () => {
    const [id, other] = [await save('changed.example'), await save('beside.example')]
    const before = await detail(id)
    await change(id, { rowVersion: before.rowVersion, soaRefreshSeconds: 7200, soaRetrySeconds: 900, soaExpireSeconds: 604_800, soaMinimumSeconds: 300 })
    const after = await detail(id)
    expect(after).toMatchObject({ soaRefreshSeconds: 7200, soaRetrySeconds: 900, soaExpireSeconds: 604_800, soaMinimumSeconds: 300 })
    expect(after.serial).toBeGreaterThan(before.serial)
    expect(await soaOf(id)).toEqual(thrice('7200 900 604800 300 for 3600'))
    expect(await soaOf(other)).toEqual(thrice('3600 600 1209600 60 for 3600'))
    expect(await lastAction(id)).toBe('domain.update')
  })

  it('let the SOA live as long as absent names, which resolvers would forget with it', async () => {
    const id = await save('negative.example')
    await change(id, { soaMinimumSeconds: 10_800 })
    expect(await soaOf(id)).toEqual(thrice('3600 600 1209600 10800 for 10800'))
  })

  it('raise no serial where they are sent as they were', async () => {
    const id = await save('same.example')
    const { serial } = await detail(id)
    await change(id, { soaRefreshSeconds: 3600, remark: 'the same' })
    expect(await detail(id)).toMatchObject({ serial, remark: 'the same' })
  })

  it.each<[string, Partial<Sent<typeof domain.update>>, object]>([
    ['too small', { soaRefreshSeconds: 299 }, { fields: { soaRefreshSeconds: 'number_too_small' } }],
    ['too large', { soaExpireSeconds: 3_628_801 }, { fields: { soaExpireSeconds: 'number_too_big' } }],
    ['not whole', { soaMinimumSeconds: 1.5 }, { fields: { soaMinimumSeconds: 'not_an_integer' } }],
    ['a retry as long as the refresh that is saved', { soaRetrySeconds: 3600 }, { fields: { soaRetrySeconds: 'soa_retry_too_long' } }],
    ['an expire that ends before a retry', { soaRefreshSeconds: 604_800, soaExpireSeconds: 604_800 }, { fields: { soaExpireSeconds: 'soa_expire_too_short' } }],
  ])('are refused: %s', async (what, sent, expected) => {
    const id = await save(`refused-${what.replaceAll(' ', '-')}.example`)
    expect(await refusalOf(change(id, sent))).toMatchObject(expected)
    expect(await soaOf(id)).toEqual(thrice('3600 600 1209600 60 for 3600'))
  })

  it('are refused where they were changed meanwhile; of many at once one is saved', async () => {
    const id = await save('versions-of-soa.example')
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map((minute) =>
        change(id, { rowVersion: 1, soaMinimumSeconds: minute * 60 + 60 }).then(
          () => minute,
          async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
        ),
      ),
    )
    const saved = outcomes.filter((outcome) => typeof outcome === 'number')
    expect(saved).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'changed_meanwhile')).toHaveLength(4)
    expect((await detail(id)).soaMinimumSeconds).toBe(saved[0]! * 60 + 60)
  })

  it('are their owner’s and administrators’ with the permission alone', async () => {
    const [owner, stranger] = [await newUser(test), await newUser(test)]
    const id = await save('owned-soa.example', owner.id)
    const reader = await test.tokenWith(['domain.read'])
    expect(await refusalOf(change(id, { soaMinimumSeconds: 120 }, reader))).toMatchObject({ problem: 'right_missing' })
    expect(await refusalOf(change(id, { soaMinimumSeconds: 120 }, stranger.token))).toMatchObject({ problem: 'domain_missing' })
    expect((await detail(id)).soaMinimumSeconds).toBe(60)
    await change(id, { soaMinimumSeconds: 120 }, owner.token)
    expect((await detail(id)).soaMinimumSeconds).toBe(120)
  })

  it('stay while the domain is locked', async () => {
    const id = await save('locked-soa.example')
    await test.call(domain.lock, { ids: [id], locked: true })
    expect(await refusalOf(change(id, { soaMinimumSeconds: 120 }))).toMatchObject({ problem: 'domain_locked' })
  })
})

describe('names in values', () => {
  it.each([
    ['CNAME', 'www.old.example.', 'www.new.test.'],
    ['CNAME', 'old.example.', 'new.test.'],
    ['CNAME', 'WWW.Old.Example.', 'WWW.new.test.'],
    ['CNAME', 'threshold.example.', 'threshold.example.'],
    ['CNAME', 'x\\.old.example.', 'x\\.old.example.'],
    ['MX', '10 mail.old.example.', '10 mail.new.test.'],
    ['SRV', '0 5 5060 sip.old.example.', '0 5 5060 sip.new.test.'],
    ['TXT', '"www.old.example."', '"www.old.example."'],
    ['NAPTR', '100 10 "u" "E2U+sip" "!^.*$!sip:a@old.example.!" old.example.', '100 10 "u" "E2U+sip" "!^.*$!sip:a@old.example.!" new.test.'],
    ['A', '192.0.2.1', '192.0.2.1'],
  ])('%s %s becomes %s', (type, value, expected) => expect(renamedValue(type, value, 'old.example', 'new.test')).toBe(expected))
})

describe('a clone', () => {
  const source = async () => {
    const made = await newTestDomain(test)
    const { name } = made
    await test.call(record.apply, {
      domainId: made.id,
      changes: [
        adding('@ A 192.0.2.1'),
        adding(`www CNAME ${name}.`),
        adding(`mail A 192.0.2.2`, { status: 0, remark: 'later' }),
        adding(`@ MX 10 mx.elsewhere.example.`),
      ],
    })
    return made
  }
  const recordsOf = async (id: number): Promise<string[]> =>
    (await test.call(record.list, { domainId: id, limit: 200 })).data.list.map(({ host, type, value, status, remark }) =>
      `${host} ${type} ${value} ${status} ${remark}`.trim(),
    )

  it('has the records and settings of the domain, is published, and is noted once', async () => {
    const from = await source()
    await change(from.id, { soaMinimumSeconds: 300, defaultTtlSeconds: 120, remark: 'the first' })
    expect((await test.call(domain.cloned, { id: from.id })).data).toEqual({ records: 4, renamed: 1 })
    const { id } = (await test.call(domain.clone, { id: from.id, domain: 'Clone-1.Example' })).data
    const [old, made] = [await detail(from.id), await detail(id)]
    expect(made).toMatchObject({ domain: 'clone-1.example', recordCount: 4, soaMinimumSeconds: 300, defaultTtlSeconds: 120, remark: 'the first' })
    expect([made.userId, made.serviceGroupId]).toEqual([old.userId, old.serviceGroupId])
    expect(made.serial).toBeGreaterThan(0)
    expect(await recordsOf(id)).toEqual(await recordsOf(from.id))
    const [zone] = await readWantedZones(test.db, [id])
    expect(zone!.source!.records).toHaveLength(3)
    const entries = await test.db.selectFrom('audit_entry').select('action').where('target_type', '=', 'domain').where('target_id', '=', id).execute()
    expect(entries).toEqual([{ action: 'domain.clone' }])
    const { data } = await test.call(record.history, { domainId: id })
    expect(data.list.map(({ action, added }) => [action, added])).toEqual([['domain.clone', 4]])
  })

  it('has the new name in its values only where that is asked for', async () => {
    const from = await source()
    const { id } = (await test.call(domain.clone, { id: from.id, domain: 'clone-2.example', renames: true })).data
    expect(await recordsOf(id)).toContain('www CNAME clone-2.example. 1')
    expect(await recordsOf(id)).toContain('@ MX 10 mx.elsewhere.example. 1')
  })

  it('of a domain without records has none', async () => {
    const { id } = (await test.call(domain.clone, { id: await save('bare.example'), domain: 'clone-of-bare.example' })).data
    expect(await detail(id)).toMatchObject({ recordCount: 0, version: 1 })
  })

  it('is refused where a record could not be there, and nothing of it stays', async () => {
    const from = await newTestDomain(test)
    await from.add('www CNAME www.clone-3.example.')
    expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: 'clone-3.example' }))).toMatchObject({
      problem: 'clone_record_refused',
      params: { host: 'www', type: 'CNAME' },
    })
    await from.add(`${'long.'.repeat(40)}end A 192.0.2.1`)
    const longer = `${'name.'.repeat(12)}clone-3.example`
    expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: longer }))).toMatchObject({ problem: 'clone_record_refused' })
    expect((await test.call(domain.list, { search: 'clone-3' })).data.totalCount).toBe(0)
  })

  it('is refused for a name that is taken, a domain in the recycle bin and one that is not there', async () => {
    const from = await source()
    expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: from.name }))).toMatchObject({
      problem: 'domain_exists',
      fields: { domain: 'domain_exists' },
    })
    await test.call(domain.delete, { ids: [from.id] })
    expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: 'clone-4.example' }))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(domain.cloned, { id: from.id }))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(domain.clone, { id: 999_999, domain: 'clone-4.example' }))).toMatchObject({ problem: 'domain_missing' })
  })

  it('of one name made by many at once is one', async () => {
    const from = await source()
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        test.call(domain.clone, { id: from.id, domain: 'clone-race.example' }).then(
          () => 'cloned',
          async (error: unknown) => (await refusalOf(Promise.reject(error as Error))).problem,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['cloned', ...Array<string>(4).fill('domain_exists')])
  })

  it('needs the permissions of domains and records, each within its scope', async () => {
    const from = await source()
    for (const rights of [
      ['domain.read', 'domain.write'],
      ['domain.read', 'domain.write', 'record.read'],
      ['domain.read', 'record.read', 'record.write'],
    ] as const)
      expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: 'clone-5.example' }, await test.tokenWith([...rights])))).toMatchObject({
        problem: 'right_missing',
      })
    const all = ['domain.read', 'domain.write', 'record.read', 'record.write', 'user.read'] as const
    const owner = await newUser(test)
    const theirs = await save('of-a-user.example', owner.id)
    const own = await administratorWith(test, [...all], { dataScope: 'own' })
    expect(await refusalOf(test.call(domain.clone, { id: theirs, domain: 'clone-5.example' }, own.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(domain.clone, { id: from.id, domain: 'clone-5.example' }, owner.token))).toMatchObject({ problem: 'right_missing' })
    await test.call(domain.clone, { id: from.id, domain: 'clone-5.example' }, await test.tokenWith([...all]))
  })
})
