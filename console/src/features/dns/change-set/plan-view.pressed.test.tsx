import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { ChangeSetPlan, PlannedDomain } from '@nameplane/contract/dns/change-set-plan'
import { problemText } from '@nameplane/contract/problem-text'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { watchChoiceMessages } from '../../../entities/record/watch-choice.messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { changeSetMessages } from './change-set.messages.ts'
import { PlanView } from './plan-view.tsx'
import type { Decision, Submission } from './use-submission.ts'

/* The preview of a bulk operation, and what is decided there. */
const text = changeSetMessages.zh
const watching = watchChoiceMessages.zh
const { reasons } = partsMessages.zh
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

const planned = (name: string, part: Partial<PlannedDomain> = {}): PlannedDomain => ({
  ...{ domain: name, added: 0, updated: 1, deleted: 0, unchanged: 0, warnings: 0, problem: null, params: {}, thresholds: [] },
  ...part,
})
const plan = (part: Partial<ChangeSetPlan> = {}): ChangeSetPlan => ({
  ...{ id: null, domains: [planned('one.example')], added: 0, updated: 1, deleted: 0, unchanged: 3, touchedDomains: 1, touchedUsers: 1 },
  ...{ queries: { touched: 0, all: 0 }, warnings: [], confirm: null, needsApproval: false, refusedLines: [], refusedCount: 0, sample: [] },
  ...part,
})
const submit = vi.fn<(decision: Decision) => Promise<void>>(() => Promise.resolve())
const back = vi.fn<() => void>()
function shown(part: Partial<ChangeSetPlan> = {}, more: Partial<Submission<object>> = {}) {
  submit.mockClear()
  back.mockClear()
  const preview = () => Promise.resolve(null)
  const submission = { plan: null, problem: null, addsDomains: false, isChecking: false, isSubmitting: false, preview, submit, back, ...more }
  return pressed(<PlanView plan={plan(part)} submission={submission} />)
}
const notes = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
const rowsOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
/** What stands beside a name. */
const fact = (name: string) => screen.getAllByRole('term').find(({ textContent }) => textContent === name)?.nextElementSibling?.textContent

describe('a preview', () => {
  test('says how much it touches, and of the queries only where there were some', () => {
    shown({ touchedDomains: 12, touchedUsers: 3 })
    expect([fact(text.touched), fact(text.users), fact(text.queries)]).toEqual(['12', '3', text.noQueries])
    expect(notes()).toEqual([])
    expect(screen.queryByText(text.nothing)).toBeNull()
    shown({ queries: { touched: 1, all: 8 } })
    expect(screen.getByText('12.5%')).toBeTruthy()
  })

  test('says what is grave about it, of how many domains', () => {
    const domains = [
      planned('a.example', { thresholds: ['large_share', 'delegation'] }),
      planned('b.example', { thresholds: ['large_share'] }),
      planned('c.example', { problem: 'domain_locked' }),
    ]
    shown({ domains, needsApproval: true, touchedDomains: 2 })
    expect(notes()).toEqual([text.thresholds.large_share(2), text.thresholds.delegation(1), text.skipped(1), text.needsApproval])
    expect(button(text.submitForApproval(2)).disabled).toBe(false)
    expect(screen.queryByRole('button', { name: text.submit(2) })).toBeNull()
  })

  test('lists a hundred domains at first, those that are refused before all others, and all of them when asked', async () => {
    const many = Array.from({ length: 100 }, (_, at) => planned(`d${at}.example`))
    const hand = shown({ domains: [...many, planned('last.example', { updated: 0, problem: 'domain_locked', params: { subject: 'www A' } })] })
    expect(rowsOf(text.result)).toHaveLength(100)
    expect(rowsOf(text.result)[0]).toContain(`last.example${problemText('domain_locked', 'zh')}`)
    expect(rowsOf(text.result)[0]).toContain('www A')
    expect(rowsOf(text.result)[1]).toBe(`d0.example${text.counts.updated(1)}`)
    await hand.click(button(text.only('100', '101')))
    expect(rowsOf(text.result)).toHaveLength(101)
    expect(screen.queryByRole('button', { name: text.only('101', '101') })).toBeNull()
    shown({ domains: many })
    expect(screen.queryByRole('button', { name: text.only('100', '100') })).toBeNull()
  })

  test('says of a domain that nothing of it changes, and names it as people write it', () => {
    shown({ domains: [planned('xn--fsqu00a.xn--fiqs8s', { updated: 0 })] })
    expect(rowsOf(text.result)).toEqual([`例子.中国${text.unchangedOnly}`])
  })

  test('lists the lines that are left out, with their domain and source where they have one', () => {
    const line = { domain: null, source: '', lineNumber: 4, code: 'import_unreadable', params: {} }
    shown({ refusedLines: [line, { ...line, domain: 'one.example', source: 'zone.txt', lineNumber: null }], refusedCount: 5 })
    const [first, second] = rowsOf(text.refusedLines(5))
    expect(first).toMatch(new RegExp(`^–${text.import.pasted}${text.placed('4', '')}`))
    expect(second).toMatch(/^one\.examplezone\.txt/)
    expect(second).not.toContain(text.placed('4', '').slice(0, 1))
    expect(screen.getByText(text.only('2', '5'))).toBeTruthy()
    shown({ refusedLines: [line], refusedCount: 1 })
    expect(screen.queryByText(text.only('1', '1'))).toBeNull()
    expect(screen.queryByRole('region', { name: text.refusedLines(0) })).toBeNull()
  })

  test('shows of whose records the differences are', () => {
    shown({
      sample: [
        { domain: 'one.example', op: 'add', before: null, after: 'www A 192.0.2.1' },
        { domain: 'two.example', op: 'delete', before: 'old A 192.0.2.2', after: null },
      ],
    })
    expect(document.querySelector('pre')?.textContent).toBe('+ one.example  www A 192.0.2.1- two.example  old A 192.0.2.2')
  })
})

describe('what is decided', () => {
  test('begins with a tick where there are warnings, which are acknowledged by it', async () => {
    const hand = shown({ warnings: [{ code: 'private_address', params: { address: '10.0.0.1' }, count: 2, domain: 'xn--fsqu00a.xn--fiqs8s' }] })
    const run = button(text.submit(1))
    expect([run.disabled, run.title]).toEqual([true, reasons.acknowledge])
    expect(within(screen.getByRole('region', { name: text.warnings(1) })).getByText(text.warningIn(2, '例子.中国'))).toBeTruthy()
    await hand.click(screen.getByRole('checkbox', { name: text.acknowledge }))
    expect([run.disabled, run.title]).toEqual([false, ''])
    await hand.click(run)
    expect(submit.mock.calls).toEqual([[{ acknowledged: ['private_address'] }]])
    await hand.click(button(text.back))
    expect(back).toHaveBeenCalledOnce()
  })

  test('asks for the number of records where it is large, which is sent once it is typed', async () => {
    const hand = shown({ confirm: 7 })
    expect(screen.queryByRole('checkbox', { name: text.acknowledge })).toBeNull()
    await hand.click(button(text.submit(1)))
    expect(submit).not.toHaveBeenCalled()
    const asked = within(screen.getByRole('alertdialog'))
    expect(asked.getByText(text.confirmAsk(7))).toBeTruthy()
    await hand.click(asked.getByRole('button', { name: partsMessages.zh.cancel }))
    expect([screen.queryByRole('alertdialog'), submit.mock.calls.length]).toEqual([null, 0])
    await hand.click(button(text.submit(1)))
    await hand.type(screen.getByRole('textbox', { name: partsMessages.zh.typeToConfirm('7') }), '7{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(submit.mock.calls).toEqual([[{ acknowledged: [], confirm: 7 }]])
  })

  test('is done now unless a time is chosen, and a time that was chosen must be there', async () => {
    const hand = shown()
    const ways = () => [text.now, text.later].map((name) => screen.getByRole<HTMLInputElement>('radio', { name }).checked)
    const moment = () => screen.queryByLabelText(new RegExp(`^${text.later}\\*$`))
    expect([ways(), moment()]).toEqual([[true, false], null])
    await hand.click(screen.getByRole('radio', { name: text.later }))
    expect(ways()).toEqual([false, true])
    expect(screen.queryByText(text.laterMissing)).toBeNull()
    await hand.click(button(text.submit(1)))
    expect([screen.queryByText(text.laterMissing) !== null, submit.mock.calls.length]).toEqual([true, 0])
    await hand.type(moment()!, '2030-05-06T07:08')
    expect(screen.queryByText(text.laterMissing)).toBeNull()
    await hand.click(button(text.submit(1)))
    expect(submit.mock.calls).toEqual([[{ acknowledged: [], at: new Date('2030-05-06T07:08').toISOString() }]])
    await hand.click(screen.getByRole('radio', { name: text.now }))
    await hand.click(button(text.submit(1)))
    expect(submit.mock.lastCall).toEqual([{ acknowledged: [] }])
  })

  test('is watched where that is ticked, for a time and a rise that can be', async () => {
    const hand = shown()
    await hand.click(screen.getByRole('checkbox', { name: watching.watch }))
    const minutes = screen.getByRole('textbox', { name: new RegExp(`^${watching.minutes.slice(0, 4)}`) })
    await hand.clear(minutes)
    await hand.click(button(text.submit(1)))
    expect([screen.queryByText(watching.minutesWrong) !== null, submit.mock.calls.length]).toEqual([true, 0])
    await hand.type(minutes, '15')
    await hand.click(button(text.submit(1)))
    expect(submit.mock.lastCall![0]).toMatchObject({ watchMinutes: 15, watchThreshold: expect.any(Number) })
  })

  test('cannot be decided again while it is sent', () => {
    shown({}, { isSubmitting: true })
    const names = [button(text.submitting), button(text.back), screen.getByRole<HTMLInputElement>('checkbox', { name: watching.watch })]
    expect(names.map(({ disabled }) => disabled)).toEqual([true, true, true])
    expect(button(text.submitting).title).toBe('')
  })

  test('may be to watch added domains, by who may delete them', () => {
    const watch = () => screen.getByRole<HTMLInputElement>('checkbox', { name: watching.watch })
    shown({}, { addsDomains: true })
    expect(watch().disabled).toBe(false)
  })
})

test('who may not delete domains may have watched what adds none', async () => {
  await signInWith(['domain.write'])
  const watches = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: watching.watch }).map(({ disabled, title }) => [disabled, title])
  shown({}, { addsDomains: true })
  await waitFor(() => expect(watches()).toEqual([[true, watching.noRight]]))
  shown()
  expect(watches()).toEqual([
    [true, watching.noRight],
    [false, ''],
  ])
})
