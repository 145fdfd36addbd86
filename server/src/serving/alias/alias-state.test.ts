import { describe, expect, it } from 'vitest'
import { askingSeconds, isAnsweredOtherwise, keptMs, stateAfter, type AliasState, type FamilyAnswer } from './alias-state.ts'

const now = new Date('2026-03-02T10:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)
const unknown: AliasState = {
  ipv4: { addresses: [], answeredAt: null },
  ipv6: { addresses: [], answeredAt: null },
  ttlSeconds: 60,
  recentTtls: [],
  failures: 0,
  problem: null,
}
const addresses = (list: string[], ttlSeconds = 300): FamilyAnswer => ({ kind: 'addresses', addresses: list, ttlSeconds })
const none: FamilyAnswer = { kind: 'none', problem: 'no_address' }
const missing: FamilyAnswer = { kind: 'none', problem: 'no_such_name' }
const failed: FamilyAnswer = { kind: 'failed' }

const { state: known } = stateAfter(unknown, { ipv4: addresses(['192.0.2.1']), ipv6: addresses(['2001:db8::1'], 120) }, now)

describe('a target that answers', () => {
  it('gives its addresses for as long as the shorter of its TTLs, and is asked again after that', () => {
    expect(known).toMatchObject({ ipv4: { addresses: ['192.0.2.1'] }, ipv6: { addresses: ['2001:db8::1'] }, ttlSeconds: 120, problem: null })
    expect(stateAfter(unknown, { ipv4: addresses(['192.0.2.1']), ipv6: none }, now).nextSeconds).toBe(300)
  })

  it.each([
    [0, askingSeconds.least],
    [86_400, askingSeconds.most],
  ])('a TTL of %i counts as %i', (ttl, counted) => {
    const { state, nextSeconds } = stateAfter(unknown, { ipv4: addresses(['192.0.2.1'], ttl), ipv6: none }, now)
    expect([state.ttlSeconds, nextSeconds]).toEqual([counted, counted])
  })

  it('with what is left of a TTL is no change, with a longer one it is', () => {
    const rest = stateAfter(known, { ipv4: addresses(['192.0.2.1'], 31), ipv6: addresses(['2001:db8::1'], 31) }, later(1)).state
    expect([rest.ttlSeconds, isAnsweredOtherwise(known, rest)]).toEqual([120, false])
    const longer = stateAfter(rest, { ipv4: addresses(['192.0.2.1'], 600), ipv6: addresses(['2001:db8::1'], 600) }, later(2)).state
    expect([longer.ttlSeconds, isAnsweredOtherwise(rest, longer)]).toEqual([600, true])
  })

  it('with a TTL of less than half for eight answers is given for that long', () => {
    let state = known
    const ttls: number[] = []
    for (let at = 0; at < 8; at += 1) {
      state = stateAfter(state, { ipv4: addresses(['192.0.2.1'], 40), ipv6: none }, later(at)).state
      ttls.push(state.ttlSeconds)
    }
    expect(ttls).toEqual([120, 120, 120, 120, 120, 120, 120, 40])
  })

  it('with other addresses is a change', () => {
    const moved = stateAfter(known, { ipv4: addresses(['192.0.2.2']), ipv6: addresses(['2001:db8::1'], 120) }, later(1)).state
    expect(isAnsweredOtherwise(known, moved)).toBe(true)
  })
})

describe('a target without addresses', () => {
  it.each([
    [missing, missing, 'no_such_name'],
    [none, none, 'no_address'],
    [none, missing, 'no_address'],
  ] as const)('has none from then on', (ipv4, ipv6, problem) => {
    const { state, nextSeconds } = stateAfter(known, { ipv4, ipv6 }, later(1))
    expect(state).toMatchObject({ ipv4: { addresses: [] }, ipv6: { addresses: [] }, problem })
    expect(nextSeconds).toBe(askingSeconds.withoutAddress)
  })

  it('of one kind has no problem', () => {
    expect(stateAfter(known, { ipv4: none, ipv6: addresses(['2001:db8::1']) }, now).state).toMatchObject({ ipv4: { addresses: [] }, problem: null })
  })
})

describe('while resolvers fail', () => {
  it('the last addresses stay for a day, and no longer', () => {
    const still = stateAfter(known, { ipv4: failed, ipv6: failed }, later(keptMs - 1)).state
    expect(still).toMatchObject({ ipv4: { addresses: ['192.0.2.1'] }, ipv6: { addresses: ['2001:db8::1'] }, problem: 'no_answer' })
    expect(isAnsweredOtherwise(known, still)).toBe(false)
    const over = stateAfter(still, { ipv4: failed, ipv6: failed }, later(keptMs)).state
    expect(over).toMatchObject({ ipv4: { addresses: [] }, ipv6: { addresses: [] }, problem: 'no_answer' })
  })

  it('about one kind, the other is as it was answered', () => {
    const { state } = stateAfter(known, { ipv4: addresses(['192.0.2.2']), ipv6: failed }, later(1))
    expect(state).toMatchObject({ ipv4: { addresses: ['192.0.2.2'] }, ipv6: { addresses: ['2001:db8::1'] }, problem: 'no_answer' })
  })

  it('they are asked ever less often, and as ever once they answer', () => {
    const pauses: number[] = []
    let state = known
    for (let at = 0; at < 6; at += 1) {
      const after = stateAfter(state, { ipv4: failed, ipv6: failed }, later(at))
      pauses.push(after.nextSeconds)
      state = after.state
    }
    expect(pauses).toEqual([30, 60, 120, 240, 300, 300])
    expect(stateAfter(state, { ipv4: addresses(['192.0.2.1']), ipv6: none }, later(9))).toMatchObject({
      nextSeconds: 300,
      state: { failures: 0, problem: null },
    })
  })
})
