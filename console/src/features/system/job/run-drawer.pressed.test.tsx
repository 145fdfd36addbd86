import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { job, type RunState } from '@nameplane/contract/system/job'
import { jobKindOf } from '@nameplane/contract/system/job-kinds'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { RunDrawer } from './run-drawer.tsx'
import { jobMessages, runWords } from './job.messages.ts'

const text = jobMessages.zh.runs
const label = (field: string): string => runWords.label(field, 'zh')
const stateOf = async (id: number) => (await call(job.logInfo, { id })).data.state

/** A run of a job that only waits, once it has come to one of these states. */
async function ran(params: Record<string, unknown>, ...states: RunState[]) {
  const name = freshWord()
  const { id } = (await call(job.save, { name, handler: 'trial_run', params, cron: '0 3 1 1 *', status: 0 })).data
  const { runId } = (await call(job.run, { id })).data
  await waitFor(async () => expect(states).toContain(await stateOf(runId)))
  return { name, runId }
}
const shown = (id: number, beside: { onPrevious?: () => void; onNext?: () => void } = {}) =>
  pressed(<RunDrawer id={id} onPrevious={beside.onPrevious ?? null} onNext={beside.onNext ?? null} onClose={() => {}} />)
/** What stands beside a name among the facts; null where nothing does. */
const fact = (name: string) => {
  const term = screen.queryAllByRole('term').find(({ textContent }) => textContent === name)
  return term ? (term.nextElementSibling?.textContent ?? '') : null
}

test('a run that is over says what came of it and what it wrote, and cannot be stopped', async () => {
  const { name, runId } = await ran({ seconds: 0, note: 'from the run' }, 'succeeded')
  shown(runId)
  await screen.findByRole('dialog', { name })
  expect(fact(label('state'))).toBe(text.choices.state.succeeded)
  expect(fact(label('handler'))).toBe(jobKindOf('trial_run')!.title.zh)
  expect(fact(label('trigger'))).toBe(text.choices.trigger.manual)
  expect(fact(label('startedBy'))).not.toBe('')
  // Only a further try is counted.
  expect(fact(label('attempt')) ?? '').not.toContain('1')
  // What it was told, by the names of its form.
  const [seconds, fails, note] = jobKindOf('trial_run')!.fields.map((field) => field.label.zh)
  const told = [`${seconds}：0`, `${fails}：${partsMessages.zh.no}`, `${note}：from the run`]
  expect(fact(label('params'))).toBe(told.join(''))
  expect(fact(label('error'))).toBeNull()
  expect(screen.getByLabelText(text.output).textContent).toContain('from the run')
  expect(screen.queryByText(text.dropped(0))).toBeNull()
  expect(screen.queryByText(text.stack)).toBeNull()
  expect(screen.queryByRole('button', { name: text.stop })).toBeNull()
})

test('a run that failed says why instead of what came of it', async () => {
  const { runId } = await ran({ seconds: 0, fails: true }, 'failed')
  shown(runId)
  await screen.findByText(text.choices.state.failed)
  expect(fact(label('error'))).not.toBe('')
  expect(fact(label('result'))).toBeNull()
})

test('a run that goes on is stopped after a question, and the drawer then says so by itself', async () => {
  const { runId } = await ran({ seconds: 600 }, 'running')
  const hand = shown(runId)
  await hand.click(await screen.findByRole('button', { name: text.stop }))
  const asked = () => within(screen.getByRole('alertdialog'))
  expect(asked().getByText(text.stopAsk)).toBeTruthy()
  await hand.click(asked().getByRole('button', { name: partsMessages.zh.cancel }))
  expect(await stateOf(runId)).toBe('running')
  await hand.click(screen.getByRole('button', { name: text.stop }))
  await hand.click(asked().getByRole('button', { name: text.stop }))
  await screen.findByText(text.choices.state.stopped)
  expect(await stateOf(runId)).toBe('stopped')
  await waitFor(() => expect(screen.queryByRole('button', { name: text.stop })).toBeNull())
})

test('the drawer leads to the runs beside it, says at which end there is none, and shows no way where it stands alone', async () => {
  const { name, runId } = await ran({ seconds: 0 }, 'succeeded')
  const { first, last } = partsMessages.zh.reasons
  const [previous, next] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const hand = shown(runId, { onNext: next })
  await screen.findByRole('dialog', { name })
  expect(screen.getByTitle(first)).toHaveProperty('disabled', true)
  await hand.click(screen.getByTitle(first).nextElementSibling!)
  expect(next).toHaveBeenCalledOnce()
  cleanup()
  const other = shown(runId, { onPrevious: previous })
  await screen.findByRole('dialog', { name })
  await other.click(screen.getByTitle(last).previousElementSibling!)
  expect(previous).toHaveBeenCalledOnce()
  cleanup()
  shown(runId)
  await screen.findByRole('dialog', { name })
  expect([screen.queryByTitle(first), screen.queryByTitle(last)]).toEqual([null, null])
})

test('a run that is gone says so', async () => {
  shown(2_000_000_000)
  expect(await screen.findByText(new RegExp(problemText('run_missing', 'zh')))).toBeTruthy()
  expect(screen.getByRole('dialog', { name: text.details })).toBeTruthy()
})
