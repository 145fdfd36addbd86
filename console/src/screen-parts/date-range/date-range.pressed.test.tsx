import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { pressed } from '../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { DateRange } from './date-range.tsx'

const words = partsMessages.zh
const told = vi.fn<(from: string, to: string) => void>()

function Range(begin: { from: string; to: string }) {
  const [days, setDays] = useState(begin)
  const choose = (from: string, to: string): void => {
    told(from, to)
    setDays({ from, to })
  }
  return <DateRange label="Time" {...days} onChange={choose} />
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const opener = () => button(/^Time(：.+)?$/)
const end = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const [first, last] = [() => end(words.dates.from), () => end(words.dates.to)]
const day = (of: string) => document.querySelector<HTMLElement>(`[data-day="${of}"]`)!
const daysOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].map((one) => one.dataset['day'])
const ends = () => daysOf('[data-day][aria-pressed=true]')
const between = () => daysOf('td[class]:not([class=""]) [data-day]')
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })

async function opened(from: string, to: string): Promise<ReturnType<typeof pressed>> {
  told.mockClear()
  const hand = pressed(<Range from={from} to={to} />)
  await hand.click(opener())
  return hand
}

test('a range of days begins with what is set: the month, both ends, and the days between them', async () => {
  await opened('2026-03-09', '2026-03-12')
  screen.getByText('2026年3月', { exact: true })
  expect([first().value, last().value]).toEqual(['2026-03-09', '2026-03-12'])
  expect([ends(), between()]).toEqual([
    ['2026-03-09', '2026-03-12'],
    ['2026-03-10', '2026-03-11'],
  ])
  expect(document.activeElement).toBe(first())
})

test('it is clicked in the calendar and applied by the button', async () => {
  const hand = await opened('2026-03-09', '2026-03-12')
  await hand.click(day('2026-03-17'))
  expect([ends(), between()]).toEqual([['2026-03-17'], []])
  await hand.click(day('2026-03-20'))
  expect(between()).toEqual(['2026-03-18', '2026-03-19'])
  expect(told).not.toHaveBeenCalled()
  await hand.click(button(words.confirm))
  expect(told.mock.calls).toEqual([['2026-03-17', '2026-03-20']])
  button('Time：2026-03-17 – 2026-03-20')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('it is typed, with either end open, and applied by Enter', async () => {
  const hand = await opened('', '')
  type(first(), '2026-03-09')
  await hand.type(last(), '{Enter}')
  await hand.click(opener())
  type(first(), '')
  type(last(), '2026-03-12')
  await hand.type(last(), '{Enter}')
  expect(told.mock.calls).toEqual([
    ['2026-03-09', ''],
    ['', '2026-03-12'],
  ])
})

test.each([
  ['2026-02-30', '', [true, false]],
  ['', 'today', [false, true]],
  ['2026-03-12', '2026-03-09', [false, true]],
])('from “%s” to “%s” is marked where it is wrong and cannot be applied', async (from, to, wrong) => {
  const hand = await opened('', '')
  type(first(), from)
  type(last(), to)
  expect([first(), last()].map((field) => field.getAttribute('aria-invalid') === 'true')).toEqual(wrong)
  expect(button(words.confirm)).toHaveProperty('disabled', true)
  await hand.type(last(), '{Enter}')
  expect(told).not.toHaveBeenCalled()
})

test('its calendar is moved through by the arrow keys, into other months too', async () => {
  const hand = await opened('2026-03-01', '')
  day('2026-03-01').focus()
  for (const [key, to] of [
    ['ArrowLeft', '2026-02-28'],
    ['ArrowRight', '2026-03-01'],
    ['ArrowUp', '2026-02-22'],
    ['ArrowDown', '2026-03-01'],
  ] as const) {
    await hand.keyboard(`{${key}}`)
    await waitFor(() => expect(document.activeElement).toBe(day(to)))
  }
  await hand.click(button(words.dates.nextMonth))
  screen.getByText('2026年4月', { exact: true })
  await hand.click(button(words.dates.previousMonth))
  await hand.click(button(words.dates.previousMonth))
  screen.getByText('2026年2月', { exact: true })
})

test('it is cleared at once, and chosen at once by a shortcut, which then names it', async () => {
  const hand = await opened('2026-03-09', '2026-03-12')
  await hand.click(button(words.dates.clear))
  expect(told.mock.lastCall).toEqual(['', ''])
  await hand.click(button('Time'))
  await hand.click(button('最近一周'))
  button('Time：最近一周')
})
