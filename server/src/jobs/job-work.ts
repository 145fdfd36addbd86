import type * as z from 'zod/mini'
import type { JobKind, Words } from '@nameplane/contract/system/job-kind'

/** One run of a job, as its work sees it. */
export type JobRun<Params> = {
  /** As the kind's schema reads them. */
  readonly params: Params
  /**
   * Aborted at the job's timeout and when the platform stops. The work then has to settle soon, by throwing or not: until
   * it has, the job counts as running, so that it never runs twice at once.
   */
  readonly signal: AbortSignal
  /** What started it. */
  readonly trigger: 'schedule' | 'manual' | 'retry'
  /** 1 for the first try of a run, higher for those after a failure. */
  readonly attempt: number
  /** The time it was planned for, or the moment somebody asked for it. A run that is late sees the time it should have had. */
  readonly dueAt: Date
  /** Adds a line to the output that the log shows. Never a secret. Long lines are cut and only so many are kept. */
  write(line: string): void
}

/** What a run has to say when it is done: one sentence in both languages, or nothing. */
export type JobResult = Words | void

/** A kind of job with the function that does it. */
export type JobWork = { readonly kind: JobKind; readonly run: (run: JobRun<unknown>) => Promise<JobResult> }

/**
 * Binds a kind to what it does. The work is called in one process at a time and may be cut off at any moment (a process can
 * be killed), so it commits in steps that can be done again. It fails by throwing; administrators read the error's text, that of a
 * `Problem` without params in their language.
 * @example jobWork(captchaDeleteOld, async ({ params, signal }) => { … return { zh: '删除 3 个', en: '3 removed' } })
 */
export function jobWork<Params extends z.core.$ZodType>(kind: JobKind<Params>, run: (run: JobRun<z.output<Params>>) => Promise<JobResult>): JobWork {
  return { kind, run: (given) => run(given as JobRun<z.output<Params>>) }
}
