import type * as z from 'zod/mini'

/** A text in both languages. */
export type Words = { readonly zh: string; readonly en: string }

/** What one parameter of a job is called; the rest is said by the kind's schema. */
export type JobField = {
  /** The member of `params`. */
  readonly member: string
  readonly label: Words
  readonly help?: Words
  /** Lines of its field, where it may have several. */
  readonly rows?: number
}

/** The platform's own job of a kind, as it is seeded at the first start. Administrators may re-time it, never delete it. */
export type BuiltInJob = {
  /** Five cron fields, in UTC. */
  readonly cron: string
  /** Why it must not be paused; null where it may be. */
  readonly staysOn: Words | null
  /** Aborted after this time; ten minutes when absent. */
  readonly timeoutSeconds?: number
  /** Tries after a failure; none when absent, since most come round again by themselves. */
  readonly retries?: number
  readonly retryPauseSeconds?: number
}

/** A kind of work that jobs can be made of (the `handler` of a job): what it is called, does, and is told. */
export type JobKind<Params extends z.core.$ZodType = z.core.$ZodType> = {
  /** Letters, digits and underscores; what a stored job names, so it never changes. */
  readonly name: string
  readonly title: Words
  /** What it does, in one sentence. */
  readonly does: Words
  /** A `z.object` whose members all have defaults: `{}` fits. */
  readonly params: Params
  /** The form's fields, one for each member of `params`, in their order. */
  readonly fields: readonly JobField[]
  /** The platform's own job of this kind; null for kinds that only administrators make jobs of. */
  readonly own: BuiltInJob | null
}

/**
 * Declares a kind of job: `jobKind('backup_run', { title, does, params: z.object({ … }), fields, own: { cron, staysOn: null } })`. List it in
 * job-kinds.ts; its work is bound to it in server/src/app/built-in-jobs.ts by `jobWork`.
 */
export function jobKind<Params extends z.core.$ZodType>(name: string, options: Omit<JobKind<Params>, 'name'>): JobKind<Params> {
  return { name, ...options }
}
