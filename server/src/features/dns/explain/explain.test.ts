import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let app: TestApp
let domainId: number

beforeAll(async () => {
  app = await createTestApp()
  domainId = (await app.call(domain.save, { domain: 'explained.example' })).data.id
  const rows = [
    { line: 'default', value: '192.0.2.1', weight: null },
    { line: 'telecom', value: '192.0.2.2', weight: 30 },
    { line: 'telecom', value: '192.0.2.3', weight: 70 },
  ]
  await app.db
    .insertInto('record')
    .values(rows.map((row) => ({ domain_id: domainId, host: 'www', type: 'A', ttl_seconds: 60, version: 1, updated_by: null, ...row })))
    .execute()
})

afterAll(() => app.close())

describe('explaining an answer', () => {
  test('a client of China Telecom gets the weighted records of its line', async () => {
    const { data } = await app.call(explain.record, { domainId, host: 'www', type: 'a', client: '202.96.209.133' })
    expect(data.explanation.client.line).toBe('telecom')
    expect(data.explanation.client.chain[0]).toEqual({ code: 'telecom', kind: 'operator' })
    expect(data.explanation.client.chain.at(-1)).toEqual({ code: 'default', kind: 'default' })
    expect(Object.fromEntries(data.explanation.answer.map((record) => [record.value, record.probability]))).toEqual({ '192.0.2.2': 0.3, '192.0.2.3': 0.7 })
    const [step] = data.explanation.steps
    expect(step?.candidates.find((candidate) => candidate.value === '192.0.2.1')).toMatchObject({ taken: false, reason: 'less_specific_line' })
  })

  test('a client abroad gets the default line, and says why the others are not taken', async () => {
    const { data } = await app.call(explain.record, { domainId, host: 'www', type: 'A', client: '8.8.8.0/24' })
    expect(data.explanation.answer.map((record) => [record.value, record.line, record.probability])).toEqual([['192.0.2.1', 'default', 1]])
    expect(data.explanation.steps[0]?.candidates.filter((candidate) => !candidate.taken).map((candidate) => candidate.reason)).toEqual([
      'other_line',
      'other_line',
    ])
  })

  test('says plainly that this process has no node to ask', async () => {
    const { data } = await app.call(explain.record, { domainId, client: '2001:db8::1' })
    expect(data).toMatchObject({ wire: null, wireProblem: 'no_node' })
  })

  test.each([
    ['client', { domainId: 0, client: '999.1.1.1' }, 'invalid_client_network'],
    ['client', { domainId: 0, client: '1.2.3.4/33' }, 'invalid_client_network'],
    ['type', { domainId: 0, client: '1.2.3.4', type: 'NOPE' }, 'invalid_value'],
    ['host', { domainId: 0, client: '1.2.3.4', host: 'a..b' }, 'empty_label'],
  ])('refuses a bad %s', async (field, sent, code) => {
    await expect(app.call(explain.record, { ...sent, domainId })).rejects.toMatchObject({ refusal: { fields: { [field]: code } } })
  })

  test('a paused domain has no answer to explain', async () => {
    const { id } = (await app.call(domain.save, { domain: 'paused.example' })).data
    await app.call(domain.status, { ids: [id], status: 0 })
    await expect(app.call(explain.record, { domainId: id, client: '1.2.3.4' })).rejects.toMatchObject({ refusal: { problem: 'domain_not_served' } })
  })
})
