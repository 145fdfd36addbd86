import { expect, it } from 'vitest'
import { ProbeFailure } from '../node/soa-probe.ts'
import { publicationProblemText } from './publication-words.ts'

it.each([
  [new ProbeFailure('timeout', 'a.example', '1000 ms').message, '没有响应（1 秒）', 'did not respond (1 s)'],
  [new ProbeFailure('unreachable', 'a.example', 'connect ECONNREFUSED 192.0.2.1:53').message, '无法连接', 'not reachable'],
  [new ProbeFailure('refused', 'a.example').message, '拒绝查询（REFUSED）', 'refused the query (REFUSED)'],
  [new ProbeFailure('rcode_2', 'a.example').message, '响应码 2', 'response code 2'],
  ['answers with serial 7', '返回序列号 7', 'returns serial 7'],
  ['still answers with serial 7', '仍返回序列号 7', 'still returns serial 7'],
  ['something new', 'something new', 'something new'],
])('%s', (problem, zh, en) => {
  expect(publicationProblemText(problem, 'zh')).toBe(zh)
  expect(publicationProblemText(problem, 'en')).toBe(en)
})
