import type { WechatWebsite } from '@nameplane/contract/system/settings/wechat-sign-in'
import { badAnswer, callWechat, identityName, WechatProblem, wordOf } from './wechat-call.ts'

/** A code that WeChat never gave: it can only say so to somebody whose application and secret it has accepted. */
const nobodysCode = '000000000000000000000000000000ab'

/** What WeChat says of a code that is none, was used, or is too old. */
export const deadCodes: readonly string[] = ['40029', '40163', '42003', '41008']

/** Website application: the browser goes to WeChat's page and comes back with a code, which the server turns into an identity. */
export function wechatWebsiteClient({ appId, appSecret, apiAddress }: WechatWebsite) {
  // The code is used up by the call, so that it is never made twice.
  const token = (code: string, signal: AbortSignal | undefined) =>
    callWechat(apiAddress, {
      method: 'GET',
      path: '/sns/oauth2/access_token',
      query: { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' },
      isIdempotent: false,
      ...(signal ? { signal } : {}),
    })
  return {
    /** The page on which WeChat shows its code; `returnTo` is an address on the domain that the application names. */
    pageFor(returnTo: string, state: string): string {
      const query = new URLSearchParams({ appid: appId, redirect_uri: returnTo, response_type: 'code', scope: 'snsapi_login', state })
      return `https://open.weixin.qq.com/connect/qrconnect?${query.toString()}#wechat_redirect`
    },
    /** Who has agreed on that page. @throws WechatProblem; a code of `deadCodes` where the scan has to be made again */
    async identityOf(code: string, signal?: AbortSignal): Promise<string> {
      const answer = await token(code, signal)
      const openId = wordOf(answer['openid'], 128)
      if (answer['unionid'] !== undefined && answer['unionid'] !== '') return identityName(appId, answer)
      const person = await callWechat(apiAddress, {
        method: 'GET',
        path: '/sns/userinfo',
        query: { access_token: wordOf(answer['access_token']), openid: openId },
        isIdempotent: true,
        ...(signal ? { signal } : {}),
      })
      if (person['openid'] !== openId) throw badAnswer()
      return identityName(appId, person)
    },
    /** Settles when application and secret are good. @throws WechatProblem */
    async probe(signal?: AbortSignal): Promise<void> {
      try {
        await token(nobodysCode, signal)
      } catch (cause) {
        if (cause instanceof WechatProblem && deadCodes.includes(cause.code)) return
        throw cause
      }
      throw badAnswer()
    },
  }
}
