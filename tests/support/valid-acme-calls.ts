import { acmeAccount } from '@nameplane/contract/system/acme-account'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { certificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import { startFakeAcme } from './fake-acme.ts'
import type { TestApp } from './app.ts'
import { rawCall } from './raw-call.ts'
import { setSetting } from './settings.ts'
import type { FixtureWorld } from './fixture-world.ts'

const origin = 'https://ca.example'
const agreed = { isAgreed: 1, termsOfService: `${origin}/terms/1` } as const

/** Sound calls of the account with a certificate authority; see sound-calls.ts. */
export const validAcmeCalls: Record<string, (world: FixtureWorld) => Record<string, unknown>> = {
  'acmeAccount.info': () => ({}),
  'acmeAccount.terms': () => ({}),
  'acmeAccount.register': () => ({ ...agreed }),
  'acmeAccount.check': () => ({}),
  'acmeAccount.contact': () => ({}),
  'acmeAccount.rollover': () => ({}),
  'acmeAccount.deactivate': () => ({}),
}

/** The same where an authority has to be there first. */
export function acmeWays({ app, db, call, adminToken }: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  const way = (isRegistered: boolean) => async (endpoint: Endpoint) => {
    await db.deleteFrom('acme_account').execute()
    const fake = await startFakeAcme({ origin })
    await setSetting(db, certificateAuthority, { authority: 'other', directoryUrl: fake.directoryUrl, email: 'ssl@example.net' })
    const restore = placeFakes({ [origin]: fake.baseUrl })
    try {
      if (isRegistered) await call(acmeAccount.register, agreed)
      return (await rawCall(app, endpoint, isRegistered ? {} : agreed, { token: adminToken })).json<Record<string, unknown>>()
    } finally {
      restore()
      await fake.close()
      // Elsewhere the platform is as it was: nobody can be called.
      await db.updateTable('system_config').set({ param_value: '{}' }).where('param_key', '=', certificateAuthority.key).execute()
    }
  }
  return {
    'acmeAccount.register': way(false),
    'acmeAccount.check': way(true),
    'acmeAccount.contact': way(true),
    'acmeAccount.rollover': way(true),
    'acmeAccount.deactivate': way(true),
  }
}
