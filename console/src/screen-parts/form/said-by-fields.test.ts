import { expect, test } from 'vitest'
import { CallProblem } from '../../api/call-problem.ts'
import { isSaidByFields } from './said-by-fields.ts'

const blaming = (...names: string[]) =>
  new CallProblem({ kind: 'refused', code: 'required', message: '', fields: Object.fromEntries(names.map((name) => [name, 'required'])) })
const formWith = (...names: string[]) => ({ elements: { namedItem: (name: string) => (names.includes(name) ? {} : null) } }) as unknown as HTMLFormElement

test.each([
  ['no field', [], ['host'], false],
  ['a field of the form', ['host'], ['host', 'ttl'], true],
  ['a field that the form does not have', ['userId'], ['host'], false],
  ['one of each', ['host', 'userId'], ['host'], false],
] as const)('a refusal that blames %s', (_, blamed, there, is) => {
  expect(isSaidByFields(blaming(...blamed), formWith(...there))).toBe(is)
})
