import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { FieldNames, NamesFor } from '../field-names.ts'
import { asCode, asSeconds } from '../fields.ts'
import { readInput } from '../issues.ts'
import { Moment } from '../moment.ts'
import { Flag, Id, Ids, jsonOr, listQuery, numeric, pageOf, Version } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { isCronRefusal, isTimeZone, readCron } from './cron.ts'
import { jobKindOf } from './job-kinds.ts'

/** What happens when a job's time comes while an earlier run of it is still going on: left out, begun after it, or begun beside it. */
export const overlapPolicies = ['skip', 'queue', 'allow'] as const
/** What happens when times went by unserved, as while the platform was down: made up for once, or left out. */
export const misfirePolicies = ['run_once', 'skip'] as const

/** What started a run. */
export const runTriggers = ['schedule', 'manual', 'retry'] as const
/** `interrupted`: the process that was at it ended. `skipped`: its time came, and a policy said not to. */
export const runStates = ['waiting', 'running', 'succeeded', 'failed', 'timed_out', 'interrupted', 'stopped', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/** Bounds of a job's fields. */
export const jobLimits = {
  nameLength: 80,
  remarkLength: 200,
  timeoutSeconds: { min: 1, max: 86_400 },
  retries: 10,
  retryPauseSeconds: { min: 1, max: 86_400 },
} as const

const Words = z.object({ zh: z.string(), en: z.string() })

/** Five cron fields, with one space between them. */
export const Cron = z.pipe(
  z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(200),
    z.check((context) => {
      const read = readCron(context.value)
      if (isCronRefusal(read)) context.issues.push({ code: 'custom', input: context.value, message: read.code, params: read.params })
    }),
  ),
  z.transform((text: string) => text.split(/\s+/).join(' ')),
)

/** A time zone by its name in the IANA database. */
export const TimeZone = z.string().check(z.trim(), z.minLength(1, 'required'), z.refine(isTimeZone, { error: 'time_zone_unknown' }))

/** The newest run that had begun, as a job's row shows it. */
const LastRun = z.object({
  id: z.number(),
  state: z.enum(runStates),
  trigger: z.enum(runTriggers),
  startTime: z.nullable(Time),
  durationMs: z.nullable(z.number()),
  error: z.nullable(z.string()),
  /** The problem's text, where `error` is the code of one. */
  errorText: z.nullable(Words),
})

export const Job = z.object({
  id: z.number(),
  /** Empty for the platform's own jobs, which are called as their kind is. */
  name: z.string(),
  /** Name of a kind in job-kinds.ts. */
  handler: z.string(),
  params: z.record(z.string(), z.unknown()),
  cron: z.string(),
  timeZone: z.string(),
  remark: z.string(),
  /** 1 runs at its times, 0 paused. */
  status: z.number(),
  overlap: z.enum(overlapPolicies),
  misfire: z.enum(misfirePolicies),
  timeoutSeconds: z.number(),
  /** Tries after a failure. */
  retries: z.number(),
  retryPauseSeconds: z.number(),
  /** One of the platform's own duties: cannot be deleted. */
  isOwn: z.boolean(),
  /** Null while it is paused. */
  nextTime: z.nullable(Time),
  lastRun: z.nullable(LastRun),
  runningCount: z.number(),
  waitingCount: z.number(),
  /** Of its newest runs that succeeded, at most twenty; null without any. */
  averageMs: z.nullable(z.number()),
  rowVersion: z.number(),
  createTime: Time,
  updateTime: Time,
})
export type Job = z.infer<typeof Job>

const runShape = {
  id: z.number(),
  /** Null once the job was deleted. */
  jobId: z.nullable(z.number()),
  jobName: z.string(),
  handler: z.string(),
  params: z.record(z.string(), z.unknown()),
  trigger: z.enum(runTriggers),
  /** Who asked for it by hand; empty for others. */
  startedBy: z.string(),
  /** 1 for the first try. */
  attempt: z.number(),
  state: z.enum(runStates),
  /** The time it was planned for; null for those that were asked for by hand or tried again. */
  plannedTime: z.nullable(Time),
  startTime: z.nullable(Time),
  endTime: z.nullable(Time),
  durationMs: z.nullable(z.number()),
  result: z.nullable(Words),
  /** Why it failed, or was skipped; null for others. */
  error: z.nullable(z.string()),
  /** The problem's text, where `error` is the code of one. */
  errorText: z.nullable(Words),
  createTime: Time,
}

/** A run in the log. */
export const JobRun = z.object(runShape)
export type JobRun = z.infer<typeof JobRun>

/** A run whole. */
export const JobRunDetail = z.object({
  ...runShape,
  /** Where in the program it failed. */
  errorStack: z.nullable(z.string()),
  output: z.array(z.string()),
  /** Lines that were written beyond those kept. */
  droppedLines: z.number(),
})

const Status = numeric().check(z.int(), z.minimum(0), z.maximum(1))

const whole = (min: number, max: number) => numeric().check(z.int(), z.minimum(min), z.maximum(max))
const fields = {
  name: z._default(plainText(jobLimits.nameLength), ''),
  handler: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
  /** Members that the kind does not know are left out. */
  params: z._default(jsonOr(z.record(z.string().check(z.maxLength(64)), z.unknown())), {}),
  cron: asCode(Cron),
  timeZone: z._default(TimeZone, 'UTC'),
  remark: z._default(plainText(jobLimits.remarkLength), ''),
  overlap: z._default(z.enum(overlapPolicies), 'skip'),
  misfire: z._default(z.enum(misfirePolicies), 'run_once'),
  timeoutSeconds: asSeconds(z._default(whole(jobLimits.timeoutSeconds.min, jobLimits.timeoutSeconds.max), 600)),
  retries: z._default(whole(0, jobLimits.retries), 0),
  retryPauseSeconds: asSeconds(z._default(whole(jobLimits.retryPauseSeconds.min, jobLimits.retryPauseSeconds.max), 60)),
}

/** Parameters are read by their kind's own schema, and refused at their own fields, whatever else is wrong. */
const paramsFit = z.check<{ handler: string; params: Record<string, unknown> }>(
  (context) => {
    const { handler, params } = context.value
    if (typeof handler !== 'string' || typeof params !== 'object') return
    const kind = jobKindOf(handler)
    if (!kind) {
      if (handler !== '') context.issues.push({ code: 'custom', input: handler, path: ['handler'], message: 'job_kind_missing' })
      return
    }
    const read = readInput(kind.params, params)
    if (read.isRight) return
    for (const issue of read.issues)
      context.issues.push({ code: 'custom', input: params, path: ['params', ...issue.path], message: issue.code, params: { ...issue.params } })
  },
  { when: () => true },
)

const missing = ['job_missing'] as const

export const job = {
  list: endpoint('GET sys/schedule/list', {
    summary: 'List scheduled jobs, built-in and added',
    access: 'schedule.read',
    input: listQuery(['name', 'handler', 'nextTime', 'createTime', 'updateTime'], {
      search: z.optional(z.string().check(z.trim(), z.maxLength(80))),
      handler: z.optional(z.string().check(z.maxLength(64))),
      status: z.optional(Status),
      own: z.optional(Flag),
    }),
    reply: z.object({ data: pageOf(Job) }),
  }),
  info: endpoint('GET sys/schedule/info/{id}', {
    summary: 'Get a scheduled job',
    access: 'schedule.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Job }),
    problems: missing,
  }),
  handlers: endpoint('GET sys/schedule/handlers', {
    summary: 'List job handlers with their parameters and defaults',
    access: 'schedule.read',
    reply: z.object({
      data: z.array(
        z.object({ name: z.string(), title: Words, does: Words, params: z.record(z.string(), z.unknown()), cron: z.nullable(z.string()), isOwn: z.boolean() }),
      ),
    }),
  }),
  preview: endpoint('GET sys/schedule/preview', {
    summary: 'Get the next ten times of a cron expression in a time zone, and its description',
    access: 'schedule.read',
    input: z.object({ cron: Cron, timeZone: z._default(TimeZone, 'UTC') }),
    reply: z.object({ data: z.object({ words: Words, times: z.array(Time) }) }),
  }),
  save: endpoint('POST sys/schedule/save', {
    summary: 'Add a scheduled job',
    access: 'schedule.write',
    input: z.object({ ...fields, status: z._default(Status, 1) }).check(paramsFit),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['job_name_taken', 'job_kind_missing'],
  }),
  update: endpoint('POST sys/schedule/update', {
    summary: 'Edit a scheduled job. Its next time is recalculated.',
    access: 'schedule.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }).check(paramsFit),
    problems: ['job_missing', 'job_name_taken', 'job_kind_missing', 'job_own_kind', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/schedule/delete', {
    summary: 'Delete scheduled jobs. Their runs stay in the log. Built-in jobs cannot be deleted.',
    access: 'schedule.delete',
    input: z.object({ ids: Ids }),
    problems: ['job_missing', 'job_own_stays', 'job_running'],
  }),
  pause: endpoint('POST sys/schedule/pause', {
    summary: 'Pause scheduled jobs. Runs are missed until they are resumed.',
    access: 'schedule.write',
    input: z.object({ ids: Ids }),
    problems: ['job_missing', 'job_stays_on'],
  }),
  resume: endpoint('POST sys/schedule/resume', {
    summary: 'Resume scheduled jobs. Missed runs are not made up.',
    access: 'schedule.write',
    input: z.object({ ids: Ids }),
    problems: missing,
  }),
  run: endpoint('POST sys/schedule/run', {
    summary: 'Run a scheduled job now, even if paused. Returns the number of the run.',
    access: 'schedule.write',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ runId: z.number() }) }),
    problems: ['job_missing', 'job_running'],
  }),
  logList: endpoint('GET sys/schedule/log/list', {
    summary: 'List runs, newest first',
    access: 'schedule.read',
    input: listQuery(['id', 'startTime', 'durationMs'], {
      jobId: z.optional(Id),
      handler: z.optional(z.string().check(z.maxLength(64))),
      state: z.optional(z.enum(runStates)),
      trigger: z.optional(z.enum(runTriggers)),
      /** When runs came to be: from the first to the last moment, both included. */
      from: z.optional(Moment),
      to: z.optional(Moment),
      search: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    }),
    reply: z.object({ data: pageOf(JobRun) }),
  }),
  logInfo: endpoint('GET sys/schedule/log/info/{id}', {
    summary: 'Get a run with its output and error',
    access: 'schedule.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: JobRunDetail }),
    problems: ['run_missing'],
  }),
  logStop: endpoint('POST sys/schedule/log/stop', {
    summary: 'Stop a waiting or active run. It is not retried.',
    access: 'schedule.write',
    input: z.object({ id: Id }),
    problems: ['run_missing', 'run_over'],
  }),
}

export const rights = {
  'schedule.read': { zh: '查看计划任务与执行记录', en: 'View scheduled jobs and runs' },
  'schedule.write': { zh: '添加、修改、暂停与执行计划任务', en: 'Add, edit, pause and run scheduled jobs' },
  'schedule.delete': { zh: '删除计划任务', en: 'Delete scheduled jobs' },
} as const

export { jobProblems as problems } from './job-problems.ts'

export const auditWords = {
  'job.create': { zh: '添加计划任务', en: 'Scheduled job added' },
  'job.update': { zh: '修改计划任务', en: 'Scheduled job changed' },
  'job.delete': { zh: '删除计划任务', en: 'Scheduled job deleted' },
  'job.pause': { zh: '暂停计划任务', en: 'Scheduled job paused' },
  'job.resume': { zh: '恢复计划任务', en: 'Scheduled job resumed' },
  'job.run': { zh: '手动执行计划任务', en: 'Scheduled job run manually' },
  'job.stop': { zh: '停止执行计划任务', en: 'Scheduled job run stopped' },
} as const

export const logWords = { job: { zh: '计划任务', en: 'Scheduled job' }, schedule: { zh: '计划任务', en: 'Scheduled job' } } as const

export const menu = [
  { path: '/system/schedule/list', right: 'schedule.read', place: 10 },
  { path: '/system/schedule/log', right: 'schedule.read', place: 20 },
] as const

export const terms = [
  {
    zh: '计划任务',
    en: 'job',
    word: 'job',
    meaning: 'A handler with parameters, times and rules. The maintenance of the platform consists of jobs too. On the wire `schedule`.',
  },
  { zh: '执行记录', en: 'run', word: 'JobRun', meaning: 'One execution of a job, or a skipped one, with its result' },
] as const
/** What the fields of jobs are called. */
export const fieldNames = {
  name: { zh: '任务名称', en: 'Name' },
  handler: { zh: '处理程序', en: 'Handler' },
  params: { zh: '参数', en: 'Parameters' },
  cron: { zh: 'Cron 表达式', en: 'Cron expression' },
  timeZone: { zh: '时区', en: 'Time zone' },
  overlap: { zh: '上一次未结束时', en: 'If the previous run is unfinished' },
  misfire: { zh: '错过执行时间时', en: 'If runs were missed' },
  timeoutSeconds: { zh: '执行时限（秒）', en: 'Time limit (seconds)' },
  retries: { zh: '失败后重试次数', en: 'Retries after a failure' },
  retryPauseSeconds: { zh: '重试间隔（秒）', en: 'Pause between retries (seconds)' },
  own: { zh: '来源', en: 'Source' },
  times: { zh: '执行时间', en: 'Schedule' },
  nextTime: { zh: '下次执行', en: 'Next run' },
  lastRun: { zh: '上次执行', en: 'Last run' },
  averageMs: { zh: '平均耗时', en: 'Average duration' },
} as const satisfies NamesFor<typeof job.save>

/** What the fields of runs are called. */
export const runFieldNames = {
  jobId: { zh: '任务', en: 'Job' },
  jobName: { zh: '任务', en: 'Job' },
  handler: fieldNames.handler,
  params: fieldNames.params,
  state: { zh: '结果', en: 'Result' },
  trigger: { zh: '触发方式', en: 'Trigger' },
  startedBy: { zh: '执行人', en: 'Started by' },
  attempt: { zh: '尝试次数', en: 'Attempt' },
  plannedTime: { zh: '计划时间', en: 'Planned for' },
  startTime: { zh: '开始时间', en: 'Started' },
  endTime: { zh: '结束时间', en: 'Ended' },
  durationMs: { zh: '耗时', en: 'Duration' },
  result: { zh: '说明', en: 'Notes' },
  error: { zh: '错误信息', en: 'Error' },
} as const satisfies FieldNames
