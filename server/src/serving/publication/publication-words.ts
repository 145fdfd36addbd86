import { elapsed } from '@nameplane/contract/elapsed'
import type { Language } from '@nameplane/contract/problems'

type Words = { readonly zh: string; readonly en: string }

/** What a probe of a zone's SOA ended with, by the reasons of `ProbeFailure`. */
const probeReasons: Readonly<Record<string, Words>> = {
  timeout: { zh: '没有响应', en: 'did not respond' },
  refused: { zh: '拒绝查询（REFUSED）', en: 'refused the query (REFUSED)' },
  not_authoritative: { zh: '应答不是权威应答', en: 'answer not authoritative' },
  no_soa: { zh: '应答中没有 SOA', en: 'no SOA in the answer' },
  unreachable: { zh: '无法连接', en: 'not reachable' },
}

/** What a node showed instead of the wanted state, as the reconciler notes it, in the reader's language; anything else as it is. */
export function publicationProblemText(problem: string, language: Language): string {
  const say = (zh: string, en: string): string => (language === 'zh' ? zh : en)
  const probe = /^no SOA of .+?: (\w+)(?: \((?:(\d+) ms|[^)]*)\))?$/.exec(problem)
  if (probe) {
    const [, reason, milliseconds] = probe
    const time = milliseconds === undefined ? '' : say(`（${elapsed(Number(milliseconds), 'zh')}）`, ` (${elapsed(Number(milliseconds), 'en')})`)
    if (Object.hasOwn(probeReasons, reason!)) return `${probeReasons[reason!]![language]}${time}`
    return say(`响应码 ${reason!.replace('rcode_', '')}`, `response code ${reason!.replace('rcode_', '')}`)
  }
  const [, still, serial] = /^(still )?answers with serial (\d+)$/.exec(problem) ?? []
  if (serial === undefined) return problem
  return still ? say(`仍返回序列号 ${serial}`, `still returns serial ${serial}`) : say(`返回序列号 ${serial}`, `returns serial ${serial}`)
}
