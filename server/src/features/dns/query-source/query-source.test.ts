import { afterAll, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { querySource } from '@nameplane/contract/dns/query-source'
import { administratorWith } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { newNode } from '../../../../../tests/support/nodes.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'
import { answerTo, CountingNode } from '../../../../../tests/support/statistics.ts'

const now = new Date('2026-03-10T12:34:56Z')

const test = await createTestApp({ now: () => now })
afterAll(() => test.close())
const id = (await test.call(domain.save, { domain: 'sources.example' })).data.id
const counting = new CountingNode(await newNode(test, 'ns-here'))
const ask = async (hoursAgo: number, ...lines: string[]) => {
  for (const line of lines) counting.counters.add(answerTo(id, line, 1, 0, 'www'))
  await counting.rollUp(test.db, new Date(now.getTime() - hoursAgo * 3_600_000))
}
await ask(0, 'telecom', 'telecom', 'unicom', 'jp', 'de', 'default')
await ask(30, 'telecom', 'fr', 'default', 'default')

it('clients are summed by country, continent and ISP, beside the period before, and what is unknown is told', async () => {
  const { data } = await test.call(querySource.list, { id })
  expect(data).toMatchObject({ start: '2026-03-09T13:00:00.000Z', answers: 6, before: 4, unknown: { answers: 1, before: 2 } })
  expect(data.countries.map(({ code, continent, answers, before }) => [code, continent, answers, before])).toEqual([
    ['cn', 'asia', 3, 1],
    ['de', 'europe', 1, 0],
    ['jp', 'asia', 1, 0],
    ['fr', 'europe', 0, 1],
  ])
  expect(data.continents).toMatchObject([
    { code: 'asia', nameZh: '亚洲', answers: 4, before: 1 },
    { code: 'europe', answers: 1, before: 1 },
  ])
  expect(data.isps.map(({ code, answers, before }) => [code, answers, before])).toEqual([
    ['telecom', 2, 1],
    ['unicom', 1, 0],
  ])
  expect((await test.call(querySource.list, { id, period: 'week' })).data).toMatchObject({ answers: 10, before: 0, unknown: { answers: 3 } })
})

it('the countries are a file that adds up', async () => {
  const answer = await test.app.inject({
    url: `/api/sys/dns/domain/origin/export?id=${id}`,
    headers: { authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en' },
  })
  expect(answer.headers['content-disposition']).toContain('sources-sources.example-day.csv')
  const [head, ...rows] = answer.body.trim().split('\r\n')
  expect(head).toContain('Continent,Country or region,Code,Answers,Share,Period before')
  expect(rows[0]).toBe('Asia,China,CN,3,0.5,1')
  expect(rows.at(-1)).toBe(',Unknown or other,,1,0.1667,2')
  expect(rows.reduce((sum, row) => sum + Number(row.split(',')[3]), 0)).toBe(6)
})

it('sources of a domain beyond reach are as absent as the domain', async () => {
  const { token } = await administratorWith(test, ['domain.read'], { dataScope: 'own' })
  expect(await refusalOf(test.call(querySource.list, { id }, token))).toMatchObject({ problem: 'domain_missing' })
  const answer = await test.app.inject({ url: `/api/sys/dns/domain/origin/export?id=${id}`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.json()).toMatchObject({ problem: 'domain_missing' })
})
