import { describe, expect, it } from 'vitest'
import { moduleOf } from './dns/log.ts'
import { endpoints } from './endpoints.ts'
import { auditActions, auditActionWords, memberWords, moduleWords, operationActions } from './log-words.ts'

const nouns = new Set(endpoints.map(({ noun }) => noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
const modules = new Set([...nouns, ...Object.keys(auditActions).map(moduleOf)])

describe('a part of the platform', () => {
  it.each([...modules])('%s has words in the logs', (module) => {
    expect(moduleWords(module).zh).toMatch(/\p{Script=Han}/u)
    expect(moduleWords(module).en).toMatch(/^[A-Z]/)
  })
  it('of a newer server keeps its name', () => expect(moduleWords('toString').en).toBe('toString'))
})

it.each([
  ['record.apply', 'Records edited'],
  ['domain.update', 'Domain settings changed'],
  ['domain.lock', 'Domain locked'],
  ['unknown.action', 'unknown.action'],
])('%s stands alone as “%s”', (action, title) => expect(auditActionWords(action).en).toBe(title))

it('both spellings of a member are one', () => expect(memberWords('serviceGroupId', 'domain')).toEqual(memberWords('service_group_id', 'domain')))
it('a member is called as the noun says whose entry it is', () => expect(memberWords('mname', 'service_group').zh).toBe('主服务器（MNAME）'))
it('a member that nobody has words for keeps its name', () => expect(memberWords('hasOwnProperty', 'domain').en).toBe('hasOwnProperty'))
it('sign-ins are no operations', () => expect(operationActions).not.toContain('session.create'))
