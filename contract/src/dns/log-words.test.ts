import { describe, expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { auditActions, auditActionTitle } from '../home/audit-actions.ts'
import { memberText, moduleOf, moduleText, operationActions } from './log-words.ts'

const nouns = new Set(endpoints.map(({ noun }) => noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
const modules = new Set([...nouns, ...Object.keys(auditActions).map(moduleOf)])

describe('a part of the platform', () => {
  it.each([...modules])('%s has words in the logs', (module) => {
    expect(moduleText(module, 'zh')).toMatch(/\p{Script=Han}/u)
    expect(moduleText(module, 'en')).toMatch(/^[A-Z]/)
  })
  it('of a newer server keeps its name', () => expect(moduleText('toString', 'en')).toBe('toString'))
})

it.each([
  ['record.apply', 'Edited records'],
  ['domain.update', 'Changed settings'],
  ['domain.lock', 'Locked'],
  ['unknown.action', 'unknown.action'],
])('%s stands alone as “%s”', (action, title) => expect(auditActionTitle(action, 'en')).toBe(title))

it('both spellings of a member are one', () => expect(memberText('serviceGroupId', 'en')).toBe(memberText('service_group_id', 'en')))
it('sign-ins are no operations', () => expect(operationActions).not.toContain('session.create'))
