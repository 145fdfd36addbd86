import { expect, test } from 'vitest'
import type { Finding } from '@nameplane/contract/dns/record'
import { CallProblem } from '../../../../api/call-problem.ts'
import { bySeverity, toldBy, generalText, warningCodesOf } from './findings.ts'

const found = (severity: Finding['severity'], code: string, lineNumber: number | null): Finding => ({
  change: null,
  lineNumber,
  severity,
  code,
  field: null,
  params: {},
})

const findings = [
  found('warning', 'private_address', 9),
  found('error', 'bad_ipv4', 7),
  found('warning', 'private_address', 2),
  found('error', 'import_unreadable', null),
  found('warning', 'weight_alone', 3),
  found('note', 'soa_ignored', 1),
]

test('findings stand by severity and line; those without a line come first', () => {
  const sorted = bySeverity(findings)
  expect([sorted.error.map((one) => one.lineNumber), sorted.warning.map((one) => one.lineNumber), sorted.note.length]).toEqual([[null, 7], [2, 3, 9], 1])
})

test('each kind of warning is acknowledged once, errors and notes never', () => {
  expect(warningCodesOf(findings)).toEqual(['private_address', 'weight_alone'])
})

test('only a refusal about records brings findings, and says how many there are in all', () => {
  const told = (code: string, params: Record<string, unknown>) => toldBy(new CallProblem({ kind: 'refused', code, message: '', params }))
  expect(told('records_refused', { findings, found: { error: 4000, warning: 3, note: 1 } })).toEqual({ findings, found: { error: 4000, warning: 3, note: 1 } })
  expect(told('records_refused', { findings })).toEqual({ findings, found: { error: 2, warning: 3, note: 1 } })
  expect(told('domain_locked', {})).toBeNull()
})

test.each([
  ['private_address', 'en', '… is a private or special address, not reachable from the internet'],
  ['weight_alone', 'zh', '权重仅在记录集内有两条及以上记录时生效'],
  ['of_a_newer_server', 'zh', 'of_a_newer_server'],
] as const)('a kind of finding has words without its numbers: %s in %s', (code, language, text) => {
  expect(generalText(code, language)).toBe(text)
})
