import { expect, test } from 'vitest'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { plan, type Plan } from '@nameplane/contract/dns/plan'
import { planLimitNames } from '@nameplane/contract/dns/plan-limits'
import { answer, rowsOf, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { PlanPage } from './plan-page.tsx'
import { planMessages } from './plan.messages.ts'

type Quota = Plan['quotas'][number]

const text = planMessages.zh
const shown: Domain = { id: 7, domain: 'plan.example', unicodeName: 'plan.example', userId: 3, status: 1, isLocked: false, primaryState: null } as Domain
/** What the row of one quota says of its use, and the part of its bar that is filled, where it has one. */
function row(name: Quota['name'], used: number | null, limit: number | null) {
  const answers = [answer(domain.detail, { id: 7 }, { data: shown }), answer(plan.detail, { id: 7 }, { data: { quotas: [{ name, limit, used }] } })]
  const html = shownWith(<PlanPage />, answers, { params: { id: '7' } })
  const [, [title, , ...said] = []] = rowsOf(html)
  expect(title).toBe(planLimitNames[name].zh)
  return { said, bar: /style="width:([\d.]+)%"/.exec(html)?.[1] ?? null, isAlmost: html.includes('bg-kumo-warning') }
}

test('a quota says what is used of it, and what is beyond it', () => {
  expect(row('records', 1200, 5000)).toEqual({ said: ['1,200 / 5,000'], bar: '24', isAlmost: false })
  expect(row('records', 4500, 5000)).toEqual({ said: ['4,500 / 5,000'], bar: '90', isAlmost: true })
  expect(row('records', 5000, 5000)).toEqual({ said: ['5,000 / 5,000'], bar: '100', isAlmost: true })
  expect(row('records', 5001, 5000)).toEqual({ said: ['5,001 / 5,000', text.beyond], bar: '100', isAlmost: false })
})

test('where nothing is allowed, the first is beyond it', () => {
  expect(row('urlRecords', 0, 0)).toEqual({ said: ['0 / 0'], bar: '0', isAlmost: false })
  expect(row('urlRecords', 1, 0)).toEqual({ said: ['1 / 0', text.beyond], bar: '100', isAlmost: false })
})

test('without a limit, or without anything that counts, nothing is beyond and there is no bar', () => {
  expect(row('customLines', 12, null)).toEqual({ said: [text.of('12', text.noLimit)], bar: null, isAlmost: false })
  expect(row('minimumTtl', null, 60)).toEqual({ said: [text.least(text.nothing, '60')], bar: null, isAlmost: false })
  expect(row('minimumTtl', 30, null)).toEqual({ said: [text.of('30', text.noLimit)], bar: null, isAlmost: false })
})

test('of a minimum, what is lower is beyond it', () => {
  expect(row('minimumTtl', 60, 60)).toEqual({ said: [text.least('60', '60')], bar: null, isAlmost: false })
  expect(row('minimumTtl', 59, 60)).toEqual({ said: [text.least('59', '60'), text.beyond], bar: null, isAlmost: false })
})
