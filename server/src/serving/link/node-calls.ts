import type { Explanation } from '../answer/explain.ts'
import type { AnsweringRules } from '../node/answering-rules.ts'
import type { AnswerCount, AppliedUpdate, DriverHealth, HeldZone, LimitedCounts, LogQuestion, NodeLog, Verification } from '../node/driver.ts'
import type { StateQuestion } from '../transfer/transfer-service.ts'
import type { StatePage } from '../transfer/transfer-states.ts'
import type { UpdateHead } from '../zone/zone-update.ts'

/** Raised when the two sides would no longer understand each other. */
export const linkProtocol = 1

/** What a node says of itself when it connects. */
export type NodeHello = { readonly protocol: number; readonly version: string; readonly pid: number }

/** Names of zones whose primaries have told a node that they have changed: `notified`. */
export type NodeNotice = readonly string[]

/**
 * What the control plane asks a node for; a node asks only `hello`, `notified`, and `update` for the response code of an update (RFC 2136).
 */
export type NodeCalls = {
  health: { sent: null; reply: DriverHealth }
  /** The zones with higher ids than `after`, in order, at most as many as fit one reply. */
  held: { sent: { readonly after: number }; reply: readonly HeldZone[] }
  /** The pieces of its records come before it as parts. `isKept` is false for a process whose place is taken: the other one keeps it. */
  zone: { sent: UpdateHead & { readonly isKept: boolean }; reply: AppliedUpdate }
  remove: { sent: { readonly names: readonly string[]; readonly isKept: boolean }; reply: number }
  complete: { sent: null; reply: null }
  rules: { sent: AnsweringRules; reply: null }
  verify: { sent: { readonly name: string }; reply: { readonly verification: Verification } | { readonly failure: ProbeFault } }
  /** Counts are given again until they were confirmed. */
  counters: { sent: null; reply: { readonly batch: number; readonly counts: readonly AnswerCount[]; readonly limited: LimitedCounts } }
  counted: { sent: { readonly batch: number }; reply: null }
  log: { sent: LogQuestion; reply: NodeLog }
  explain: { sent: ExplainQuestion; reply: Explanation }
  /** How far a secondary server is with its zones. */
  states: { sent: StateQuestion; reply: StatePage }
  /** Another process has its port: it answers the TCP connections it has, and replies once these have ended. */
  leave: { sent: null; reply: null }
  /** Ends the process. */
  end: { sent: null; reply: null }
}

export type ProbeFault = { readonly reason: string; readonly detail: string }
export type ExplainQuestion = { readonly name: string; readonly type: string; readonly clientAddress: readonly number[]; readonly prefixLength: number }
