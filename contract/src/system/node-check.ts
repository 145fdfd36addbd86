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

export const nodeCheck = {
  key: endpoint('GET sys/cdnsys/auth/check/key/show', {
    summary: 'Get the token and URL that nodes use to fetch checks and report results. Each view is logged.',
    access: 'node_check.write',
    effect: 'write',
    whileImpersonating: 'refused',
    reply: z.object({ token: z.string(), importUrl: z.string() }),
  }),
  renewKey: endpoint('POST sys/cdnsys/auth/check/key/renew', {
    summary: 'Replace the token. The previous one stops working immediately.',
    access: 'node_check.write',
    whileImpersonating: 'refused',
    reply: z.object({ token: z.string(), importUrl: z.string() }),
  }),
  nodes: endpoint('GET sys/cdnsys/auth/check/node/list', {
    summary: 'List the status of each node as reported',
    access: 'node_check.read',
    reply: z.object({ data: z.array(CheckedNode) }),
  }),
  tasks: endpoint('GET app/cdn/check/task', {
    summary: 'For nodes: get the checks, their interval and how they are dispatched',
    access: 'node_check.report',
    reply: z.object({
      data: z.object({
        dispatchMode: z.enum(dispatchModes),
        /** Seconds; for the mode `timing`. */
        timingPeriodSeconds: z.number(),
        frequencySeconds: z.number(),
        /** How long this node waits until its next round, by the mode of dispatch: another number at each call in the mode `random`. */
        nextRoundSeconds: z.number(),
        failPercent: z.number(),
        ports: z.array(z.number()),
        nodes: z.array(z.object({ nodeId: z.number(), name: z.string(), address: z.string() })),
      }),
    }),
  }),
  plan: endpoint('GET app/cdn/check/plan', {
    summary: 'For nodes: get the checks as lines of words instead of JSON, without the requesting node',
    access: 'node_check.report',
    answers: 'file',
    problems: ['node_disabled'],
  }),
  report: endpoint('POST app/cdn/check/report', {
    summary: 'For nodes: report check results. Recipients are notified when the failure rate of a node reaches the limit.',
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

export const rights = {
  'node_check.read': { zh: '查看节点检测结果', en: 'View node checks' },
  'node_check.write': { zh: '查看与更换节点检测令牌', en: 'View and replace the node check token' },
  'node_check.report': { zh: '上报节点检测结果', en: 'Report node checks' },
} as const

export const auditWords = {
  'node_check.report': { zh: '节点检测发现变化', en: 'Node status change detected' },
  'node_check.show_key': { zh: '查看节点检测令牌', en: 'Node check token viewed' },
  'node_check.renew_key': { zh: '更换节点检测令牌', en: 'Node check token replaced' },
} as const

export const logWords = { node_check: { zh: '节点检测', en: 'Node check' } } as const

export const terms = [
  {
    zh: '节点检测',
    en: 'node check',
    word: 'node_check',
    meaning: 'Nodes check the ports of each other and report. A node whose failures reach the failure rate is failing.',
  },
] as const
