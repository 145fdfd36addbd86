import { afterAll, beforeAll, describe, expect, it, test as each } from 'vitest'
import { customLine, type CustomLine } from '@nameplane/contract/dns/custom-line'
import { customLineId } from '@nameplane/contract/dns/custom-line-code'
import { domain } from '@nameplane/contract/dns/domain'
import { line } from '@nameplane/contract/dns/line'
import { record } from '@nameplane/contract/dns/record'
import { STANDARD_LINES } from '../../../serving/lines/standard-lines.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, findingsOf, newTestDomain, refusalOf, type TestDomain } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const add = async (domainId: number, name: string, segments: string) => (await test.call(customLine.save, { domainId, name, segments })).data
const linesOf = async (domainId: number): Promise<CustomLine[]> => (await test.call(customLine.list, { domainId, limit: 200 })).data.list
const serialOf = async (id: number): Promise<number> =>
  (await test.db.selectFrom('domain').select('serial').where('id', '=', id).executeTakeFirstOrThrow()).serial
const remove = (...ids: number[]) => test.call(customLine.delete, { ids })

describe('custom lines', () => {
  it('are kept in the one spelling of their ranges, and published', async () => {
    const { id } = await newTestDomain(test)
    const before = await serialOf(id)
    const added = await add(id, '总部', ' 10.1.2.0-10.1.2.255 \n\n2001:DB8::/32\n10.9.0.1')
    expect(await linesOf(id)).toEqual([
      {
        ...{ id: added.id, domainId: id, code: added.code, name: '总部', segments: '10.1.2.0/24\n2001:db8::/32\n10.9.0.1', recordCount: 0, rowVersion: 1 },
        ...{ createTime: expect.any(String), updateTime: expect.any(String) },
      },
    ])
    const after = await serialOf(id)
    expect(after).toBeGreaterThan(before)
    await test.call(customLine.update, { id: added.id, name: 'office', segments: '10.1.2.0/24\n2001:db8::/32\n10.9.0.1', rowVersion: 1 })
    expect(await serialOf(id)).toBe(after)
    await test.call(customLine.update, { id: added.id, name: 'office', segments: '10.1.2.0/25' })
    expect(await serialOf(id)).toBeGreaterThan(after)
    expect(await linesOf(id)).toMatchObject([{ name: 'office', segments: '10.1.2.0/25', rowVersion: 3 }])
    const gone = await serialOf(id)
    await remove(added.id)
    expect(await linesOf(id)).toEqual([])
    expect(await serialOf(id)).toBeGreaterThan(gone)
  })

  it('have codes of their own, which no standard line has', async () => {
    const { id } = await newTestDomain(test)
    const { id: lineId, code } = await add(id, 'coded', '10.0.0.1')
    expect(customLineId(code)).toEqual([lineId])
    expect(STANDARD_LINES.flatMap((one) => customLineId(one.code))).toEqual([])
    expect(STANDARD_LINES.filter((one) => one.code.startsWith('custom'))).toEqual([])
  })

  each.each([
    ['another of the domain', '总 部', 'custom_line_exists'],
    ['a standard one', '电信', 'line_name_taken'],
    ['what providers call a standard one', 'China-Telecom', 'line_name_taken'],
    ['the code of a line', 'Custom 7', 'line_name_taken'],
    ['nothing', ' ', 'required'],
    ['more than fits', 'a'.repeat(18), 'too_long'],
  ])('are not called like %s', async (_, name, problem) => {
    const { id } = await newTestDomain(test)
    await add(id, '总部', '10.0.0.1')
    const { id: other } = await add(id, 'other', '10.0.0.2')
    expect(await refusalOf(add(id, name, '10.0.0.3'))).toMatchObject({ fields: { name: problem } })
    expect(await refusalOf(test.call(customLine.update, { id: other, name, segments: '10.0.0.2' }))).toMatchObject({ fields: { name: problem } })
  })

  it('may be called like those of other domains, and have the same ranges', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    await add(one.id, 'office', '10.0.0.0/8')
    await add(two.id, 'office', '10.0.0.0/8')
    expect(await linesOf(two.id)).toMatchObject([{ name: 'office', segments: '10.0.0.0/8' }])
  })

  it('share no address with another of the domain, which is said with its name and the line', async () => {
    const { id } = await newTestDomain(test)
    const { id: first } = await add(id, 'office', '10.0.0.0/16\n2001:db8::/32')
    const taken = { problem: 'custom_line_range_taken', fields: { segments: 'custom_line_range_taken' } }
    expect(await refusalOf(add(id, 'v4', '192.0.2.1\n10.0.255.255-10.1.0.0'))).toMatchObject({
      ...taken,
      params: { number: 2, name: 'office', range: '10.0.255.255-10.1.0.0' },
    })
    expect(await refusalOf(add(id, 'v6', '2001:db8:1::1'))).toMatchObject({ ...taken, params: { number: 1, name: 'office', range: '2001:db8:1::1' } })
    const { id: second } = await add(id, 'beside', '10.1.0.0/16')
    const widened = { id: second, name: 'beside', segments: '10.0.255.0-10.1.255.255' }
    expect(await refusalOf(test.call(customLine.update, widened))).toMatchObject(taken)
    await test.call(customLine.update, { id: first, name: 'office', segments: '10.0.0.0/17' })
    await test.call(customLine.update, widened)
  })

  it('of two that come at once with the same range, one is kept', async () => {
    const { id } = await newTestDomain(test)
    const ends = await Promise.allSettled(['one', 'two', 'three', 'four'].map((name) => add(id, name, '10.0.0.0/8')))
    const refused = ends.filter((end) => end.status === 'rejected').map((end) => refusalOf(Promise.reject(end.reason)))
    expect((await Promise.all(refused)).map(({ problem }) => problem)).toEqual(Array(3).fill('custom_line_range_taken'))
    expect(await linesOf(id)).toHaveLength(1)
  })

  it('are changed as they were seen', async () => {
    const { id } = await newTestDomain(test)
    const { id: lineId } = await add(id, 'seen', '10.0.0.1')
    const sent = { id: lineId, name: 'seen', segments: '10.0.0.2', rowVersion: 1 }
    await test.call(customLine.update, sent)
    expect(await refusalOf(test.call(customLine.update, sent))).toMatchObject({ problem: 'changed_meanwhile' })
  })

  it('of a locked domain stay, and go with a domain', async () => {
    const { id } = await newTestDomain(test)
    const { id: lineId } = await add(id, 'kept', '10.0.0.1')
    await test.call(domain.lock, { ids: [id], locked: true })
    expect(await refusalOf(add(id, 'more', '10.0.0.2'))).toMatchObject({ problem: 'domain_locked' })
    expect(await refusalOf(test.call(customLine.update, { id: lineId, name: 'kept', segments: '10.0.0.3' }))).toMatchObject({ problem: 'domain_locked' })
    expect(await refusalOf(remove(lineId))).toMatchObject({ problem: 'domain_locked' })
    await test.call(domain.lock, { ids: [id], locked: false })
    await test.call(domain.delete, { ids: [id] })
    expect(await refusalOf(add(id, 'more', '10.0.0.2'))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(remove(lineId))).toMatchObject({ problem: 'custom_line_missing' })
    await test.call(domain.purge, { ids: [id] })
    expect(await test.db.selectFrom('custom_line').select('id').where('id', '=', lineId).execute()).toEqual([])
  })

  it('are those of domains within reach, for whoever has the right', async () => {
    const { id } = await newTestDomain(test)
    const { id: lineId } = await add(id, 'mine', '10.0.0.1')
    const alice = await newUser(test)
    expect(await refusalOf(test.call(customLine.list, { domainId: id }, alice.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(line.tree, { domainId: id }, alice.token))).toMatchObject({ problem: 'domain_missing' })
    expect(await refusalOf(test.call(customLine.save, { domainId: id, name: 'hers', segments: '10.0.0.2' }, alice.token))).toMatchObject({
      problem: 'domain_missing',
    })
    expect(await refusalOf(test.call(customLine.update, { id: lineId, name: 'hers', segments: '10.0.0.2' }, alice.token))).toMatchObject({
      problem: 'custom_line_missing',
    })
    expect(await refusalOf(test.call(customLine.delete, { ids: [lineId] }, alice.token))).toMatchObject({ problem: 'custom_line_missing' })
    const reader = await test.tokenWith(['custom_line.read'])
    expect((await test.call(customLine.list, { domainId: id }, reader)).data.totalCount).toBe(1)
    expect(await refusalOf(test.call(customLine.delete, { ids: [lineId] }, await test.tokenWith(['custom_line.write'])))).toMatchObject({
      problem: 'right_missing',
    })
  })
})

describe('records on a custom line', () => {
  let own: TestDomain
  let code: string
  const served = ['default_line_missing']
  beforeAll(async () => {
    own = await newTestDomain(test)
    ;({ code } = await add(own.id, 'Head office', '10.0.0.0/8'))
  })

  it('keep it, and it counts them', async () => {
    const { code: counted, id } = await add(own.id, 'counted', '13.0.0.0/8')
    await own.apply([adding('www A 192.0.2.1'), adding('www A 192.0.2.2', { line: counted }), adding('www TXT "t"', { line: counted, status: 0 })])
    expect((await linesOf(own.id)).find((one) => one.id === id)).toMatchObject({ recordCount: 2 })
    expect(await refusalOf(remove(id))).toMatchObject({ problem: 'custom_line_in_use', params: { name: 'counted', count: 2 } })
    const { lines } = (await test.call(line.tree, { domainId: own.id })).data
    expect(lines.find((one) => one.code === code)).toMatchObject({ nameZh: 'Head office', nameEn: 'Head office', kind: 'custom', parent: null })
    expect((await test.call(line.tree, {})).data.lines.map((one) => one.code)).not.toContain(code)
  })

  it('are of that domain', async () => {
    const other = await newTestDomain(test)
    expect(findingsOf(await refusalOf(other.apply([adding('www A 192.0.2.2', { line: code })], { acknowledged: served })))).toContain('0 error line_missing')
    const bulk = { domainId: other.id, filter: {}, action: 'line' as const, lines: [code] }
    expect(await refusalOf(test.call(record.bulk, bulk))).toMatchObject({ problem: 'line_missing' })
  })

  it('are moved in bulk, exported by its name and imported by it', async () => {
    await own.apply([adding('bulk A 192.0.2.1')])
    await test.call(record.bulk, { domainId: own.id, filter: { host: 'bulk' }, action: 'line', lines: [code], acknowledged: served })
    expect(await own.records()).toContain(`bulk 600 A 192.0.2.1 @${code}`)
    const text = 'host,type,line,value,ttl\nsheet,A,head-office,192.0.2.7,600\nsheet,A,default,192.0.2.8,600\n'
    await test.call(record.import, { domainId: own.id, format: 'table', text, mode: 'add' })
    expect(await own.records()).toContain(`sheet 600 A 192.0.2.7 @${code}`)
  })

  it('are on a line like it in a domain that is cloned', async () => {
    const source = await newTestDomain(test)
    const { code: from } = await add(source.id, 'cloned', '10.0.0.0/8')
    await source.apply([adding('www A 192.0.2.1'), adding('www A 192.0.2.2', { line: from })])
    const { id } = (await test.call(domain.clone, { id: source.id, domain: 'clone-of-lines.example' })).data
    const [copy] = await linesOf(id)
    expect(copy).toMatchObject({ name: 'cloned', segments: '10.0.0.0/8', recordCount: 1 })
    expect(copy!.code).not.toBe(from)
    expect((await linesOf(source.id)).map(({ recordCount }) => recordCount)).toEqual([1])
  })

  it('do not come back to one that is gone', async () => {
    const { code: gone, id } = await add(own.id, 'short-lived', '11.0.0.0/8')
    const [added] = (await own.apply([adding('gone A 192.0.2.1', { line: gone })], { acknowledged: served })).records
    const version = await own.version()
    await own.apply([{ op: 'delete', id: added!.id }])
    await remove(id)
    const back = { domainId: own.id, version, acknowledged: served }
    const refusal = await refusalOf(test.call(record.restore, back))
    expect(findingsOf(refusal)).toContain('0 error line_unknown')
    // Which line it was is said.
    expect(JSON.stringify(refusal)).toContain(`"line":"${gone}"`)
  })

  it('and its end that come at once leave no record without a line', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { code: raced, id } = await add(own.id, `raced ${round}`, '12.0.0.0/8')
      await Promise.allSettled([own.apply([adding(`raced${round} A 192.0.2.1`, { line: raced })], { acknowledged: served }), remove(id)])
      const isThere = (await linesOf(own.id)).some((one) => one.id === id)
      const isUsed = (await own.records()).some((text) => text.endsWith(`@${raced}`))
      expect(isUsed).toBe(isThere)
      if (!isThere) continue
      await test.call(record.bulk, { domainId: own.id, filter: { line: raced }, action: 'delete' })
      await remove(id)
    }
  })
})
