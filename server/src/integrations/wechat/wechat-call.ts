import { codeOf, jsonObject } from '../cloud/cloud-problem.ts'
import { outbound, type OutboundCall } from '../http/outbound.ts'
import { OutboundProblem } from '../http/outbound-problem.ts'

/** WeChat gave no usable answer, or refused. Neither the message nor the code holds a key, a token or a person. */
export class WechatProblem extends Error {
  override readonly name = 'WechatProblem'
  /** WeChat's number, or why no answer came (`OutboundReason`, `bad-answer`). */
  readonly code: string
  /** `silent`: nobody answered, and asking later may help; `refused`: WeChat has said no. */
  readonly kind: 'silent' | 'refused'

  constructor(code: string, kind: 'silent' | 'refused', cause?: unknown) {
    super(`WeChat: ${code}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.kind = kind
  }
}

export const badAnswer = (): WechatProblem => new WechatProblem('bad-answer', 'silent')

/** One call of WeChat's API. Its refusals come with status 200 and an `errcode`. @throws WechatProblem */
export async function callWechat(apiAddress: string, call: OutboundCall): Promise<Record<string, unknown>> {
  const reply = await outbound({ family: 'wechat', baseUrl: apiAddress, allowedHosts: ['.weixin.qq.com'] })
    .call(call)
    .catch((cause: unknown) => {
      throw cause instanceof OutboundProblem ? new WechatProblem(cause.reason, 'silent', cause) : cause
    })
  const answer = reply.status === 200 ? jsonObject(reply.body) : null
  if (!answer) throw badAnswer()
  const code = answer['errcode']
  if (code === undefined || code === 0) return answer
  // -1: the system is busy.
  throw code === -1 ? new WechatProblem('-1', 'silent') : new WechatProblem(typeof code === 'number' ? String(code) : codeOf(code), 'refused')
}

/** A text of an answer in the form that WeChat's numbers and keys have. @throws WechatProblem */
export function wordOf(value: unknown, longest = 512): string {
  if (typeof value !== 'string' || value.length > longest || !/^[\w.~+/=:-]+$/.test(value)) throw badAnswer()
  return value
}

/** Who somebody is: the same for all applications of one open platform account where there is such a number, else for one application. */
export function identityName(appId: string, answer: Record<string, unknown>): string {
  const openId = wordOf(answer['openid'], 128)
  const unionId = answer['unionid']
  return unionId === undefined || unionId === '' ? `open:${appId}:${openId}` : `union:${wordOf(unionId, 128)}`
}
