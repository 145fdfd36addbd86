import type { Endpoint } from '@nameplane/contract/endpoint'
import { wechat } from '@nameplane/contract/account/wechat'
import { wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { placeFakes } from '../../server/src/integrations/http/loopback.testing.ts'
import type { TestApp } from './app.ts'
import { rawCall } from './raw-call.ts'
import { setSetting } from './settings.ts'
import type { FixtureWorld } from './fixture-world.ts'
import { startFakeWechat, wechatApi, wechatKeys, type FakeWechat } from './fake-wechat.ts'

const password = 'correct horse 7'
const state = '0'.repeat(32)
const person = { openId: 'oSweep_0123456789', unionId: 'u_Sweep' }

/** Sound calls of signing in by WeChat; see sound-calls.ts. */
export const validWechatCalls: Record<string, (world: FixtureWorld) => Record<string, unknown>> = {
  'wechat.begin': () => ({}),
  'wechat.state': () => ({ state }),
  'wechat.finish': () => ({ state, code: '123456' }),
  'wechat.bindBegin': () => ({ password }),
  'wechat.bindState': () => ({ state }),
  'wechat.bind': () => ({ state, code: '123456' }),
  'wechat.unbind': () => ({ password }),
}

/** The same where WeChat has to be there first, and a scan behind it. */
export function wechatWays(platform: TestApp): Record<string, (endpoint: Endpoint) => Promise<Record<string, unknown>>> {
  const { db, call } = platform
  const withWechat =
    (work: (fake: FakeWechat, endpoint: Endpoint) => Promise<Record<string, unknown>>) =>
    async (endpoint: Endpoint): Promise<Record<string, unknown>> => {
      await db.deleteFrom('wechat_binding').execute()
      await setSetting(db, wechatWebsite, wechatKeys.website)
      const fake = await startFakeWechat()
      const restore = placeFakes({ [wechatApi]: fake.baseUrl })
      try {
        return await work(fake, endpoint)
      } finally {
        restore()
        await fake.close()
        await db.deleteFrom('wechat_scan').execute()
        await db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', wechatWebsite.key).execute()
      }
    }
  const bound = async (fake: FakeWechat): Promise<void> => {
    const { scan } = (await call(wechat.bindBegin, { password })).data
    await call(wechat.bind, { state: scan!.state, code: fake.agree(person) })
  }
  const send = async (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
    (await rawCall(platform.app, endpoint, input, { token: platform.adminToken, headers })).json<Record<string, unknown>>()
  return {
    'wechat.finish': withWechat(async (fake, endpoint) => {
      await bound(fake)
      const begun = await rawCall(platform.app, wechat.begin, {})
      const { scan } = begun.json<{ data: { scan: { state: string } } }>().data
      const cookie = String(begun.headers['set-cookie']).split(';')[0]!
      return send(endpoint, { state: scan.state, code: fake.agree(person) }, { cookie })
    }),
    'wechat.bind': withWechat(async (fake, endpoint) => {
      const { scan } = (await call(wechat.bindBegin, { password })).data
      return send(endpoint, { state: scan!.state, code: fake.agree(person) })
    }),
    'wechat.unbind': withWechat(async (fake, endpoint) => {
      await bound(fake)
      return send(endpoint, { password })
    }),
  }
}
