import { expect, test } from 'vitest'
import { job } from '@nameplane/contract/system/job'
import { jobKinds } from '@nameplane/contract/system/job-kinds'
import { textsIn } from '../../../i18n/messages.ts'
import { actionsOf } from '../../../screen-parts/list/actions.testing.tsx'
import type { JobRow } from './job-list.tsx'
import { jobMessages } from './job.messages.ts'
import { jobRow } from './job-row.testing.ts'
import { useJobActions } from './use-job-actions.ts'

const row: JobRow = { ...jobRow, id: 7 }
const rows: readonly JobRow[] = [row, { ...row, id: 8 }]
const text = textsIn(jobMessages, 'zh')
const anew = [job.list, job.info, job.logList].map(({ path }) => `anew: ${path}`)
const done = ['says: 操作成功', ...anew]
const doing = actionsOf<JobRow>((open) => useJobActions(open), { data: { runId: 99 } })

test('with a job this can be done', () => {
  expect(doing.all).toEqual([
    'add, page, quick',
    'run, row, quick',
    'edit, row',
    'log, row, for readers',
    'resume, rows',
    'pause, rows, asks',
    'delete, rows, schedule.delete, dangerous, asks',
  ])
  expect(doing.offeredFor(row)).toEqual(['run', 'edit', 'log', 'pause', 'delete'])
  expect(doing.offeredFor({ ...row, status: 0 })).toEqual(['run', 'edit', 'log', 'resume', 'delete'])
})

test.each([
  ['add', ['opens add']],
  ['run', [`POST ${job.run.path} {"id":7}`, ...done, 'goes to #/?run=99']],
  ['edit', ['opens edit of 7']],
  ['log', ['goes to #/system/schedule/log?jobId=7']],
  ['resume', [`POST ${job.resume.path} {"ids":[7,8]}`, ...done]],
  ['pause', [`POST ${job.pause.path} {"ids":[7,8]}`, ...done]],
  ['delete', [`POST ${job.delete.path} {"ids":[7,8]}`, 'says: 删除成功', ...anew]],
])('“%s” does what it says', async (key, expected) => expect(await doing.does(key, rows)).toEqual(expected))

test('a job that runs is not begun beside itself where that is not wanted, and not deleted', () => {
  const { isRunning } = text
  expect(doing.refusalsOf(row)).toEqual({})
  expect(doing.refusalsOf({ ...row, runningCount: 1 })).toEqual({ run: isRunning, delete: isRunning })
  expect(doing.refusalsOf({ ...row, runningCount: 1, overlap: 'allow' })).toEqual({ delete: isRunning })
})

test('the platform’s own jobs stay, and some of them stay on', () => {
  const kept = jobKinds.find(({ own }) => own?.staysOn)!
  const pausable = jobKinds.find(({ own }) => own !== null && own.staysOn === null)!
  expect(doing.refusalsOf({ ...row, isOwn: true, handler: kept.name })).toEqual({ pause: kept.own!.staysOn!.zh, delete: text.ownStays })
  expect(doing.refusalsOf({ ...row, isOwn: true, handler: pausable.name, runningCount: 1, overlap: 'queue' })).toEqual({ delete: text.ownStays })
  // Somebody's job of the same kind is theirs.
  expect(doing.refusalsOf({ ...row, handler: kept.name })).toEqual({})
})
