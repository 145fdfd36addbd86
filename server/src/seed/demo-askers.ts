import { parseTypeName } from '@nameplane/dns-text/record-types'
import type { AskedDomain, Weighed } from './demo-traffic.ts'
import { daysBefore } from './demo-past.ts'
import { company, game, parked, reverse, shop, small, type DemoDomain, type Profile } from './demo-zones.ts'
import { Random } from './random.ts'

type Habit = Pick<AskedDomain, 'clients' | 'weekend'> & { perMinute: readonly [low: number, high: number]; types: Weighed<string>; names: Weighed<string> }

const usual: Weighed<string> = [['A', 620], ['AAAA', 240], ['HTTPS', 110], ['NS', 6], ['SOA', 4]] // oxfmt-ignore

/** How domains of a kind are queried. */
const habits = new Map<Profile, Habit>([
  [shop, { clients: 'mainland', weekend: 1.25, perMinute: [900, 3_400], types: [...usual, ['MX', 12], ['TXT', 18], ['CAA', 3]], names: [['www', 420], ['@', 200], ['static', 180], ['img', 120], ['m', 90], ['pay', 40], ['mx1', 9], ['mx2', 5], ['_dmarc', 6], ['s1._domainkey', 4], ['beta', 3]] }], // oxfmt-ignore
  [company, { clients: 'mainland', weekend: 0.4, perMinute: [80, 420], types: [...usual, ['MX', 60], ['TXT', 55], ['SRV', 30], ['TLSA', 6]], names: [['api', 320], ['www', 250], ['@', 180], ['sip', 60], ['_sip._tcp', 45], ['mx1', 40], ['mx2', 20], ['*.dev', 35], ['_dmarc', 25], ['s1._domainkey', 20], ['bastion', 12], ['beta', 4]] }], // oxfmt-ignore
  [game, { clients: 'world', weekend: 1.4, perMinute: [400, 1_600], types: [['A', 780], ['AAAA', 190], ['HTTPS', 20]], names: [['gate', 330], ['match', 260], ['login', 180], ['cdn', 110], ['zone1', 40], ['zone2', 30], ['zone3', 22], ['zone4', 18], ['zone5', 12], ['zone6', 9], ['www', 30], ['@', 20], ['beta', 3]] }], // oxfmt-ignore
  [
    small,
    {
      clients: 'mainland',
      weekend: 0.8,
      perMinute: [1, 14],
      types: usual,
      names: [
        ['www', 600],
        ['@', 400],
      ],
    },
  ],
  [
    parked,
    {
      clients: 'world',
      weekend: 1,
      perMinute: [0.2, 1.5],
      types: [...usual, ['MX', 90], ['TXT', 60]],
      names: [
        ['@', 700],
        ['*', 300],
      ],
    },
  ],
  [reverse, { clients: 'mainland', weekend: 0.7, perMinute: [4, 12], types: [['PTR', 950], ['SOA', 20], ['NS', 30]], names: Array.from({ length: 20 }, (_, index): [string, number] => [String(index + 1), 30 - index]) }], // oxfmt-ignore
])

/** The domains of the demo world as they are queried, and the names outside every zone that are asked for beside them. */
export function askedDomains(planned: readonly DemoDomain[], ids: ReadonlyMap<string, number>, now: Date): AskedDomain[] {
  const untils = { paused: daysBefore(now, 6), recycled: daysBefore(now, 2), locked: null }
  const outside = { id: 0, name: '', perMinute: 60, clients: 'world', weekend: 1, names: [], types: numbered([['A', 800], ['AAAA', 120], ['TXT', 40], ['NS', 40]]), until: null } as const // oxfmt-ignore
  return [
    outside,
    ...planned.map(({ name, profile, fate }): AskedDomain => {
      const { perMinute, types, ...habit } = habits.get(profile)!
      const tenths = new Random(`busyness of ${name}`).between(perMinute[0] * 10, perMinute[1] * 10)
      return { ...habit, id: ids.get(name)!, name, perMinute: tenths / 10, types: numbered(types), until: fate ? untils[fate] : null }
    }),
  ]
}

/** The zones of reverse segments as they are queried: by mail servers and logs, most about the first of their names. */
export function askedZones(zones: readonly { id: number; name: string; hosts: readonly string[] }[]): AskedDomain[] {
  const { types, ...habit } = habits.get(reverse)!
  return zones.map(({ id, name, hosts }) => ({
    ...habit,
    ...{ id, name, perMinute: 3, types: numbered(types), until: null },
    names: hosts.slice(0, 20).map((host, index): [string, number] => [host, 30 - index]),
  }))
}

/** Another site as it is queried. */
export function askedSite({ id, name }: { id: number; name: string }): AskedDomain {
  const { types, ...habit } = habits.get(small)!
  return { ...habit, id, name, perMinute: 8, types: numbered(types), until: null }
}

const numbered = (types: Weighed<string>): Weighed<number> => types.map(([name, weight]) => [parseTypeName(name), weight])
