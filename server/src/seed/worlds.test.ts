import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { checkRecord } from '@nameplane/contract/dns/record-checks'
import { checkRecordSet } from '@nameplane/contract/dns/record-set-checks'
import { furtherTypes } from '@nameplane/dns-text/further-types'
import { recordTypes } from '@nameplane/dns-text/record-types'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { step } from '../../../tests/support/step.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { OperatorProblem } from '../cli/operator-problem.ts'
import type { PlatformDatabase } from '../cli/platform-database.ts'
import { openPool } from '../db/connection.ts'
import { demoDomains } from './demo-zones.ts'
import { largePlan, largestDomain, planDomains } from './large-domains.ts'
import { appendRecords, noRecords } from './large-records.ts'
import { Random } from './random.ts'
import { seedWorld, type WorldName } from './worlds.ts'

describe('random numbers', () => {
  test('are the same for the same name on every machine', () => {
    const random = new Random('nameplane')
    expect([random.below(1_000_000), random.below(1_000_000), random.below(1_000_000), random.hex(12)]).toEqual([240417, 805089, 109289, '414be9c04b3f'])
  })

  test('fill their range evenly', () => {
    const random = new Random('evenness')
    const counts = new Array<number>(10).fill(0)
    for (let round = 0; round < 10_000; round++) counts[random.below(10)]! += 1
    for (const count of counts) expect(count).toBeGreaterThan(850)
    expect(Math.max(...counts)).toBeLessThan(1150)
  })
})

describe('the plan of the large world', () => {
  const planned = planDomains(largePlan)

  test('has 50,000 different domains and 2,000,000 records, 100,000 of them in large.example', () => {
    expect(planned.length).toBe(50_000)
    expect(new Set(planned.map((one) => one.name)).size).toBe(50_000)
    expect(planned.reduce((sum, one) => sum + one.recordCount, 0)).toBe(2_000_000)
    expect(planned.find((one) => one.name === largestDomain)?.recordCount).toBe(100_000)
    expect(planned.every((one) => one.recordCount >= 0 && Number.isInteger(one.recordCount))).toBe(true)
  })

  test.each([[largestDomain, 3000], ...planned.slice(1, 40).map((one): [string, number] => [one.name, one.recordCount])])(
    'every record of %s is one that the editor would save without a word',
    (name, count) => {
      const columns = noRecords()
      appendRecords(columns, { id: 1, name, count })
      expect(columns.hosts.length).toBe(count)
      const rows = columns.hosts.map((host, index) => {
        const sent = {
          host,
          type: columns.types[index]!,
          line: columns.lines[index]!,
          value: columns.values[index]!,
          ttl: columns.ttls[index]!,
          weight: columns.weights[index]!,
          remark: columns.remarks[index]!,
          status: columns.statuses[index]!,
        }
        const { record, found } = checkRecord(sent, { name, nameservers: [] })
        expect(found).toEqual([])
        expect(record).toEqual(sent)
        return { ...record!, change: index }
      })
      expect(checkRecordSet(rows, [], name)).toEqual([])
    },
  )
})

describe('seeding', () => {
  let app: TestApp
  let platform: PlatformDatabase
  const seed = (world: WorldName, isConfirmed = false) =>
    seedWorld(platform, world, { isConfirmed, progress: () => {}, largePlan: { domains: 60, records: 2400, largestRecords: 300, owners: 7, groups: 3 } })

  beforeAll(async () => {
    app = await createTestApp()
    const pool = openPool({ connectionString: app.connectionString }, 1)
    // Only the password and the token of a first start would be read, and this platform has had its own.
    platform = { db: app.db, pool, environment: { adminPassword: null, adminToken: null } as PlatformDatabase['environment'] }
    await app.db
      .insertInto('node')
      .values({ name: 'stopped', driver: 'builtin', address: '127.0.0.1', port: 1, service_group_id: null, state: 'offline' })
      .execute()
  })

  afterAll(async () => {
    await platform.pool.end()
    await app.close()
  })

  async function everyRecord(): Promise<string[]> {
    const rows = await app.db
      .selectFrom('record')
      .innerJoin('domain', 'domain.id', 'record.domain_id')
      .select(['domain.name', 'host', 'type', 'line', 'value', 'ttl_seconds', 'weight', 'record.remark', 'record.status'])
      .execute()
    return rows.map((row) => Object.values(row).join('|')).sort()
  }

  async function expectSound(): Promise<void> {
    const counts = await app.db
      .selectFrom('domain')
      .leftJoin('record', 'record.domain_id', 'domain.id')
      .select(['domain.name', 'domain.record_count', (of) => of.fn.count<number>('record.id').as('rows')])
      .groupBy('domain.id')
      .execute()
    expect(counts.filter((row) => row.record_count !== Number(row.rows))).toEqual([])
    expect(await firstBrokenAuditEntry(app.db)).toBeNull()
    const wanted = await app.db
      .selectFrom('domain')
      .leftJoin('publication', 'publication.domain_id', 'domain.id')
      .select(['domain.name', 'domain.serial', 'publication.wanted_serial'])
      .execute()
    expect(wanted.filter((row) => row.serial !== row.wanted_serial)).toEqual([])
  }

  test('puts one world in the place of another', { timeout: 180_000 }, async () => {
    await step('demo: every type that is not rare, several lines, weights, each fate of a domain, a history, and no invented traffic', async () => {
      expect(await seed('demo')).toMatchObject({ domains: 40, firstAdministrator: null })
      await expectSound()
      const types = new Set((await app.db.selectFrom('record').select('type').distinct().execute()).map((row) => row.type))
      const rare = new Set<string>(furtherTypes.map((type) => type.mnemonic))
      const wantedTypes = recordTypes.filter((type) => type.userEditable && !rare.has(type.mnemonic)).map((type) => type.mnemonic)
      expect([...types].sort()).toEqual([...wantedTypes, 'TYPE65400'].sort())
      expect((await app.db.selectFrom('record').select('line').distinct().execute()).length).toBeGreaterThan(7)
      expect((await app.call(domain.list, { recycled: true })).data.totalCount).toBe(demoDomains.filter((one) => one.fate === 'recycled').length)
      expect((await app.call(domain.list, { locked: true })).data.totalCount).toBe(2)
      expect((await app.call(domain.list, { status: 0 })).data.totalCount).toBe(2)
      expect((await app.db.selectFrom('domain_revision').select('version').where('version', '>', 3).execute()).length).toBeGreaterThan(10)
      expect(await app.db.selectFrom('query_sum_minute').select('at').execute()).toEqual([])
    })

    await step('the same world comes out again, and an untouched one is replaced without a question', async () => {
      const first = await everyRecord()
      await seed('empty')
      expect(await everyRecord()).toEqual([])
      await seed('demo')
      expect(await everyRecord()).toEqual(first)
    })

    await step('large: the totals are those of the plan, and every domain is wanted by the node', async () => {
      expect(await seed('large')).toMatchObject({ domains: 60, records: 2400 })
      await expectSound()
      const { data } = await app.call(domain.list, { limit: 200 })
      expect(data.totalCount).toBe(60)
      expect(data.list.reduce((sum, row) => sum + row.recordCount, 0)).toBe(2400)
      expect(data.list.find((row) => row.domain === largestDomain)?.recordCount).toBe(300)
    })

    await step("somebody's work is named and kept until it is given up", async () => {
      const { data } = await app.call(domain.save, { domain: 'mine.example' })
      await expect(seed('empty')).rejects.toThrow('61 domains, 2,400 records, 7 users, 2 service groups would be permanently deleted')
      await expect(seed('demo')).rejects.toBeInstanceOf(OperatorProblem)
      expect((await app.call(domain.detail, { id: data.id })).data.domain).toBe('mine.example')
      await seed('empty', true)
      expect((await app.call(domain.list, {})).data.totalCount).toBe(0)
      expect(await app.db.selectFrom('account').select('username').execute()).toEqual([{ username: 'admin' }])
      await expectSound()
    })
  })
})
