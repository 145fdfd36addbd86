import { describe, expect, test } from 'vitest'
import type { DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { formatExactTime } from '../../../i18n/format.ts'
import { cellOf } from '../../../screen-parts/list/cells.testing.ts'
import { domainClaims } from './domain-claim-list.tsx'

const day = 86_400_000
const after = (days: number): string => new Date(Date.now() + days * day).toISOString()
const [lately, soon] = [after(-2), after(3.01)]
const claim: DomainClaim = {
  ...{ id: 5, domain: 'xn--fiq228c.example', unicodeName: '中文.example', userId: 3, username: 'ada' },
  ...{ recordName: '_claim.xn--fiq228c.example', recordValue: 'claim=71', state: 'waiting', finding: null },
  ...{ checkTime: null, expireTime: soon, finishTime: null, createTime: lately },
}
const cell = (key: string, part: Partial<DomainClaim> = {}) => cellOf(domainClaims, key, { ...claim, ...part })

describe('a request for a domain', () => {
  test('that is waiting says until when, and no other does', () => {
    const title = `Valid until ${formatExactTime(soon)}`
    expect(cell('state')).toMatchObject({ text: 'Waiting expires in 3 days', title, tone: 'warning' })
    expect(cell('state', { state: 'retrieved' })).toMatchObject({ text: 'Retrieved', title, tone: 'good' })
    expect(cell('state', { state: 'expired' })).toMatchObject({ text: 'Expired', title, tone: 'neutral' })
  })

  test('says what the last check saw, and when', () => {
    expect(cell('finding')).toEqual({ text: 'Not checked' })
    const seen = (part: Partial<DomainClaim>) => cell('finding', { checkTime: lately, ...part })
    expect(seen({ finding: 'missing' })).toEqual({ text: 'No TXT record 2 days ago', title: formatExactTime(lately) })
    expect(seen({ finding: 'different' }).text).toBe('Different TXT value 2 days ago')
    expect(seen({ finding: 'seen', state: 'retrieved' }).text).toBe('Found 2 days ago')
    // What was seen and could not be moved.
    expect(seen({ finding: 'seen' }).text).toBe('Found, but the domain is locked or a reverse zone 2 days ago')
  })

  test('is called as people write it, with the name of DNS beside, and shows whole what has to be copied', () => {
    expect(cell('domain')).toEqual({ text: '中文.example', title: 'xn--fiq228c.example' })
    expect([cell('recordName').text, cell('recordValue').text]).toEqual([claim.recordName, claim.recordValue])
  })
})
