import type { Endpoint } from '@nameplane/contract/endpoint'
import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import type { TestApp } from './app.ts'
import { providerKeys, startFakePowerdns } from './fake-dns-providers.ts'
import { rawCall } from './raw-call.ts'

/** Reading a zone at another provider, where one has to be there. */
export function providerWays({ app, db, adminToken }: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  return {
    'providerZone.read': async (endpoint) => {
      const { id, name } = await db
        .selectFrom('domain')
        .select(['id', 'name'])
        .where('deleted_at', 'is', null)
        .where('is_locked', '=', false)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
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
  }
}
