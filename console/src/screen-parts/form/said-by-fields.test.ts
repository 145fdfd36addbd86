import { expect, test } from 'vitest'
import { CallProblem } from '../../api/call-problem.ts'
import { isSaidByFields } from './said-by-fields.ts'

const blaming = (...names: string[]) =>
  new CallProblem({ kind: 'refused', code: 'required', message: '', fields: Object.fromEntries(names.map((name) => [name, 'required'])) })
const formWith = (...names: string[]) => ({ elements: { namedItem: (name: string) => (names.includes(name) ? {} : null) } }) as unknown as HTMLFormElement

test.each([
  ['no field', [], ['title'], false],
  ['a field of the form', ['title'], ['title', 'size'], true],
  ['a field that the form does not have', ['colour'], ['title'], false],
  ['one of each', ['title', 'colour'], ['title'], false],
] as const)('a refusal that blames %s', (_, blamed, there, is) => {
  expect(isSaidByFields(blaming(...blamed), formWith(...there))).toBe(is)
})
