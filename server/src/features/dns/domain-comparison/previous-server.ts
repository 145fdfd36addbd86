import { setTimeout as pauseFor } from 'node:timers/promises'
import { nameServerParts } from '@nameplane/contract/dns/domain-comparison'
import type { ProblemCode } from '@nameplane/contract/problems'
import { DnsTextError } from '@nameplane/dns-text/errors'
import { isIpv4 } from '@nameplane/dns-text/addresses'
import { OutboundProblem } from '../../../integrations/http/outbound-problem.ts'
import { allowedAddresses } from '../../../integrations/http/outbound.ts'
import { Problem } from '../../../problem.ts'
import { askNode } from '../../../serving/node/node-question.ts'
import { theirAnswer, type Question, type TheirAnswer } from './comparison.ts'

/** Questions under way to one server, and the pause of each line of them between an answer and the next question. */
const lanes = 2
const pauseMs = 50
/** A server that has not answered so many questions in a row, and none before, is not asked the others of this page. */
const silenceEnough = 4
/** For one page, all servers at the same time; what is left then is not asked. */
const pageMs = 20_000

export type PreviousServer = { readonly text: string; readonly address: string; readonly port: number }

/** Where the servers can be asked. @throws Problem at the field for one that is not on the Internet, or not found */
export async function findServers(texts: readonly string[]): Promise<PreviousServer[]> {
  return Promise.all(
    [...new Set(texts)].map(async (text) => {
      const { host, port } = nameServerParts(text)!
      try {
        const addresses = await allowedAddresses('domain-comparison', host)
        return { text, address: addresses.find(isIpv4) ?? addresses[0]!, port }
      } catch (cause) {
        if (!(cause instanceof OutboundProblem)) throw cause
        const code: ProblemCode = cause.reason === 'wrong-address' ? 'comparison_server_refused' : 'comparison_server_unknown'
        const params = { server: text }
        throw new Problem(code, { fields: { servers: code }, params: { ...params, servers: params } })
      }
    }),
  )
}

/** Asks one server the questions of a page, a few at a time. The answers are in the order of the questions. */
export async function askAll({ address, port }: PreviousServer, questions: readonly Question[], zone: string): Promise<TheirAnswer[]> {
  const answers: TheirAnswer[] = questions.map(() => ({ kind: 'failed', failure: 'not_asked', code: '' }))
  const endMs = performance.now() + pageMs
  let next = 0
  let silent = 0
  let hasAnswered = false

  async function ask(question: Question): Promise<TheirAnswer> {
    try {
      const { message } = await askNode(address, port, question)
      hasAnswered = true
      return theirAnswer(message, question, zone)
    } catch (cause) {
      return failureOf(cause)
    }
  }

  async function work(): Promise<void> {
    while (next < questions.length && performance.now() < endMs && (hasAnswered || silent < silenceEnough)) {
      const at = next
      next += 1
      const question = questions[at]!
      let answer = await ask(question)
      // From one that answers, a packet may have been lost.
      if (hasAnswered && isSilence(answer)) answer = await ask(question)
      if (isSilence(answer)) silent += 1
      answers[at] = answer
      await pauseFor(pauseMs)
    }
  }

  await Promise.all(Array.from({ length: lanes }, work))
  return answers
}

const isSilence = (answer: TheirAnswer): boolean => answer.kind === 'failed' && (answer.failure === 'timed_out' || answer.failure === 'unreachable')

function failureOf(cause: unknown): TheirAnswer {
  if (cause instanceof DnsTextError) return { kind: 'failed', failure: 'unreadable', code: '' }
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? { kind: 'failed', failure: 'unreachable', code } : { kind: 'failed', failure: 'timed_out', code: '' }
}
