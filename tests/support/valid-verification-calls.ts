import type { Endpoint } from '@nameplane/contract/endpoint'
import { verification } from '@nameplane/contract/account/verification'
import { verificationWechat } from '@nameplane/contract/system/settings/verification'
import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import type { TestApp } from './app.ts'
import { startFakeOutside } from './fake-outside.ts'
import { rawCall } from './raw-call.ts'
import { setSetting } from './settings.ts'
import type { FixtureWorld } from './fixture-world.ts'

const person = { provider: 'wechat', name: '张三', idNumber: '11010519491231002X' } as const

/** Sound calls of verifications; see sound-calls.ts. */
export const validVerificationCalls: Record<string, (world: FixtureWorld) => Record<string, unknown>> = {
  'verification.begin': () => ({ ...person }),
  'verification.check': () => ({}),
  'verification.reveal': () => ({ id: 1 }),
  'verification.decide': () => ({ id: 1, state: 'passed', reason: 'seen in person' }),
}

/** The same where a provider has to be there first: one that takes everybody, and passes them when asked. */
export function verificationWays(platform: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  const { db, call } = platform
  const withProvider =
    (work: () => Promise<Record<string, unknown>>): (() => Promise<Record<string, unknown>>) =>
    async () => {
      await db.deleteFrom('identity_verification').execute()
      await db.updateTable('account').set({ verified: 0 }).where('verified', '=', 1).execute()
      await setSetting(db, verificationWechat, { secretId: 'AKIDexample', secretKey: 'a-secret', ruleId: 'rule1' })
      const fake = await startFakeOutside(({ headers }) => {
        const isBegun = headers['x-tc-action'] === 'DetectAuth'
        const Text = { ErrCode: 0, IdCard: person.idNumber, LiveStatus: 0, Comparestatus: 0 }
        return { body: { Response: isBegun ? { Url: 'https://open.weixin.qq.com/a', BizToken: 'CE661F1A-0F1E-45BD' } : { Text } } }
      })
      const restore = placeFakes({ 'https://faceid.tencentcloudapi.com': fake.baseUrl })
      try {
        return await work()
      } finally {
        restore()
        await fake.close()
        // Elsewhere the platform is as it was: nobody can be called.
        await db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', verificationWechat.key).execute()
      }
    }
  const begun = async (): Promise<number> => (await call(verification.begin, person)).data.id
  const send = async (endpoint: Endpoint, input: Record<string, unknown>) =>
    (await rawCall(platform.app, endpoint, input, { token: platform.adminToken })).json<Record<string, unknown>>()
  const onBegun = (further: Record<string, unknown>) => (endpoint: Endpoint) =>
    withProvider(async () => {
      const id = await begun()
      return send(endpoint, Object.keys(further).length === 0 ? {} : { id, ...further })
    })()
  return {
    'verification.begin': (endpoint) => withProvider(() => send(endpoint, person))(),
    'verification.check': onBegun({}),
    'verification.reveal': (endpoint) => withProvider(async () => send(endpoint, { id: await begun() }))(),
    'verification.decide': onBegun({ state: 'passed', reason: 'seen in person' }),
  }
}
