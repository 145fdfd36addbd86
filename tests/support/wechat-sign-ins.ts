import { wechat } from '@nameplane/contract/account/wechat'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { wechatAccount, wechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import type { TestApp } from './app.ts'
import { rawCall } from './raw-call.ts'
import { setSetting } from './settings.ts'
import { forgetFactors } from './sign-in-ways.ts'
import { wechatKeys, type FakeWechat, type WechatPerson } from './fake-wechat.ts'

const password = 'correct horse 7'

export const ada: WechatPerson = { openId: 'oAda_0123456789-abcdefgh', unionId: 'u_Ada' }
export const bob: WechatPerson = { openId: 'oBob_0123456789-abcdefgh', unionId: 'u_Bob' }

export type WechatAnswer = { problem?: string; token?: string; second?: { ticket: string; methods: string[] }; data?: Record<string, unknown> }

/** A browser that is not signed in, with the cookie that ties a scan to it. */
export function newWechatBrowser({ app }: TestApp) {
  let cookie = ''
  return {
    cookie: () => cookie,
    async call<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<WechatAnswer> {
      const answer = await rawCall(app, endpoint, input, { headers: cookie === '' ? {} : { cookie } })
      for (const one of [answer.headers['set-cookie'] ?? []].flat()) if (one.startsWith('np_wechat=')) cookie = one.split(';')[0]!
      return answer.json<WechatAnswer>()
    },
    async begin(): Promise<{ way: string; state: string; url: string }> {
      return (await this.call(wechat.begin, {})).data!['scan'] as { way: string; state: string; url: string }
    },
  }
}

/** What administrators do by WeChat, on this platform and with this peer. */
export function wechatSignIns(test: TestApp, fake: FakeWechat) {
  const { db } = test
  return {
    /** One way on and the other off, or both off. */
    async use(way: 'website' | 'account' | null): Promise<void> {
      if (way === 'website') await setSetting(db, wechatWebsite, wechatKeys.website)
      if (way === 'account') await setSetting(db, wechatAccount, wechatKeys.account)
      const ways = { website: wechatWebsite.key, account: wechatAccount.key }
      const off = Object.values(ways).filter((key) => way === null || key !== ways[way])
      await db.updateTable('system_config').set({ status: 0 }).where('param_key', 'in', off).execute()
    },
    /** Nothing is bound, begun or failed, and nobody has a second factor. */
    async forget(): Promise<void> {
      for (const table of ['wechat_binding', 'wechat_scan', 'wechat_push', 'sign_in_failure', 'sign_in_attempt'] as const) await db.deleteFrom(table).execute()
      await forgetFactors(test)
    },
    async bindTo(person: WechatPerson, token = test.adminToken): Promise<void> {
      const { scan } = (await test.call(wechat.bindBegin, { password }, token)).data
      await test.call(wechat.bind, { state: scan!.state, code: fake.agree(person) }, token)
    },
    async signInAs(person: WechatPerson): Promise<WechatAnswer> {
      const who = newWechatBrowser(test)
      const { state } = await who.begin()
      return who.call(wechat.finish, { state, code: fake.agree(person) })
    },
    /** The sign-in log, oldest first. */
    attempts: () => db.selectFrom('sign_in_attempt').select(['username', 'result', 'second_factor']).orderBy('id').execute(),
    /** Gives an administrator the password of the first one. */
    async sharePassword(accountId: number): Promise<void> {
      const { password_hash } = await db.selectFrom('account').select('password_hash').where('username', '=', 'admin').executeTakeFirstOrThrow()
      await db.updateTable('account').set({ password_hash }).where('id', '=', accountId).execute()
    },
  }
}

/** The problem of a call; `answered` when there was none. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (cause: { refusal: { problem: string } }) => cause.refusal.problem,
  )
