import { domain } from '@nameplane/contract/dns/domain'
import { vanityNameserver } from '@nameplane/contract/dns/vanity-nameserver'
import type { TestApp } from '../../../../../tests/support/app.ts'
import type { ValidCalls } from '../../../../../tests/support/noun-fixtures.ts'
import { detailed, listed, version } from '../../../../../tests/support/read-back.ts'

declare module '../../../../../tests/support/fixture-world.ts' {
  interface FixtureWorld {
    vanityNameserverId: number
    /** Users without names: one is given some, one is read back. */
    plainUserIds: [number, number]
    /** A domain of the user with names, in which they lie and have no addresses. */
    vanityDomainId: number
  }
}

const newUser = async ({ db }: Pick<TestApp, 'db'>, username: string): Promise<number> =>
  (await db.insertInto('account').values({ username, type: 2, password_hash: '', language: null }).returning('id').executeTakeFirstOrThrow()).id

export async function makeFixtures({ call, db }: Pick<TestApp, 'call' | 'db'>, name: string) {
  const label = name.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const userId = await newUser({ db }, `named-${label}`)
  const plainUserIds: [number, number] = [await newUser({ db }, `plain-${label}`), await newUser({ db }, `other-${label}`)]
  if ((await db.selectFrom('node').select('id').where('status', '=', 1).executeTakeFirst()) === undefined)
    await db.insertInto('node').values({ name: 'shared out', driver: 'knot', address: '192.0.2.53', port: 53, service_group_id: null }).execute()
  const { data: vanity } = await call(domain.save, { domain: `vanity-${label}.example`, userId })
  const { data } = await call(vanityNameserver.save, { userId, names: [`ns1.vanity-${label}.example`, `ns2.vanity-${label}.example`] })
  return { vanityNameserverId: data.id, plainUserIds, vanityDomainId: vanity.id }
}

export const validCalls: ValidCalls = {
  'vanityNameserver.list': () => ({ page: 1, limit: 20, sidx: 'username', order: 'asc', search: 'ns1' }),
  'vanityNameserver.save': ({ plainUserIds }) => ({ userId: plainUserIds[0], names: ['ns1.plain.example', 'ns2.plain.example'] }),
  'vanityNameserver.update': ({ vanityNameserverId }) => ({
    id: vanityNameserverId,
    names: ['ns1.changed.example', 'ns2.changed.example', 'ns3.changed.example'],
  }),
  'vanityNameserver.delete': ({ vanityNameserverId }) => ({ ids: [vanityNameserverId] }),
  'vanityNameserver.choice': ({ domainId }) => ({ id: domainId }),
  'vanityNameserver.choose': ({ domainId }) => ({ id: domainId, choice: 'own', names: ['ns1.own.example', 'ns2.own.example'] }),
  'vanityNameserver.addresses': ({ vanityDomainId }) => ({ of: 'domain', id: vanityDomainId, asks: false }),
  'vanityNameserver.createAddresses': ({ vanityDomainId }) => ({ of: 'domain', id: vanityDomainId }),
}

const names = ['ns1.read.example', 'ns2.read.example', 'ns3.read.example']

export const readBack = {
  'vanityNameserver.save': {
    reader: listed('vanityNameserver.list'),
    sent: ({ plainUserIds }: { plainUserIds: [number, number] }) => ({ userId: plainUserIds[1], names }),
  },
  'vanityNameserver.update': { reader: listed('vanityNameserver.list'), sent: () => ({ names }), unread: version },
  'vanityNameserver.choose': { reader: detailed('vanityNameserver.choice'), sent: () => ({ choice: 'own', names }), unread: version },
}
