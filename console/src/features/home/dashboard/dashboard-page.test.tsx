import { describe, expect, test } from 'vitest'
import { factor } from '@nameplane/contract/account/factor'
import { preference } from '@nameplane/contract/account/preference'
import { dashboard, type FirstStep } from '@nameplane/contract/home/dashboard'
import { answer, shownWith } from '../../../screen-parts/shown-with.testing.tsx'
import { currentLanguage } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { dashboardMessages } from './dashboard.messages.ts'
import { firstStepsMessages } from './first-steps.messages.ts'

const steps = textsIn(firstStepsMessages, currentLanguage())
const { secondFactor } = textsIn(dashboardMessages, currentLanguage())

type Standing = { isHidden?: boolean; done?: readonly FirstStep[] }
/** Of what a new platform is told above its figures, what is there. */
function told({ isHidden = false, done = [] }: Standing): string[] {
  const all = (['domain', 'email'] as const).map((step) => ({ step, isDone: done.includes(step) }))
  const html = shownWith(<DashboardPage />, [
    answer(dashboard.firstSteps, {}, { data: { steps: all, groupId: null, query: null } }),
    answer(preference.firstSteps, {}, { data: { isHidden } }),
    answer(factor.status, {}, { data: { totp: null, passkeys: [] } } as never),
  ])
  const parts = { steps: steps.hide, 'a way to show them': steps.show, 'second factor': secondFactor.recommended }
  return Object.entries(parts).flatMap(([name, text]) => (html.includes(text) ? [name] : []))
}

describe('above the figures', () => {
  test('stand the first steps while any is left', () => expect(told({ done: ['domain'] })).toEqual(['steps']))
  test('stands the second factor instead where they were hidden, with a way to show them', () =>
    expect(told({ isHidden: true })).toEqual(['a way to show them', 'second factor']))
  test('stands the second factor alone once they are done', () => {
    expect(told({ done: ['domain', 'email'] })).toEqual(['second factor'])
    expect(told({ done: ['domain', 'email'], isHidden: true })).toEqual(['second factor'])
  })
  test('stands nothing before it is known', () => {
    const html = shownWith(<DashboardPage />, [answer(factor.status, {}, { data: { totp: null, passkeys: [] } } as never)])
    for (const text of [steps.hide, steps.show, secondFactor.recommended]) expect(html).not.toContain(text)
  })
})
