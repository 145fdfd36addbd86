import * as z from 'zod/mini'
import { Time } from '../time.ts'

export const aliasProblems = ['no_such_name', 'no_address', 'no_answer'] as const
/** Why the target of an ALIAS has no addresses, or old ones: there is no such name, it has none, or no resolver answered. */
export type AliasProblem = (typeof aliasProblems)[number]

export function isAliasProblem(text: string | null): text is AliasProblem {
  return aliasProblems.some((problem) => problem === text)
}

/** What the target of ALIAS records resolves to, as the platform last asked. */
export const AliasTarget = z.object({
  /** In lower case, with its final dot. */
  name: z.string(),
  ipv4: z.array(z.string()),
  ipv6: z.array(z.string()),
  /** The most that clients may keep the addresses. */
  ttl: z.number(),
  /** Null until it was asked for the first time. */
  askedAt: z.nullable(Time),
  problem: z.nullable(z.enum(aliasProblems)),
})
export type AliasTarget = z.infer<typeof AliasTarget>
