import type { Endpoint } from '@nameplane/contract/endpoint'
import { allowLoopback, placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import { defaultRules } from '../../server/src/serving/node/answering-rules.ts'
import { BuiltInNode } from '../../server/src/serving/node/built-in-node.ts'
import { wholeOf, zoneFromLines } from '../../server/src/serving/zone/zones.testing.ts'
import type { TestApp } from './app.ts'
import { providerKeys, startFakePowerdns } from './fake-dns-providers.ts'
import { rawCall } from './raw-call.ts'

/** Reading a zone at another provider, or from a name server, where one has to be there. */
export function providerWays({ app, db, adminToken }: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  return {
    'providerZone.read': async (endpoint) => {
      const { id, name } = await openDomain(db)
      const rows = [{ name: `www.${name}.`, type: 'A', ttl: 60, records: [{ content: '192.0.2.1', disabled: false }], comments: [] }]
      const fake = await startFakePowerdns({ name, rows })
      const restore = placeFakes({ 'https://pdns.example': fake.baseUrl })
      try {
        const sent = { domainId: id, provider: 'powerdns', secret: providerKeys.pdns, url: 'https://pdns.example' }
        return (await rawCall(app, endpoint, sent, { token: adminToken })).json<Record<string, unknown>>()
      } finally {
        restore()
        await fake.close()
      }
    },
    'providerZone.transfer': async (endpoint) => {
      const { id, name } = await openDomain(db)
      const node = new BuiltInNode({ host: '127.0.0.1', port: 0, threads: 1 })
      await node.applyZones([wholeOf(zoneFromLines(name, 'www A 192.0.2.1'))])
      await node.useRules({ ...defaultRules, transfers: [{ networks: ['127.0.0.1'], key: null, domainIds: null }] })
      await node.start()
      const restore = allowLoopback()
      try {
        return (await rawCall(app, endpoint, { domainId: id, address: '127.0.0.1', port: node.port }, { token: adminToken })).json<Record<string, unknown>>()
      } finally {
        restore()
        await node.end()
      }
    },
  }
}

function openDomain(db: TestApp['db']): Promise<{ id: number; name: string }> {
  return db
    .selectFrom('domain')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('is_locked', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
}
