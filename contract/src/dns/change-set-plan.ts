import * as z from 'zod/mini'

/* What a change set would come to, before it is submitted. */

/** What must be typed before it is done: a large part of a domain changes or goes, or a delegation does. */
export const changeSetThresholds = ['large_share', 'delegation'] as const
export type ChangeSetThreshold = (typeof changeSetThresholds)[number]

/** A domain of ten records or more of which this share changes asks for a typed confirmation, as octoDNS does it. */
export const largeShare = { fromRecords: 10, above: 0.3 } as const

/** Records that a set changes, or does not. */
export const Counts = { added: z.number(), updated: z.number(), deleted: z.number(), unchanged: z.number() }
/** What the text of a problem is filled with. */
export const Params = z.record(z.string(), z.unknown())

/** What would become of one domain. `problem` says why nothing will. */
export const PlannedDomain = z.object({
  domain: z.string(),
  ...Counts,
  warnings: z.number(),
  problem: z.nullable(z.string()),
  params: Params,
  thresholds: z.array(z.enum(changeSetThresholds)),
})
export type PlannedDomain = z.infer<typeof PlannedDomain>

/** A line of an imported text that was refused, and why. Without a domain: nothing says whose records it has. */
export const RefusedLine = z.object({
  domain: z.nullable(z.string()),
  source: z.string(),
  lineNumber: z.nullable(z.number()),
  code: z.string(),
  params: Params,
})
export type RefusedLine = z.infer<typeof RefusedLine>

/** A change set before it is submitted: all of its domains, and the first of its differences. `id`: once it is submitted. */
export const ChangeSetPlan = z.object({
  id: z.nullable(z.number()),
  domains: z.array(PlannedDomain),
  ...Counts,
  /** Domains that something will be done to, and their owners. */
  touchedDomains: z.number(),
  touchedUsers: z.number(),
  /** Answers of the last 24 hours: of these domains, and of all domains within the caller's data scope. */
  queries: z.object({ touched: z.number(), all: z.number() }),
  /** Each kind of warning once, with how often it was found and where first; submitting acknowledges it by its code. */
  warnings: z.array(z.object({ code: z.string(), params: Params, count: z.number(), domain: z.string() })),
  /** The number that `confirm` must be where a threshold is passed; null where none is, or where a second administrator is asked. */
  confirm: z.nullable(z.number()),
  /** A threshold is passed, and another administrator has to approve. */
  needsApproval: z.boolean(),
  /** With an import: its first refused lines, and how many there are. */
  refusedLines: z.array(RefusedLine),
  refusedCount: z.number(),
  sample: z.array(z.object({ domain: z.string(), op: z.enum(['add', 'update', 'delete']), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type ChangeSetPlan = z.infer<typeof ChangeSetPlan>
