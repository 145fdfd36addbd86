import { secondary } from '@nameplane/contract/dns/secondary'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { listed, version, type ReadBackCase } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    secondaryId: number
  }
}

const secret = Buffer.from('a secret of at least sixteen bytes').toString('base64')
const keyOf = (name: string): string => `k${Buffer.from(name).toString('hex').slice(0, 60)}.key`
const networks = ['192.0.2.0/24']

export async function makeFixtures({ call }: Pick<TestApp, 'call'>, name: string): Promise<{ secondaryId: number }> {
  const { data } = await call(secondary.save, { name: `secondary of ${name}`, networks, scope: 'all' })
  return { secondaryId: data.id }
}

export const validCalls: ValidCalls = {
  'secondary.save': ({ name }) => ({
    name: `another of ${name}`,
    networks,
    keyName: keyOf(name),
    algorithm: 'hmac-sha512',
    secret,
    scope: 'all',
    notifyAddresses: ['192.0.2.53'],
    notifyPort: 53,
    catalogZone: '',
    status: 1,
    remark: '',
  }),
  'secondary.update': ({ secondaryId, name }) => ({
    id: secondaryId,
    name: `changed ${name}`,
    networks: ['198.51.100.1'],
    keyName: `c${keyOf(name)}`,
    algorithm: 'hmac-sha256',
    secret,
    scope: 'all',
    notifyAddresses: ['198.51.100.1', '2001:db8::53'],
    notifyPort: 5353,
    catalogZone: `catalog.${name}`,
    status: 1,
    remark: 'changed',
  }),
  'secondary.delete': ({ secondaryId }) => ({ ids: [secondaryId] }),
}

const saved: ReadBackCase = {
  reader: listed('secondary.list'),
  sent: ({ name }) => ({
    name: `read back ${name}`,
    networks: ['203.0.113.0/24', '2001:db8::/32'],
    keyName: `r${keyOf(name)}`,
    algorithm: 'hmac-sha512',
    secret,
    scope: 'chosen',
    domains: [`locked.${name}`],
    notifyAddresses: ['203.0.113.53', '2001:db8::53'],
    notifyPort: 5353,
    catalogZone: `members.${name}`,
    status: 0,
    remark: 'read back',
  }),
  unread: { secret: 'secrets are never shown' },
}
export const readBack = { 'secondary.save': saved, 'secondary.update': { ...saved, unread: { ...saved.unread, ...version } } }
