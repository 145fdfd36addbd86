import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { cronWords } from '@nameplane/contract/system/cron-words'
import { job } from '@nameplane/contract/system/job'
import { jobKindOf, jobKinds } from '@nameplane/contract/system/job-kinds'
import type { Sent } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { AddJob, EditJob } from './job-form.tsx'
import { jobMessages, jobWords } from './job.messages.ts'

const text = jobMessages.zh
const cron = text.cron
const parts = partsMessages.zh
const label = (field: string): string => jobWords.label(field, 'zh')
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>((content) => content.replace(/\*$/, '') === name)
const kind = () => field(cron.kind)
const fields = () => field(label('cron')).value
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const param = (handler: string, member: string) => jobKindOf(handler)!.fields.find((one) => one.member === member)!.label.zh
const list = async (sent: Sent<typeof job.list>) => (await call(job.list, sent)).data.list

function adding() {
  const close = vi.fn<() => void>()
  return { close, hand: pressed(<AddJob onClose={close} />) }
}
async function made(changes: Partial<Sent<typeof job.save>> = {}) {
  const name = freshWord()
  await call(job.save, { name, handler: 'trial_run', params: { seconds: 0 }, cron: '0 3 1 1 *', status: 0, ...changes })
  return (await list({ search: name }))[0]!
}
function editing(row: Awaited<ReturnType<typeof made>>) {
  const close = vi.fn<() => void>()
  return { close, hand: pressed(<EditJob row={row} saved={row} onStale={() => {}} onClose={close} />) }
}

describe('when a job runs', () => {
  test('begins every night, and each frequency has fields of its own that keep the time of day', async () => {
    const { hand } = adding()
    expect([kind().value, fields(), field(cron.time).value]).toEqual(['day', '0 3 * * *', '03:00'])
    fireEvent.change(field(cron.time), { target: { value: '05:07' } })
    expect(fields()).toBe('7 5 * * *')
    await hand.selectOptions(kind(), 'week')
    expect(fields()).toBe('7 5 * * 1')
    const day = (name: 1 | 3) => within(screen.getByRole('group', { name: cron.days })).getByRole('button', { name: cron.weekdays[name] })
    await hand.click(day(3))
    expect([fields(), day(3).getAttribute('aria-pressed')]).toEqual(['7 5 * * 1,3', 'true'])
    await hand.click(day(1))
    // The last day stays.
    await hand.click(day(3))
    expect([fields(), day(1).getAttribute('aria-pressed')]).toEqual(['7 5 * * 3', 'false'])
    await hand.selectOptions(kind(), 'month')
    expect(fields()).toBe('7 5 1 * *')
    await hand.selectOptions(field(cron.dayOfMonth), '28')
    expect(screen.queryByText(cron.dayOfMonthHelp)).toBeNull()
    await hand.selectOptions(field(cron.dayOfMonth), '29')
    expect([fields(), screen.getByText(cron.dayOfMonthHelp) !== null]).toEqual(['7 5 29 * *', true])
    await hand.selectOptions(kind(), 'hours')
    await hand.selectOptions(field(cron.everyHours), '6')
    await hand.selectOptions(field(cron.minute), '30')
    expect(fields()).toBe('30 */6 * * *')
    await hand.selectOptions(kind(), 'minutes')
    await hand.selectOptions(field(cron.everyMinutes), '15')
    expect(fields()).toBe('*/15 * * * *')
    expect(screen.getByText(cronWords('*/15 * * * *', 'zh')!)).toBeTruthy()
  })

  test('is typed as well: what a frequency can say is shown as one, and what is typed freely stays so', async () => {
    const { hand } = adding()
    fireEvent.change(field(label('cron')), { target: { value: '0 4 * * 1' } })
    expect(kind().value).toBe('week')
    await hand.selectOptions(kind(), 'custom')
    expect(fields()).toBe('0 4 * * 1')
    fireEvent.change(field(label('cron')), { target: { value: '0 4 * * *' } })
    expect(kind().value).toBe('custom')
    expect(screen.queryByLabelText(cron.time)).toBeNull()
    await hand.selectOptions(kind(), 'day')
    expect(field(cron.time).value).toBe('04:00')
    fireEvent.change(field(label('cron')), { target: { value: '0 4 1 1,2 *' } })
    expect(kind().value).toBe('custom')
    fireEvent.change(field(label('cron')), { target: { value: '0 4 * * *' } })
    expect(kind().value).toBe('custom')
  })

  test('is shown as its next times, fewer where it is seldom, and not before it is right', async () => {
    const { hand } = adding()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10))
    expect(screen.getByText(new RegExp(`^${cron.next} · `))).toBeTruthy()
    // The next minute is not “just now”.
    fireEvent.change(field(label('cron')), { target: { value: '* * * * *' } })
    await screen.findByText(`${cron.next} · ${text.soon}`)
    fireEvent.change(field(label('cron')), { target: { value: '0 4 * *' } })
    expect(screen.getByText(cron.notYet)).toBeTruthy()
    expect(screen.getByText(cron.help)).toBeTruthy()
    expect(screen.queryByRole('listitem')).toBeNull()
    // A day that comes every four years.
    const { times } = (await call(job.preview, { cron: '0 4 29 2 *', timeZone: field(label('timeZone')).value })).data
    fireEvent.change(field(label('cron')), { target: { value: '0 4 29 2 *' } })
    await screen.findByText(new RegExp(`^${times.length === 10 ? cron.next : cron.seldom(times.length)} · `))
    await waitFor(() => expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.slice(5, 10))).toEqual(times.map(() => '02-29')))
    fireEvent.change(field(label('cron')), { target: { value: '0 4 * * *' } })
    fireEvent.change(field(label('timeZone')), { target: { value: 'Asia/Nowhere' } })
    expect(screen.getByText(cron.notYet)).toBeTruthy()
    fireEvent.change(field(label('timeZone')), { target: { value: 'Asia/Tokyo' } })
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.slice(11, 16))).toEqual(Array.from({ length: 10 }, () => '04:00')),
    )
    await hand.click(button(parts.cancel))
  })
})

describe('a new job', () => {
  test('needs a name, and its parameters and times are refused at their own fields', async () => {
    const { close, hand } = adding()
    expect(field(label('handler')).value).toBe(jobKinds.find(({ own }) => own === null)!.name)
    await hand.clear(field(param('trial_run', 'seconds')))
    await hand.type(field(param('trial_run', 'seconds')), '3601')
    await hand.type(field(label('name')), freshWord())
    await hand.clear(field(label('cron')))
    await hand.click(button(text.add))
    await waitFor(() => expect(field(param('trial_run', 'seconds')).getAttribute('aria-invalid')).toBe('true'))
    expect(field(label('cron')).getAttribute('aria-invalid')).toBe('true')
    expect(told()).toHaveLength(2)
    expect(close).not.toHaveBeenCalled()
  })

  test('of another kind begins with the parameters of that kind, and is saved with what was filled in', async () => {
    const name = freshWord()
    const { close, hand } = adding()
    await hand.type(field(label('name')), name)
    await hand.type(field(param('trial_run', 'note')), 'hello')
    await hand.selectOptions(field(label('handler')), 'run_log_delete_old')
    expect(screen.getByText(jobKindOf('run_log_delete_old')!.does.zh)).toBeTruthy()
    expect(field(param('run_log_delete_old', 'keepDays')).value).toBe('30')
    await hand.selectOptions(field(label('handler')), 'trial_run')
    expect(field(param('trial_run', 'note')).value).toBe('')
    await hand.click(field(param('trial_run', 'fails')))
    await hand.selectOptions(field(label('overlap')), 'queue')
    await hand.selectOptions(field(label('misfire')), 'skip')
    await hand.click(button(text.add))
    await waitFor(() => expect(close).toHaveBeenCalled())
    const [row] = await list({ search: name })
    expect(row).toMatchObject({ handler: 'trial_run', params: { seconds: 5, fails: true, note: '' }, overlap: 'queue', misfire: 'skip', cron: '0 3 * * *' })
    await call(job.delete, { ids: [row!.id] })
  })

  test('cannot be called as another one', async () => {
    const { name } = await made()
    const { close, hand } = adding()
    await hand.type(field(label('name')), name)
    await hand.click(button(text.add))
    await waitFor(() => expect(told()).toEqual([problemText('job_name_taken', 'zh')]))
    expect(close).not.toHaveBeenCalled()
  })
})

test('a job that is changed keeps what it was saved with, and has the parameters that it was saved without', async () => {
  const row = await made({ params: { seconds: 7 }, cron: '5 4 * * 2,4', timeZone: 'Asia/Tokyo', overlap: 'allow', retries: 2, remark: '备注' })
  const { close, hand } = editing(row)
  expect(screen.getByRole('heading', { name: text.editTitle(row.name) })).toBeTruthy()
  expect([field(param('trial_run', 'seconds')).value, field(param('trial_run', 'note')).value, kind().value]).toEqual(['7', '', 'week'])
  expect([field(label('overlap')).value, field(label('timeZone')).value, field(label('retries')).value]).toEqual(['allow', 'Asia/Tokyo', '2'])
  expect(screen.queryByRole('button', { name: text.backToDefault })).toBeNull()
  await hand.type(field(label('remark')), '二')
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await list({ search: row.name }))[0]).toMatchObject({
    params: { seconds: 7, fails: false, note: '' },
    cron: '5 4 * * 2,4',
    timeZone: 'Asia/Tokyo',
    overlap: 'allow',
    retries: 2,
    remark: '备注二',
    status: 0,
  })
})

test('a job of the platform keeps its name and kind, and goes back to its usual times, in UTC', async () => {
  const [row] = await list({ handler: 'run_log_delete_old', own: true })
  const usual = jobKindOf('run_log_delete_old')!.own!.cron
  const { hand } = editing(row!)
  expect(screen.queryByLabelText(new RegExp(`^${label('name')}`))).toBeNull()
  expect(screen.queryByLabelText(new RegExp(`^${label('handler')}`))).toBeNull()
  expect([fields(), screen.queryByRole('button', { name: text.backToDefault })]).toEqual([usual, null])
  fireEvent.change(field(label('timeZone')), { target: { value: 'Asia/Tokyo' } })
  await hand.click(button(text.backToDefault))
  expect(field(label('timeZone')).value).toBe('UTC')
  await hand.selectOptions(kind(), 'custom')
  fireEvent.change(field(label('cron')), { target: { value: '1 1 1 1,2 *' } })
  await hand.click(button(text.backToDefault))
  expect([fields(), kind().value, screen.queryByRole('button', { name: text.backToDefault })]).toEqual([usual, 'day', null])
})
