import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { session } from '@nameplane/contract/account/session'
import { domain } from '@nameplane/contract/dns/domain'
import { log, logMethods } from '@nameplane/contract/dns/log'
import { signInResultText } from '@nameplane/contract/dns/sign-in-words'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { addressRefusal } from './address-refusal.ts'
import { LogPage } from './log-page.tsx'
import { logMessages, logWords } from './log.messages.ts'

/* The logs of administrators: what was done and refused, who signed in, how long that is kept, and whether it can be believed. */
const text = logMessages.zh
const parts = partsMessages.zh
const label = (field: string): string => logWords.label(field, 'zh')
const opened = (method: 'signIn' | 'operation', search = '') => {
  const number = String(logMethods[method])
  return pressed(<LogPage />, `/dns/log/admin/${number}${search}`, { method: number })
}
const button = (name: string) => screen.getByRole('button', { name })
const fact = (name: string) => screen.queryAllByRole('term').find(({ textContent }) => textContent === label(name))?.nextElementSibling?.textContent

/** Repeats within a minute are one row: two tries must not fall into two by chance. */
async function earlyInTheMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 5000) await new Promise((settle) => setTimeout(settle, leftMs))
}

describe('an operation', () => {
  test('is found by its target, and says member by member what it changed; the one beside it is a step away', async () => {
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    await call(domain.update, { id, remark: '=1+1', defaultTtlSeconds: 120 })
    const hand = opened('operation', `?target=${name}`)
    expect(await screen.findAllByRole('link', { name })).toHaveLength(2)
    await hand.click(screen.getAllByRole('button', { name: new RegExp(text.details) })[0]!)
    const drawer = within(await screen.findByRole('dialog'))
    const rows = () =>
      drawer.getAllByRole('row').map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
    await drawer.findByRole('table')
    expect(rows().slice(1)).toEqual([
      [expect.any(String), text.detail.absent, '=1+1'],
      [expect.any(String), '600', '120'],
    ])
    expect([fact('result'), fact('target')]).toEqual([text.choices.result.ok, name])
    expect(drawer.getByRole('button', { name: '上一条' }).hasAttribute('disabled')).toBe(true)
    await hand.click(drawer.getByRole('button', { name: '下一条' }))
    await waitFor(() => expect(rows().flat()).toContain(name))
    expect(drawer.getByRole('button', { name: '下一条' }).hasAttribute('disabled')).toBe(true)
    await hand.click(drawer.getByRole('button', { name: text.close }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('that was refused says why and how often, and that it changed nothing', async () => {
    const name = `${freshWord()}.example`
    const { id } = (await call(domain.save, { domain: name })).data
    const { data } = await call(domain.list, { search: name })
    const version = data.list[0]!.rowVersion
    await call(domain.update, { id, remark: 'first' })
    await earlyInTheMinute()
    for (let times = 0; times < 2; times += 1) await call(domain.update, { id, remark: 'late', rowVersion: version }).catch(() => {})
    const hand = opened('operation', `?target=${name}&result=refused`)
    await screen.findByRole('link', { name })
    expect(screen.getAllByRole('row')).toHaveLength(2)
    expect(screen.getByText(text.times(2))).toBeTruthy()
    await hand.click(screen.getByRole('button', { name: new RegExp(text.details) }))
    await screen.findByText(text.detail.refusedNone)
    expect(fact('result')).toContain(problemText('changed_meanwhile', 'zh'))
    expect(fact('result')).toContain(text.times(2))
  })
})

test('attempts to sign in under one name are one row with their number', async () => {
  const username = freshWord()
  await earlyInTheMinute()
  for (let times = 0; times < 2; times += 1) await call(session.login, { username, password: 'wrong-pass-1' }).catch(() => {})
  opened('signIn', `?search=${username}`)
  const row = within(await screen.findByRole('row', { name: new RegExp(username) }))
  expect(row.getByText(signInResultText('name', 'zh'))).toBeTruthy()
  expect(row.getByText(text.times(2))).toBeTruthy()
})

test('an address filter takes a network, and says at the field what it does not understand', async () => {
  const name = `${freshWord()}.example`
  await call(domain.save, { domain: name })
  const hand = opened('operation', `?target=${name}`)
  await screen.findByRole('link', { name })
  await hand.click(screen.getByRole('button', { name: new RegExp(`^${text.filters.more}`) }))
  const field = await screen.findByRole('textbox', { name: text.filters.address })
  const filterBy = async (network: string) => {
    await hand.clear(field)
    await hand.type(field, `${network}{Enter}`)
  }
  await filterBy('127.0.0.0/33')
  expect(screen.getByText(addressRefusal('zh')('127.0.0.0/33')!)).toBeTruthy()
  expect(location.hash).not.toContain('address')
  await filterBy('198.51.100.0/24')
  await screen.findByText(parts.noMatches)
  expect(screen.queryByRole('link', { name })).toBeNull()
  await filterBy('127.0.0.0/8')
  await screen.findByRole('link', { name })
  expect(location.hash).toContain('address=127.0.0.0')
})

describe('how long logs are kept', () => {
  const days = () => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(label('days')) })
  const kept = async () => (await call(log.retention, {})).data
  const form = async () => {
    const hand = opened('operation', `?target=${freshWord()}`)
    await hand.click(button(text.retention.open))
    await screen.findByRole('dialog')
    return hand
  }

  test('is said beside how many operations and sign-ins there are', async () => {
    const before = await kept()
    await form()
    const said = text.retention
      .kept(1, 2)
      .replace('1', String.raw`([\d,]+)`)
      .replace('2', String.raw`([\d,]+)`)
    const [, operations, signIns] = new RegExp(`^${said}`).exec(screen.getByText(new RegExp(`^${said}`)).textContent)!
    const after = await kept()
    // Others write into the logs meanwhile.
    const isBetween = (shown: string, member: 'operations' | 'signIns') => {
      const count = Number(shown.replaceAll(',', ''))
      return before[member] <= count && count <= after[member]
    }
    expect([isBetween(operations!, 'operations'), isBetween(signIns!, 'signIns')]).toEqual([true, true])
  })

  test('is saved and shown again, and cannot be less than the law asks for', async () => {
    const before = await kept()
    const hand = await form()
    expect(days().value).toBe(String(before.days))
    await hand.clear(days())
    await hand.type(days(), '7')
    await hand.click(button(parts.save))
    await waitFor(() => expect(days().getAttribute('aria-invalid')).toBe('true'))
    await hand.clear(days())
    await hand.type(days(), '400')
    await hand.click(button(parts.save))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await kept()).toMatchObject({ days: 400, isLocked: false })
    await call(log.retain, { days: before.days, isLocked: false })
  })

  test('is locked for good only by who confirms it: until then nothing is saved', async () => {
    const before = await kept()
    const hand = await form()
    await hand.clear(days())
    await hand.type(days(), '500')
    await hand.click(screen.getByRole('checkbox', { name: new RegExp(label('isLocked')) }))
    await hand.click(button(parts.save))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(text.retention.lockAsk(500))).toBeTruthy()
    expect(question.getByRole('button', { name: text.retention.lockNow })).toBeTruthy()
    await hand.click(question.getByRole('button', { name: parts.cancel }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(days().value).toBe('500')
    expect(await kept()).toMatchObject({ days: before.days, isLocked: false })
    // Nor is what was typed lost without a question.
    await hand.click(button(parts.cancel))
    await hand.click(within(await screen.findByRole('alertdialog', { name: parts.discardTitle })).getByRole('button', { name: parts.discard }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('the whole chain is verified, says how many entries it has, and may be verified again', async () => {
  const hand = opened('operation', `?target=${freshWord()}`)
  await hand.click(button(text.verify.open))
  await hand.click(await screen.findByRole('button', { name: text.verify.start }))
  await screen.findByText(new RegExp(`^[\\d,]+${text.verify.whole(0).slice(1)}$`))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await hand.click(button(text.verify.again))
  await screen.findByText(new RegExp(`^[\\d,]+${text.verify.whole(0).slice(1)}$`))
})
