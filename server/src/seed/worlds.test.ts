import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { isCustomLine } from '@nameplane/contract/dns/custom-line-code'
import { user } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { record } from '@nameplane/contract/dns/record'
import { checkRecord } from '@nameplane/contract/dns/record-checks'
import { checkRecordSet } from '@nameplane/contract/dns/record-set-checks'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { job } from '@nameplane/contract/system/job'
import { furtherTypes } from '@nameplane/dns-text/further-types'
import { recordTypes } from '@nameplane/dns-text/record-types'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { storedSums } from '../../../tests/support/statistics.ts'
import { step } from '../../../tests/support/step.ts'
import { firstBrokenAuditEntry } from '../audit/audit-verification.ts'
import { OperatorProblem } from '../cli/operator-problem.ts'
import type { PlatformDatabase } from '../cli/platform-database.ts'
import { openPool } from '../db/connection.ts'
import { demoDomains, unusualRecords } from './demo-zones.ts'
import { largePlan, largestDomain, planDomains } from './large-domains.ts'
import { appendRecords, noRecords } from './large-records.ts'
import { Random } from './random.ts'
import { seedWorld, type WorldName } from './worlds.ts'

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0)

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
  // Lists say what was in the last hours of the real clock; all else stands at this moment.
  const now = new Date()
  const seed = (world: WorldName, isConfirmed = false) =>
    seedWorld(platform, world, { isConfirmed, progress: () => {}, now, largePlan: { domains: 60, records: 2400, largestRecords: 300, owners: 7, groups: 3 } })

  beforeAll(async () => {
    app = await createTestApp({ now: () => now })
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
    // Numbers of custom lines are never given again.
    return rows.map((row) => Object.values({ ...row, line: isCustomLine(row.line) ? 'custom' : row.line }).join('|')).sort()
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
    await step('demo: every type that is not rare, several lines, weights, each fate of a domain, and a history', async () => {
      expect(await seed('demo')).toMatchObject({ domains: 41, firstAdministrator: null })
      await expectSound()
      const types = new Set((await app.db.selectFrom('record').select('type').distinct().execute()).map((row) => row.type))
      const rare = new Set<string>(furtherTypes.map((type) => type.mnemonic))
      const wantedTypes = recordTypes
        .filter((type) => type.userEditable && type.isPlatformType !== true && !rare.has(type.mnemonic))
        .map((type) => type.mnemonic)
      expect([...types].sort()).toEqual([...wantedTypes, 'TYPE65400'].sort())
      expect((await app.db.selectFrom('record').select('line').distinct().execute()).length).toBeGreaterThan(7)
      expect((await app.call(domain.list, { recycled: true })).data.totalCount).toBe(demoDomains.filter((one) => one.fate === 'recycled').length)
      expect((await app.call(domain.list, { locked: true })).data.totalCount).toBe(2)
      expect((await app.call(domain.list, { status: 0 })).data.totalCount).toBe(2)
      expect((await app.db.selectFrom('domain_revision').select('version').where('version', '>', 3).execute()).length).toBeGreaterThan(10)
    })

    await step('demo: what is counted by domain, node, line, type and code has one sum, at every age', async () => {
      const { domains, by, told } = await storedSums(app.db)
      const answers = sumOf(domains.values())
      expect(answers).toBeGreaterThan(100_000_000)
      for (const name of ['node', 'line', 'type', 'rcode'] as const)
        expect([name, sumOf(Object.values(by[name]!)), told[name]]).toEqual([name, answers, answers])
      expect(told.country).toBeLessThan(answers)
      expect(told.name).toBeLessThan(answers)
      expect(told.name).toBeGreaterThan(answers / 2)
      for (const table of ['query_domain_minute', 'query_domain_hour', 'query_domain_day', 'query_sum_day'] as const)
        expect(await app.db.selectFrom(table).select('at').limit(1).execute(), table).toHaveLength(1)
      const { rows } = await sql<{ isInPlace: boolean }>`
        select (select ${now} - min(at) <= interval '3 days 1 hour' from query_domain_minute) and (select ${now} - max(at) >= interval '3 days' from query_domain_hour)
          and (select ${now} - max(at) >= interval '35 days' from query_domain_day) and (select min(at) from query_sum_minute) > (select max(at) from query_sum_day) as "isInPlace"`.execute(
        app.db,
      )
      expect(rows).toEqual([{ isInPlace: true }])
    })

    await step('demo: every chart has figures', async () => {
      const { queries, nodes } = (await app.call(dashboard.chart, {})).data
      assert(queries)
      expect(queries.minutes.slice(0, -1).every((minute) => minute !== null && minute > 0)).toBe(true)
      expect(queries.previousTotal).toBeGreaterThan(1_000_000)
      for (const chart of ['rcodes', 'types', 'lines', 'domains'] as const)
        expect([chart, queries[chart].length]).toEqual([chart, expect.toSatisfy((rows: number) => rows > 2)])
      expect(nodes.map(({ state }) => state)).toEqual(['offline', 'disabled', 'offline'])
      expect(nodes.find(({ failing }) => failing > 0)).toMatchObject({ name: 'edge-fra', pending: 6 })
      const { list } = (await app.call(domain.list, { limit: 200 })).data
      const busy = list.filter(({ status }) => status === 1)
      expect(busy.filter(({ queriesByHour }) => queriesByHour.every((hour) => hour === 0)).map((row) => row.domain)).toEqual([])
      for (const period of ['day', 'week', 'month'] as const) {
        const figures = (await app.call(domain.statistics, { id: busy.find((row) => row.domain === 'north-pier.example')!.id, period })).data
        for (const chart of ['names', 'types', 'lines', 'rcodes', 'countries', 'nodes'] as const)
          expect([period, chart, figures[chart].length > 0]).toEqual([period, chart, true])
      }
    })

    await step('demo: what happened is spread over the weeks, and users did it too', async () => {
      const { rows } = await sql<{ kind: string; days: number }>`
        select actor_kind as kind, count(distinct at::date)::int as days from audit_entry where at > now() - interval '41 days' group by 1`.execute(app.db)
      const daysOf = (kind: string): number => rows.find((row) => row.kind === kind)?.days ?? 0
      expect(daysOf('user')).toBeGreaterThan(20)
      expect(daysOf('administrator')).toBeGreaterThan(4)
      expect(await app.db.selectFrom('audit_entry').select('id').where('at', '>', new Date()).execute()).toEqual([])
      for (const audience of ['users', 'admin'] as const) {
        expect((await app.call(log.signIns, { audience })).data.totalCount).toBeGreaterThan(30)
        expect((await app.call(log.operations, { audience })).data.totalCount).toBeGreaterThan(30)
      }
      const states = (await app.call(job.logList, { limit: 200 })).data.list.map(({ state }) => state)
      expect(new Set(states)).toEqual(new Set(['succeeded', 'failed', 'timed_out']))
      const balances = (await app.call(user.list, {})).data.list.map(({ balanceCents }) => balanceCents).toSorted((a, b) => a - b)
      expect(balances).toEqual([0, 10_000, 20_000, 80_000, 100_000])
    })

    await step('demo: a domain has records that the console warns of, each of them ticked when it was saved', async () => {
      const { id } = await app.db.selectFrom('domain').select('id').where('name', '=', 'lantern-market.example').executeTakeFirstOrThrow()
      const { data } = await app.call(record.list, { domainId: id, limit: 200 })
      expect(data.list.filter(({ remark }) => remark === '只有电信')).toHaveLength(1)
      expect((await app.call(record.history, { domainId: id })).data.list[0]?.acknowledged.toSorted()).toEqual([...unusualRecords.warnings].sort())
    })

    await step('the same world comes out again, and an untouched one is replaced without a question', async () => {
      const first = await everyRecord()
      await seed('empty')
      expect(await everyRecord()).toEqual([])
      for (const table of [
        'change_set',
        'custom_line',
        'dynamic_host',
        'update_key',
        'secondary',
        'reverse_segment',
        'domain_claim',
        'forward_check',
        'query_sum_minute',
        'query_domain_day',
        'sign_in_attempt',
        'payment',
        'ledger_entry',
        'job_run',
        'letter',
      ] as const)
        expect([table, await app.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
      expect(await app.db.selectFrom('node').select('name').execute()).toEqual([{ name: 'stopped' }])
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
