import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emailScenarioKeys, emailScenarios } from '@nameplane/contract/system/email/email-scenarios'
import { problemText } from '@nameplane/contract/problem-text'
import { pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { currentAddress } from '../../../../routing/address.ts'
import { TemplatePage } from './template-page.tsx'
import { templateMessages } from './template.messages.ts'

/* Nothing is saved here: the platform has no mail server, and every other test has the same templates. */
const text = templateMessages.zh
const path = '/system/config/email/template'
const free = emailScenarioKeys.find((key) => !emailScenarios[key].isEssential)!
const bound = emailScenarioKeys.find((key) => emailScenarios[key].isEssential)!
const button = (name: string) => screen.getByRole('button', { name })
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label.replace(/[（）]/g, '.')}`) })
const send = () => screen.getByRole<HTMLInputElement>('checkbox', { name: text.send })
const kinds = () => within(screen.getByRole('navigation', { name: text.kinds }))
const kindOf = (key: keyof typeof emailScenarios) => kinds().getByRole('button', { name: new RegExp(`^${emailScenarios[key].name.zh}`) })
const standing = () => screen.getByRole('status').textContent

async function opened(search: string) {
  const hand = pressed(<TemplatePage />, `${path}?${search}`)
  await screen.findByRole('textbox', { name: new RegExp(`^${text.subject}`) })
  return hand
}

test('a letter is written in the kind and language that the address names, and others are reached from there', async () => {
  const hand = await opened(`kind=${free}&in=en`)
  expect(kindOf(free).getAttribute('aria-current')).toBe('true')
  expect(button(text.languages.en).getAttribute('aria-pressed')).toBe('true')
  const english = field(text.html).value
  await hand.click(button(text.languages.zh))
  expect(field(text.html).value).not.toBe(english)
  expect(currentAddress().search).toContain('in=zh')
  await hand.click(kindOf(bound))
  expect(currentAddress().search).toContain(`kind=${bound}`)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(emailScenarios[bound].name.zh)
})

test('letters that somebody must get cannot be switched off, others can, and that is seen in the list', async () => {
  const hand = await opened(`kind=${bound}`)
  expect([send().checked, send().disabled]).toEqual([true, true])
  expect(screen.getByText(text.essential)).toBeTruthy()
  await hand.click(kindOf(free))
  expect([send().checked, send().disabled]).toEqual([true, false])
  expect(screen.queryByText(text.essential)).toBeNull()
  expect([standing(), screen.queryByRole('button', { name: text.discard })]).toEqual([text.allSaved, null])
  await hand.click(send())
  expect(kindOf(free).textContent).toContain(text.unsavedMark)
  expect(standing()).toBe(text.unsaved)
  await hand.click(button(text.discard))
  expect([send().checked, standing()]).toEqual([true, text.allSaved])
})

test('what is written is previewed, marked as unsaved, and goes back to what is usual after a question', async () => {
  const hand = await opened(`kind=${free}&in=zh`)
  const usual = field(text.subject).value
  expect(screen.queryByRole('button', { name: text.reset })).toBeNull()
  fireEvent.change(field(text.subject), { target: { value: '你好' } })
  expect(within(screen.getByRole('region', { name: text.preview })).getByText('你好')).toBeTruthy()
  expect(kindOf(free).textContent).toContain(text.unsavedMark)
  expect(kindOf(bound).textContent).not.toContain(text.unsavedMark)
  await hand.click(button(text.languages.en))
  expect(screen.queryByRole('button', { name: text.reset })).toBeNull()
  await hand.click(button(text.languages.zh))
  await hand.click(button(text.reset))
  const asked = within(screen.getByRole('alertdialog'))
  expect(asked.getByText(text.resetAsk(emailScenarios[free].name.zh, text.languages.zh))).toBeTruthy()
  await hand.click(asked.getByRole('button', { name: text.reset }))
  await waitFor(() => expect(field(text.subject).value).toBe(usual))
  expect(standing()).toBe(text.allSaved)
})

test('a variable is put where the cursor was, in the field that had it', async () => {
  const hand = await opened(`kind=${free}&in=zh`)
  const { key, name } = emailScenarios[free].variables[0]
  const variable = () => screen.getByRole('button', { name: new RegExp(`^${name.zh}`) })
  fireEvent.change(field(text.subject), { target: { value: '甲乙' } })
  await hand.click(field(text.subject))
  field(text.subject).setSelectionRange(1, 1)
  await hand.click(variable())
  expect(field(text.subject).value).toBe(`甲{{${key}}}乙`)
})

test('a letter without a subject is wrong: that is said at the subject, and it can be neither saved nor tried', async () => {
  const hand = await opened(`kind=${free}&in=zh`)
  await hand.clear(field(text.subject))
  expect(screen.getByText(problemText('required', 'zh'))).toBeTruthy()
  expect(standing()).toBe(text.wrong)
  expect([button(text.test), button(text.save)].map((one) => one.hasAttribute('disabled'))).toEqual([true, true])
  expect(button(text.test).title).toBe(text.wrong)
  // The English one is right, and may be tried; what is wrong keeps both from being saved.
  await hand.click(button(text.languages.en))
  expect([button(text.test), button(text.save)].map((one) => one.hasAttribute('disabled'))).toEqual([false, true])
  expect(standing()).toBe(text.wrong)
})

test('without a mail server nothing is saved, and the page says where to fill it in', async () => {
  await opened(`kind=${free}`)
  expect(screen.getByText(text.noServer, { exact: false })).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toServer }).getAttribute('href')).toContain('/system/config/email/config')
  fireEvent.change(field(text.subject), { target: { value: '你好' } })
  expect([button(text.save).hasAttribute('disabled'), button(text.save).title]).toEqual([true, text.noServer])
})
