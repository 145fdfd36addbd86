import type { nodeCheck as calls } from '@nameplane/contract/system/node-check'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import type { NodeCheck } from '@nameplane/contract/system/settings/node-check'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import type * as z from 'zod/mini'
import { Problem } from '../../../problem.ts'
import { change, type Change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { queueEmails } from '../../../integrations/email/email-queue.ts'
import { platformSms } from '../../../integrations/sms/platform-sms.ts'
import { SmsProblem } from '../../../integrations/sms/sms.ts'
import { platformLanguage } from '../../../settings/platform-language.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { checkReasonText } from './check-reason.ts'
import { longestRoundSeconds, secondsUntilNextRound } from './check-rounds.ts'
import {
  checkedNodes,
  findNodeOfKey,
  keepResults,
  languageOfMailbox,
  keepState,
  lockStates,
  readStates,
  tallies,
  type KnownNode,
  type Tally,
} from './node-check.store.ts'

type Rules = z.output<typeof NodeCheck>

/** A result counts for this many rounds: a reporter that fell silent says nothing any more. */
const freshRounds = 3

const portsOf = (rules: Rules): number[] => rules.checkNodePortList.split('|').map((port) => Number(port.trim()))
const freshSince = (rules: Rules, now: Date): Date => new Date(now.getTime() - freshRounds * longestRoundSeconds(rules) * 1000)
const failedPercent = (tally: Tally): number => Math.round((tally.failed / tally.results) * 100)

/** What nodes are to check. */
export async function checkTasks(db: Db): Promise<Answered<typeof calls.tasks>['data']> {
  const rules = await readSettingOrDefault(db, nodeCheck)
  return {
    dispatchMode: rules.DnsDispatchMode,
    timingPeriodSeconds: rules.ModeTimingFrequency,
    frequencySeconds: rules.checkNodeFrequency,
    nextRoundSeconds: secondsUntilNextRound(rules, Math.random()),
    failPercent: rules.failPercent,
    ports: portsOf(rules),
    nodes: await checkedNodes(db),
  }
}

/** The node whose own key the call was made with; null for callers without one. @throws Problem `node_disabled` */
export async function refuseDisabled(db: Db, actor: Actor): Promise<{ id: number; name: string } | null> {
  const own = actor.token ? await findNodeOfKey(db, actor.token.id) : null
  if (own && own.status !== 1) throw new Problem('node_disabled', { status: 409 })
  return own
}

/** Addresses of nodes on this very machine, which from elsewhere lead nowhere or to oneself. */
const nowhere = new Set(['0.0.0.0', '::', '127.0.0.1', '::1'])

/** What nodes are to check, in lines: `frequency`, the seconds until the next round, each `port`, and each `node` with its number and address. */
export async function checkPlan(db: Db, own: { id: number } | null): Promise<string> {
  const { nextRoundSeconds, ports, nodes } = await checkTasks(db)
  const others = nodes.filter((node) => node.nodeId !== own?.id && /^[\w.:-]+$/.test(node.address) && !nowhere.has(node.address))
  return [
    'plan 1',
    `frequency ${nextRoundSeconds}`,
    ...ports.map((port) => `port ${port}`),
    ...others.map((node) => `node ${node.nodeId} ${node.address}`),
    '',
  ].join('\n')
}

/** How each node stands by fresh results. */
export async function listCheckedNodes(db: Db, language: Language, now: Date): Promise<Answered<typeof calls.nodes>['data']> {
  const rules = await readSettingOrDefault(db, nodeCheck)
  const [nodes, found, states] = await Promise.all([checkedNodes(db), tallies(db, portsOf(rules), freshSince(rules, now)), readStates(db)])
  const tallyOf = new Map(found.map((tally) => [tally.nodeId, tally]))
  const stateOf = new Map(states.map((state) => [state.node_id, state]))
  return nodes.map((node) => {
    const tally = tallyOf.get(node.nodeId)
    const state = stateOf.get(node.nodeId)
    return {
      ...node,
      state: tally && state ? (state.is_failing ? ('failing' as const) : ('reachable' as const)) : ('unknown' as const),
      since: (tally && state?.since) ?? null,
      failedPercent: tally ? failedPercent(tally) : null,
      reporters: tally?.reporters ?? 0,
      reportTime: tally?.reportedAt ?? null,
      reason: checkReasonText(tally?.reason ?? '', language),
    }
  })
}

type Turn = { node: KnownNode; isFailing: boolean; reason: string }

/** Takes results in, judges the nodes they are about, and tells of those that fail or recover. */
export async function takeReport(db: Db, actor: Actor, sent: Received<typeof calls.report>, now: Date): Promise<Answered<typeof calls.report>['data']> {
  const rules = await readSettingOrDefault(db, nodeCheck)
  const known = new Map((await checkedNodes(db)).map((node) => [node.nodeId, node]))
  const results = new Map(sent.results.filter((one) => known.has(one.nodeId)).map((one) => [`${one.nodeId} ${one.port}`, one]))
  if (results.size === 0) return { accepted: 0, unknown: sent.results.length }
  const turns = await change(db, actor, 'node_check.report', async (open) => {
    await keepResults(open.tx, sent.reporter, [...results.values()], now)
    const ids = [...new Set([...results.values()].map((one) => one.nodeId))]
    const before = await lockStates(open.tx, ids)
    const turned: Turn[] = []
    for (const tally of await tallies(open.tx, portsOf(rules), freshSince(rules, now), ids)) {
      const isFailing = failedPercent(tally) >= rules.failPercent
      if (before.get(tally.nodeId) === isFailing) continue
      await keepState(open.tx, tally.nodeId, isFailing, tally.reason, now)
      // A node that is reachable when it is first heard of is no news.
      if (isFailing || before.has(tally.nodeId)) turned.push({ node: known.get(tally.nodeId)!, isFailing, reason: tally.reason })
    }
    if (turned.length === 0) open.nothingChanged()
    await tell(open, rules, turned, now)
    return turned
  })
  await text(db, actor, rules, turns)
  return { accepted: results.size, unknown: sent.results.length - results.size }
}

const words = { zh: { true: '异常', false: '恢复' }, en: { true: 'Failing', false: 'Recovered' } } as const

async function tell(open: Change, rules: Rules, turns: readonly Turn[], now: Date): Promise<void> {
  const time = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  for (const { node, isFailing, reason } of turns)
    open.audit({ type: 'node', id: node.nodeId, name: node.name, before: { isFailing: !isFailing }, after: { isFailing, reason } })
  if (rules.mailNoticeStatus !== 1 || turns.length === 0) return
  const language = (await languageOfMailbox(open.tx, rules.mailNotice)) ?? (await platformLanguage(open.tx))
  await queueEmails(
    open.tx,
    turns.map(({ node, isFailing, reason }) => ({
      scenario: 'node_alert' as const,
      to: rules.mailNotice,
      language,
      about: node.name,
      variables: { node: `${node.name} (${node.address})`, state: words[language][`${isFailing}`], reason: checkReasonText(reason, language) || '—', time },
    })),
  )
}

/** Text messages go out once the report is kept; one that cannot be sent is no reason to refuse what was reported. */
async function text(db: Db, actor: Actor, rules: Rules, turns: readonly Turn[]): Promise<void> {
  if (rules.smsNoticeStatus !== 1) return
  for (const { node, isFailing } of turns) {
    const values = async () => ({ node: node.name, state: words.zh[`${isFailing}`] })
    await platformSms(db)
      .send({ scenario: 'node_alert', phone: rules.smsNotice, address: actor.address, values })
      .catch((cause: unknown) => {
        if (!(cause instanceof SmsProblem)) throw cause
      })
  }
}
