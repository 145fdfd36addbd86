import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, jsonOr, numeric } from '../paging.ts'
import { plainText } from '../rules.ts'
import { Time } from '../time.ts'
import { dispatchModes } from './settings/node-check.ts'

const Port = numeric().check(z.int(), z.minimum(1), z.maximum(65_534))

/** One try of a node to reach another one's port. */
const CheckResult = z.object({
  nodeId: Id,
  port: Port,
  isReachable: z.boolean(),
  /** How long it took. */
  milliseconds: z._default(z.nullable(numeric().check(z.int(), z.minimum(0), z.maximum(600_000))), null),
  /** Why not, in a few words. */
  reason: z._default(plainText(200), ''),
})

/** How a node stands by what was reported of it. */
const CheckedNode = z.object({
  nodeId: z.number(),
  name: z.string(),
  address: z.string(),
  /** `unknown` while nothing, or nothing fresh, was reported. */
  state: z.enum(['reachable', 'failing', 'unknown']),
  since: z.nullable(Time),
  /** Share of fresh results that failed; null without any. */
  failedPercent: z.nullable(z.number()),
  reporters: z.number(),
  reportTime: z.nullable(Time),
  reason: z.string(),
})
export type CheckedNode = z.output<typeof CheckedNode>

export const nodeCheckCalls = {
  key: endpoint('GET sys/cdnsys/auth/check/key/show', {
    summary: 'The token by which nodes fetch their checks and report results, and the address for it; showing it is in the audit log',
    access: 'node_check.write',
    effect: 'write',
    whileImpersonating: 'refused',
    reply: z.object({ token: z.string(), importUrl: z.string() }),
  }),
  renewKey: endpoint('POST sys/cdnsys/auth/check/key/renew', {
    summary: 'Makes another token; the one before is refused at once',
    access: 'node_check.write',
    whileImpersonating: 'refused',
    reply: z.object({ token: z.string(), importUrl: z.string() }),
  }),
  nodes: endpoint('GET sys/cdnsys/auth/check/node/list', {
    summary: 'How each node stands by what was reported of it',
    access: 'node_check.read',
    reply: z.object({ data: z.array(CheckedNode) }),
  }),
  tasks: endpoint('GET app/cdn/check/task', {
    summary: 'For nodes: what to check, how often, and how they are dispatched',
    access: 'node_check.report',
    reply: z.object({
      data: z.object({
        dispatchMode: z.enum(dispatchModes),
        /** Seconds; for the mode `timing`. */
        timingPeriodSeconds: z.number(),
        frequencySeconds: z.number(),
        failPercent: z.number(),
        ports: z.array(z.number()),
        nodes: z.array(z.object({ nodeId: z.number(), name: z.string(), address: z.string() })),
      }),
    }),
  }),
  plan: endpoint('GET app/cdn/check/plan', {
    summary: 'For nodes: the same in lines of words, for programs that read no JSON; without the node that asks',
    access: 'node_check.report',
    answers: 'file',
    problems: ['node_disabled'],
  }),
  report: endpoint('POST app/cdn/check/report', {
    summary: 'For nodes: what their checks came to; a node whose share of failures reaches the failure rate is failing, and its recipients are told',
    access: 'node_check.report',
    input: z.object({
      /** Who checked; a node with a key of its own is known by it, whatever it says here. */
      reporter: plainText(60).check(z.minLength(1, 'required')),
      results: jsonOr(z.array(CheckResult).check(z.minLength(1, 'required'), z.maxLength(1000, 'too_many_entries'))),
    }),
    reply: z.object({ data: z.object({ accepted: z.number(), unknown: z.number() }) }),
    problems: ['node_disabled'],
  }),
}
