import { expect, it } from 'vitest'
import { isEnough, reportOf, type Equivalent, type Outcome, type Result } from './report.ts'

const fault = (number: number, outcome: Outcome): Result => ({
  key: String(number),
  side: 'server',
  file: `server/src/${number}.ts`,
  line: number,
  operator: 'one more',
  code: `const most = ${number}`,
  was: '1',
  is: '2',
  outcome,
  by: '',
  seconds: 1,
})
const faults = Array.from({ length: 20 }, (_, number) => fault(number, number < 18 ? 'caught' : number === 18 ? 'survived' : 'too slow'))
const equivalent = ({ file, operator, code, was, is }: Result): Equivalent => ({ file, operator, code, was, is, reason: 'it is rounded' })

it('counts what ran too long as not noticed, and names each fault that was not', () => {
  expect(isEnough(faults, [])).toBe(false)
  const report = reportOf(faults, [])
  expect(report).toContain('| server | 20 | 0 | 18 | 90 % | 95 % |')
  expect(report.match(/^- /gm)).toHaveLength(2)
  expect(report).toContain('`server/src/19.ts:19` one more: `1` → `2` (too slow)')
})

it('leaves out of the share what is listed as equivalent, with its reason', () => {
  const listed = [equivalent(faults[18]!), equivalent(faults[19]!)]
  expect(isEnough(faults, listed)).toBe(true)
  expect(reportOf(faults, listed)).toContain('| server | 20 | 2 | 18 | 100 % | 95 % |')
  expect(reportOf(faults, listed)).toContain('(equivalent: it is rounded)')
  // A fault that tests notice is not equivalent, whatever the list says.
  expect(reportOf(faults, faults.map(equivalent))).toContain('| server | 20 | 2 | 18 |')
  // Nor is the same one in another line of the file.
  expect(isEnough(faults, [equivalent(faults[18]!), { ...equivalent(faults[19]!), code: 'const least = 19' }])).toBe(false)
})
