import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { largeChanges } from '@nameplane/contract/system/settings/large-changes'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain, type TestDomain } from '../../../../../tests/support/records.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { Problem } from '../../../problem.ts'
import type { UpdateRecord } from '../../../serving/update/update-message.ts'
import { RCODE } from '../../../serving/wire/wire-types.ts'
import { executorOfUpdates } from './dns-update.ts'

let test: TestApp
let clock = new Date('2026-03-02T10:00:00Z')
let isFull = false
const logged: unknown[] = []
beforeAll(async () => void (test = await createTestApp({ now: () => clock })))
afterAll(() => test.close())

const names = Object.fromEntries(Object.entries(RCODE).map(([name, code]) => [code, name]))

/** `www.example. 300 A 192.0.2.1`, `www.example. ANY A`, `www.example. NONE A 192.0.2.1`, with `%` for the zone. */
function recordOf(text: string, zone: string): UpdateRecord {
  const [name, how, type, ...value] = text.replaceAll('%', `${zone}.`).split(' ')
  const kind = how === 'ANY' || how === 'NONE' ? how : 'IN'
  return { name: name!, type: type!, class: kind, ttl: kind === 'IN' ? Number(how) : 0, value: value.length === 0 ? null : value.join(' ') }
}

type Keyed = { one: TestDomain; keyId: number; keyName: string; say: (updates: readonly string[], prerequisites?: readonly string[]) => Promise<string> }

/** A domain with records and a key; `say` answers the response code by its name. */
async function keyed(policy: string, ...records: string[]): Promise<Keyed> {
  const one = await newTestDomain(test)
  if (records.length > 0) await one.add(...records)
  const { id: keyId, keyName } = (await test.call(updateKey.save, { domainId: one.id, name: 'key', policy })).data
  const mayWrite = async (): Promise<void> => {
    if (isFull) throw new Problem('storage_full')
  }
  const execute = executorOfUpdates({ db: test.db, now: () => clock, mayWrite, log: (line) => logged.push(line) })
  const read = (texts: readonly string[]): UpdateRecord[] => texts.map((text) => recordOf(text, one.name))
  return {
    ...{ one, keyId, keyName },
    say: async (updates, prerequisites = []) =>
      names[
        await execute({ keyId, domainId: one.id, zone: `${one.name}.`, client: '198.51.100.7', prerequisites: read(prerequisites), updates: read(updates) })
      ]!,
  }
}

describe('prerequisites (RFC 2136 §3.2)', () => {
  it.each([
    ['a name is in use', 'www.% ANY ANY', 'NOERROR', 'none.% ANY ANY', 'NXDOMAIN'],
    ['a name is not in use', 'none.% NONE ANY', 'NOERROR', 'www.% NONE ANY', 'YXDOMAIN'],
    ['a set exists', 'www.% ANY A', 'NOERROR', 'www.% ANY AAAA', 'NXRRSET'],
    ['a set does not exist', 'www.% NONE AAAA', 'NOERROR', 'www.% NONE A', 'YXRRSET'],
    ['a set is this one', 'www.% 0 A 192.0.2.1', 'NOERROR', 'www.% 0 A 192.0.2.9', 'NXRRSET'],
    ['the SOA counts as one', '% ANY SOA', 'NOERROR', '% NONE SOA', 'YXRRSET'],
    ['names in data have no case', 'mail.% 0 MX 10 MX.EXAMPLE.', 'NOERROR', 'mail.% 0 MX 20 mx.example.', 'NXRRSET'],
  ])('%s', async (_, holds, answer, fails, refusal) => {
    const { one, say } = await keyed('new A', 'www A 192.0.2.1', 'mail MX 10 mx.example.')
    const before = await one.records()
    expect(await say(['new.% 60 A 192.0.2.5'], [fails])).toBe(refusal)
    expect(await one.records()).toEqual(before)
    expect(await say(['new.% 60 A 192.0.2.5'], [holds])).toBe(answer)
    expect(await one.records()).toEqual([...before, 'new 60 A 192.0.2.5'].toSorted())
  })

  it('compare whole sets: more and fewer values are others', async () => {
    const { say } = await keyed('* *', 'www A 192.0.2.1', 'www A 192.0.2.2')
    const both = ['www.% 0 A 192.0.2.2', 'www.% 0 A 192.0.2.1']
    expect(await say([], both)).toBe('NOERROR')
    expect(await say([], both.slice(1))).toBe('NXRRSET')
    expect(await say([], [...both, 'www.% 0 A 192.0.2.3'])).toBe('NXRRSET')
  })

  it('see neither paused records nor those of other lines', async () => {
    const { one, say } = await keyed('* *', 'www A 192.0.2.1')
    await one.apply([adding('text TXT "x"', { status: 0 }), adding('line A 192.0.2.3', { line: 'telecom' })], { acknowledged: ['default_line_missing'] })
    expect(await say([], ['text.% NONE ANY', 'line.% NONE ANY'])).toBe('NOERROR')
  })

  it('are of names of the zone', async () => {
    const { say } = await keyed('* *')
    expect(await say([], ['www.elsewhere.test. NONE ANY'])).toBe('NOTZONE')
    expect(await say(['www.elsewhere.test. 60 A 192.0.2.1'])).toBe('NOTZONE')
  })
})

describe('changes (RFC 2136 §3.4)', () => {
  it('are made one after the other, in one save that names the key', async () => {
    const { one, keyName, say } = await keyed('* *', 'www A 192.0.2.1', 'www A 192.0.2.2', 'old TXT "x"')
    const before = await one.version()
    expect(await say(['www.% NONE A 192.0.2.1', 'www.% 300 A 192.0.2.3', 'old.% ANY ANY', 'a.b.% 60 AAAA 2001:DB8::1'])).toBe('NOERROR')
    expect((await one.records()).toSorted()).toEqual(['a.b 60 AAAA 2001:db8::1', 'www 300 A 192.0.2.2', 'www 300 A 192.0.2.3'])
    expect(await one.version()).toBe(before + 1)
    const [saved] = (await test.call(record.history, { domainId: one.id })).data.list
    expect(saved).toMatchObject({ action: 'record.dynamic', actor: keyName })
    const [entry] = await test.db.selectFrom('audit_entry').select(['actor_name', 'address', 'agent']).where('action', '=', 'record.dynamic').where('target_id', '=', one.id).execute() // oxfmt-ignore
    expect(entry).toEqual({ actor_name: keyName, address: '198.51.100.7', agent: 'DNS UPDATE' })
  })

  it('that change nothing save nothing', async () => {
    const { one, say } = await keyed('* *', 'www A 192.0.2.1')
    const before = await one.version()
    expect(await say(['www.% 600 A 192.0.2.1', 'none.% ANY ANY', 'www.% NONE A 192.0.2.9', 'www.% ANY TXT'])).toBe('NOERROR')
    expect(await one.version()).toBe(before)
  })

  it('pass over what a CNAME does not stand beside, and replace a CNAME', async () => {
    const { one, say } = await keyed('* *', 'www A 192.0.2.1', 'alias CNAME one.example.')
    expect(await say(['www.% 60 CNAME other.example.', 'alias.% 60 A 192.0.2.5', 'alias.% 60 CNAME two.example.'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['alias 60 CNAME two.example.', 'www 600 A 192.0.2.1'])
  })

  it('leave SOA and NS of the domain, and refuse others of it', async () => {
    const { one, say } = await keyed('* *', '@ TXT "x"', '@ A 192.0.2.1', 'sub NS ns.example.')
    expect(await say(['% 60 SOA ns.example. admin.example. 9 1 1 1 1'])).toBe('NOERROR')
    expect(await say(['% 60 NS ns.example.'])).toBe('REFUSED')
    expect(await say(['% NONE NS ns.example.'])).toBe('REFUSED')
    expect(await say(['% ANY NS', '% ANY SOA'])).toBe('NOERROR')
    expect(await say(['% ANY ANY'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['sub 600 NS ns.example.'])
    expect(await say(['sub.% ANY NS', 'sub.% 60 NS other.example.'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['sub 60 NS other.example.'])
  })

  it('leave paused records and those of other lines, and keep remarks of what stays', async () => {
    const { one, say } = await keyed('* *')
    await one.apply([adding('www A 192.0.2.1', { remark: 'kept' }), adding('www A 192.0.2.2', { status: 0 }), adding('www A 192.0.2.3', { line: 'telecom' })])
    expect(await say(['www.% 600 A 192.0.2.4'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['www 600 A 192.0.2.1 kept', 'www 600 A 192.0.2.2 paused', 'www 600 A 192.0.2.4', 'www 600 A 192.0.2.3 @telecom'])
    expect(await say(['www.% ANY ANY'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['www 600 A 192.0.2.2 paused', 'www 600 A 192.0.2.3 @telecom'])
  })

  it('that the console would refuse are refused as a whole', async () => {
    const { one, say } = await keyed('* *', 'www A 192.0.2.1')
    expect(await say(['www.% ANY A', 'x.% 60 MX 10 192.0.2.1.'])).toBe('REFUSED')
    expect(await say(['www.% ANY A', 'x.% 60 TYPE65402 \\# 4 c0000201'])).toMatch(/REFUSED|FORMERR/)
    expect(await one.records()).toEqual(['www 600 A 192.0.2.1'])
    await test.call(domain.lock, { ids: [one.id], locked: 1 })
    expect(await say(['www.% ANY A'])).toBe('REFUSED')
    expect(await one.records()).toEqual(['www 600 A 192.0.2.1'])
  })
})

describe('a large change', () => {
  it('waits for no second administrator: it is refused where one is asked for', async () => {
    const { one, say } = await keyed('* *', 'sub NS ns.example.', 'www A 192.0.2.1')
    await setSetting(test.db, largeChanges, { confirmation: 'second_administrator' })
    try {
      expect(await say(['sub.% ANY NS'])).toBe('REFUSED')
      expect(await say(['www.% ANY A'])).toBe('NOERROR')
    } finally {
      await setSetting(test.db, largeChanges, { confirmation: 'typed' })
    }
    expect(await one.records()).toEqual(['sub 600 NS ns.example.'])
    expect(await say(['sub.% ANY NS'])).toBe('NOERROR')
  })
})

describe('the policy of a key', () => {
  it.each([
    ['www A AAAA', ['www.% 60 A 192.0.2.9', 'WWW.% 60 AAAA ::1'], ['www.% 60 TXT "x"', 'a.www.% 60 A 192.0.2.9', '% 60 A 192.0.2.9']],
    ['*.dhcp A', ['a.dhcp.% 60 A 192.0.2.9', 'a.b.dhcp.% 60 A 192.0.2.9'], ['dhcp.% 60 A 192.0.2.9', 'xdhcp.% 60 A 192.0.2.9', 'a.dhcp.% 60 AAAA ::1']],
    ['* TXT', ['% 60 TXT "x"', 'a.b.% 60 TXT "x"'], ['% 60 A 192.0.2.9']],
    ['@ *', ['% 60 TXT "x"', '% 60 A 192.0.2.9'], ['www.% 60 A 192.0.2.9']],
  ])('%j says what it may change', async (policy, allowed, refused) => {
    const { one, say } = await keyed(policy)
    for (const update of refused) expect([update, await say([allowed[0]!, update])]).toEqual([update, 'REFUSED'])
    expect(await one.records()).toEqual([])
    for (const update of allowed) expect([update, await say([update])]).toEqual([update, 'NOERROR'])
  })

  it('is asked for each set of a name that is deleted as a whole', async () => {
    const { one, say } = await keyed('www A\nboth *', 'www A 192.0.2.1', 'www TXT "x"', 'both A 192.0.2.1', 'both TXT "x"')
    expect(await say(['www.% ANY ANY'])).toBe('REFUSED')
    expect(await say(['both.% ANY ANY'])).toBe('NOERROR')
    expect(await one.records()).toEqual(['www 600 A 192.0.2.1', 'www 600 TXT "x"'])
  })

  it('does not let a prerequisite stand in for it', async () => {
    const { one, say } = await keyed('www A')
    expect(await say(['mail.% 60 A 192.0.2.9'], ['mail.% NONE ANY'])).toBe('REFUSED')
    expect(await one.records()).toEqual([])
  })
})

describe('a use', () => {
  it('is noted once a minute, with its address', async () => {
    const { one, say } = await keyed('* *')
    const use = async () => (await test.call(updateKey.list, { domainId: one.id })).data.list[0]!
    await say(['www.% 60 A 192.0.2.1'])
    const first = clock.toISOString()
    expect(await use()).toMatchObject({ lastUseTime: first, lastUseAddress: '198.51.100.7' })
    clock = new Date(clock.getTime() + 30_000)
    await say(['www.% 60 A 192.0.2.2'])
    expect(await use()).toMatchObject({ lastUseTime: first })
    clock = new Date(clock.getTime() + 31_000)
    await say(['www.% 60 A 192.0.2.3'])
    expect(await use()).toMatchObject({ lastUseTime: clock.toISOString() })
  })

  it('of a key that is no more is NOTAUTH, and while nothing can be written SERVFAIL', async () => {
    const { one, keyId, say } = await keyed('* *')
    isFull = true
    expect(await say(['www.% 60 A 192.0.2.1'])).toBe('SERVFAIL')
    isFull = false
    await test.call(updateKey.delete, { ids: [keyId] })
    expect(await say(['www.% 60 A 192.0.2.1'])).toBe('NOTAUTH')
    expect(await one.records()).toEqual([])
    expect(logged).toEqual([])
  })
})
