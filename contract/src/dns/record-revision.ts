import * as z from 'zod/mini'
import { Time } from '../time.ts'

/** A saved state of a domain, and what it changed. */
export const Revision = z.object({
  version: z.number(),
  at: Time,
  /** Empty for users where it was an administrator. */
  actor: z.string(),
  /** `administrator`, `user` or `platform`; empty where that is unknown. */
  actorKind: z.string(),
  /** The user in whose name the administrator acted. */
  actingAs: z.nullable(z.string()),
  action: z.string(),
  added: z.number(),
  updated: z.number(),
  deleted: z.number(),
  acknowledged: z.array(z.string()),
})
export const RevisionChange = z.object({
  recordId: z.number(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})

/** Of two moments: the records that differ, or all that there were at the first. */
export const momentParts = ['changed', 'records'] as const
