import * as z from 'zod/mini'

/** A finding about one change of a batch (or about line `lineNumber` of an import): errors block, warnings need a tick, notes only tell. */
export const Finding = z.object({
  /** Index into `changes`; null for an import. */
  change: z.nullable(z.number()),
  lineNumber: z.nullable(z.number()),
  severity: z.enum(['error', 'warning', 'note']),
  /** Problem code; text in the catalogue. */
  code: z.string(),
  field: z.nullable(z.string()),
  params: z.record(z.string(), z.unknown()),
})
export type Finding = z.infer<typeof Finding>

/** How much was found, by severity. */
export const FoundCounts = z.object({ error: z.number(), warning: z.number(), note: z.number() })
export type FoundCounts = z.infer<typeof FoundCounts>
