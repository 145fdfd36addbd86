import { expect, test } from 'vitest'
import { CallProblem } from '../../../../api/call-problem.ts'
import { judgedBy, verdictOf } from './verdict.ts'

const warning = { change: 0, lineNumber: null, severity: 'warning', code: 'private_address', field: 'value', params: {} } as const
const error = { ...warning, change: 1, severity: 'error', code: 'cname_conflict' } as const

test('a refused save is a verdict, another refusal is not', () => {
  const refused = (code: string, params: Record<string, unknown>) => new CallProblem({ kind: 'refused', code, message: '', params })
  expect(verdictOf(refused('records_conflict', { findings: [warning], conflicts: [{ change: 0, id: 7, current: null }] }))).toEqual({
    findings: [warning],
    found: { error: 0, warning: 1, note: 0 },
    conflicts: [{ change: 0, id: 7, current: null }],
  })
  expect(verdictOf(refused('cname_conflict', { findings: [error] }))).toMatchObject({ findings: [error], conflicts: [] })
  expect(verdictOf(refused('domain_locked', {}))).toBeNull()
})

test('errors block, each kind of warning is ticked once, notes are neither', () => {
  const findings = [warning, { ...warning, change: 2 }, error, { ...warning, severity: 'note', code: 'soa_ignored' } as const]
  const judged = judgedBy({ findings, found: { error: 1, warning: 1200, note: 1 }, conflicts: [] })
  expect([judged.errors, judged.warnings, judged.warningCodes]).toEqual([1, 1200, ['private_address']])
  expect(judged.findingsOf(1)).toEqual([error])
})
