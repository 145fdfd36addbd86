import { expect, test } from 'vitest'
import { CallProblem } from '../../../api/call-problem.ts'
import { learnRefusals, refusalIn } from './refusals.ts'

test('a refusal is said as the server worded it, until its texts were asked for', async () => {
  const refused = new CallProblem({ kind: 'refused', code: 'registration_closed', message: '暂未开放注册' })
  const failed = new CallProblem({ kind: 'http', code: '503', message: '503 服务器错误：服务不可用或过载' })
  const unnamed = new CallProblem({ kind: 'http', code: '418', message: 'I am a teapot' })
  expect(refusalIn(refused, 'en')).toBe('暂未开放注册')
  await learnRefusals()
  expect(refusalIn(refused, 'en')).toMatch(/registration/i)
  expect(refusalIn(refused, 'zh')).toMatch(/注册/)
  expect(refusalIn(failed, 'en')).toBe('503 server error: service unavailable or overloaded')
  expect(refusalIn(unnamed, 'zh')).toBe('I am a teapot')
})
