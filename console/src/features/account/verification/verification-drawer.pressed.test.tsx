import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Verification } from '@nameplane/contract/account/verification'
import { problemText } from '@nameplane/contract/problem-text'
import { pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { VerificationDrawer } from './verification-drawer.tsx'
import { verificationMessages, verificationWords } from './verification.messages.ts'

/* Only a provider begins a verification: these are rows as the list has them, which the platform does not know. */
const text = verificationMessages.zh
const label = (field: string): string => verificationWords.label(field, 'zh')
const row: Verification = {
  ...{ id: 2_000_000_000, provider: 'ali', state: 'failed', reason: 'LiveStatus', createTime: '2026-01-02T03:04:05.000Z', finishTime: null },
  ...{ userId: 1, username: 'ada', maskedName: '张**', maskedIdNumber: '1****4', feeCents: 0, currency: 'CNY', decidedBy: '' },
}
const fact = (name: string) => screen.queryAllByRole('term').find(({ textContent }) => textContent === label(name))?.nextElementSibling?.textContent
const button = (name: string) => screen.queryByRole('button', { name })
const missing = problemText('verification_missing', 'zh')

describe('a verification', () => {
  const opened = (changes: Partial<Verification> = {}) => {
    const decide = vi.fn<(decision: string) => void>()
    return { decide, hand: pressed(<VerificationDrawer row={{ ...row, ...changes }} onPrevious={null} onNext={null} onDecide={decide} onClose={() => {}} />) }
  }

  test.each([
    ['passed', ['revoke']],
    ['pending', ['pass', 'fail']],
    ['failed', ['pass']],
    ['expired', ['pass']],
  ] as const)('that is %s can be decided by %j alone', async (state, offered) => {
    const { decide, hand } = opened({ state })
    expect((['pass', 'fail', 'revoke'] as const).filter((one) => button(text[one]))).toEqual(offered)
    for (const one of offered) await hand.click(button(text[one])!)
    expect(decide.mock.calls.flat()).toEqual(offered)
  })

  test('that is looked at says why in words, what it cost, and leaves out what is not known', () => {
    opened()
    expect([fact('reason'), fact('feeCents'), fact('provider')]).toEqual([text.reasons.LiveStatus, text.free, text.choices.provider.ali])
    expect([fact('name'), fact('idNumber')]).toEqual(['张**', '1****4'])
    expect([fact('finishTime'), fact('decidedBy')]).toEqual([undefined, undefined])
  })

  test('that is looked at says codes that have no words as they are, and an administrator’s words in any case', () => {
    opened({ reason: 'E17', feeCents: 150, finishTime: '2026-01-02T03:05:05.000Z', maskedName: '' })
    expect([fact('reason'), fact('name')]).toEqual([text.providerCode('E17'), '–'])
    expect(fact('feeCents')).toContain('1.50')
    expect(fact('finishTime')).toContain('2026')
  })

  test('that was decided by hand says an administrator’s words as they were written', () => {
    opened({ reason: 'IdCard', decidedBy: 'root' })
    expect([fact('reason'), fact('decidedBy')]).toEqual(['IdCard', 'root'])
  })

  test('that is unknown shows nothing in full where it cannot be read, and says why', async () => {
    const { hand } = opened()
    await hand.click(button(text.reveal)!)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(missing))
    expect([fact('name'), button(text.hide)]).toEqual(['张**', null])
  })
})

test('a decision needs a reason, and stays open where it is refused', async () => {
  const close = vi.fn<() => void>()
  const hand = pressed(<DecideDialog row={{ ...row, state: 'pending' }} decision="fail" onClose={close} />)
  expect(screen.getByRole('heading', { name: text.failTitle('ada') })).toBeTruthy()
  expect(screen.getByText(text.failHelp)).toBeTruthy()
  await hand.click(button(text.fail)!)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(problemText('required', 'zh')))
  await hand.type(screen.getByRole('textbox', { name: new RegExp(`^${text.decisionReason}`) }), '证件不清')
  await hand.click(button(text.fail)!)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(missing))
  expect(close).not.toHaveBeenCalled()
})

test.each([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['revoke', 'failed'],
] as const)('%s is sent as the state %s', async (decision, state) => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const hand = pressed(<DecideDialog row={row} decision={decision} onClose={() => {}} />)
  await hand.type(screen.getByRole('textbox', { name: new RegExp(`^${text.decisionReason}`) }), '已核对')
  await hand.click(button(text[decision])!)
  await screen.findByText(missing)
  const bodies = sent.mock.calls.map(([, request]) => request?.body).filter((body) => typeof body === 'string')
  sent.mockRestore()
  expect(bodies.map((body): unknown => JSON.parse(body))).toContainEqual({ id: row.id, state, reason: '已核对' })
})
