import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
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
  createTime: Time,
}

/** A run in the log. */
export const Run = z.object(runShape)
export type Run = z.infer<typeof Run>

/** A run whole. */
export const RunDetail = z.object({
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
  cron: Cron,
  timeZone: z._default(TimeZone, 'UTC'),
  remark: z._default(plainText(jobLimits.remarkLength), ''),
  overlap: z._default(z.enum(overlapPolicies), 'skip'),
  misfire: z._default(z.enum(misfirePolicies), 'run_once'),
  timeoutSeconds: z._default(whole(jobLimits.timeoutSeconds.min, jobLimits.timeoutSeconds.max), 600),
  retries: z._default(whole(0, jobLimits.retries), 0),
  retryPauseSeconds: z._default(whole(jobLimits.retryPauseSeconds.min, jobLimits.retryPauseSeconds.max), 60),
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

export const schedule = {
  list: endpoint('GET sys/schedule/list', {
    summary: 'Scheduled jobs, one page: the platform’s own and those administrators have added',
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
    summary: 'One job',
    access: 'schedule.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: Job }),
    problems: missing,
  }),
  handlers: endpoint('GET sys/schedule/handlers', {
    summary: 'What jobs can be made of: every handler with its parameters and their defaults',
    access: 'schedule.read',
    reply: z.object({
      data: z.array(
        z.object({ name: z.string(), title: Words, does: Words, params: z.record(z.string(), z.unknown()), cron: z.nullable(z.string()), isOwn: z.boolean() }),
      ),
    }),
  }),
  preview: endpoint('GET sys/schedule/preview', {
    summary: 'The next ten times that five cron fields mean in a time zone, and the same in words',
    access: 'schedule.read',
    input: z.object({ cron: Cron, timeZone: z._default(TimeZone, 'UTC') }),
    reply: z.object({ data: z.object({ words: Words, times: z.array(Time) }) }),
  }),
  save: endpoint('POST sys/schedule/save', {
    summary: 'Adds a job',
    access: 'schedule.write',
    input: z.object({ ...fields, status: z._default(Status, 1) }).check(paramsFit),
    reply: z.object({ data: z.object({ id: z.number() }) }),
    problems: ['job_name_taken', 'job_kind_missing'],
  }),
  update: endpoint('POST sys/schedule/update', {
    summary: 'Changes a job; its next time is worked out anew',
    access: 'schedule.write',
    input: z.object({ id: Id, rowVersion: z.optional(Version), ...fields }).check(paramsFit),
    problems: ['job_missing', 'job_name_taken', 'job_kind_missing', 'job_own_kind', 'changed_meanwhile'],
  }),
  delete: endpoint('POST sys/schedule/delete', {
    summary: 'Deletes jobs; what they did stays in the log. The platform’s own stay',
    access: 'schedule.write',
    input: z.object({ ids: Ids }),
    problems: ['job_missing', 'job_own_stays', 'job_running'],
  }),
  pause: endpoint('POST sys/schedule/pause', {
    summary: 'Pauses jobs: their times go by until they are resumed',
    access: 'schedule.write',
    input: z.object({ ids: Ids }),
    problems: ['job_missing', 'job_stays_on'],
  }),
  resume: endpoint('POST sys/schedule/resume', {
    summary: 'Resumes paused jobs; what went by meanwhile is not made up for',
    access: 'schedule.write',
    input: z.object({ ids: Ids }),
    problems: missing,
  }),
  run: endpoint('POST sys/schedule/run', {
    summary: 'Runs a job now, paused or not; answers the number of the run',
    access: 'schedule.write',
    input: z.object({ id: Id }),
    reply: z.object({ data: z.object({ runId: z.number() }) }),
    problems: ['job_missing', 'job_running'],
  }),
  logList: endpoint('GET sys/schedule/log/list', {
    summary: 'Runs of jobs, newest first, one page',
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
    reply: z.object({ data: pageOf(Run) }),
  }),
  logInfo: endpoint('GET sys/schedule/log/info/{id}', {
    summary: 'One run with its output, and where it failed',
    access: 'schedule.read',
    input: z.object({ id: Id }),
    reply: z.object({ data: RunDetail }),
    problems: ['run_missing'],
  }),
  logStop: endpoint('POST sys/schedule/log/stop', {
    summary: 'Stops a run that waits or is going on; it is not tried again',
    access: 'schedule.write',
    input: z.object({ id: Id }),
    problems: ['run_missing', 'run_over'],
  }),
}
