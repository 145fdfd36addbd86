import { describe, expect, test } from 'vitest'
import { Problem, refusalOf } from './problem.ts'

const fieldsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`changes.${index}`, 'too_long' as const]))
const paramsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`changes.${index}`, { maximum: 4 }]))

describe('a refusal of very many fields', () => {
  const problem = new Problem('invalid_input', { fields: fieldsOf(1_334), params: { ...paramsOf(1_334), of: 'all' } })

  test('names a hundred, with what their texts need, and says how many it does not name', () => {
    const { fields, texts, params } = refusalOf(problem, 'en', 'id')
    expect([fields, texts, params].map((one) => Object.keys(one ?? {}).length)).toEqual([100, 100, 102])
    expect(texts?.['changes.99']).toBe('At most 4 characters')
    expect(params).toMatchObject({ of: 'all', unlisted: 1_234 })
  })

  test.each([
    ['en', 'Some fields need your attention (1,234 more not listed)'],
    ['zh', '提交的内容有误，请检查标出的字段（另有 1234 处未列出）'],
  ] as const)('in %s', (language, text) => {
    expect(refusalOf(problem, language, 'id').msg).toBe(text)
  })
})

test('a refusal of a hundred fields names them all', () => {
  const { fields, params, msg } = refusalOf(new Problem('invalid_input', { fields: fieldsOf(100) }), 'en', 'id')
  expect([Object.keys(fields!).length, params, msg]).toEqual([100, undefined, 'Some fields need your attention'])
})
