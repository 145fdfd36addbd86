import { createHash } from 'node:crypto'
import type { WechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { badAnswer, callWechat, identityName, WechatProblem, wordOf } from './wechat-call.ts'

/** Tokens by application, secret and address; WeChat answers the same one to every process until it ends. */
const tokens = new Map<string, { token: string; until: number }>()
/** A token is not used up to its last second. */
const spareMs = 300_000

/** What WeChat says of a token that has ended, or was replaced. */
const deadTokens: readonly string[] = ['40001', '40014', '42001']

/** Official account: makes codes with a scene, and says who an openid is. */
export function wechatAccountClient({ appId, appSecret, apiAddress }: WechatAccount) {
  const key = createHash('sha256')
    .update(JSON.stringify([apiAddress, appId, appSecret]))
    .digest('hex')

  async function fetchToken(isForced: boolean, signal: AbortSignal | undefined): Promise<string> {
    const answer = await callWechat(apiAddress, {
      method: 'POST',
      path: '/cgi-bin/stable_token',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credential', appid: appId, secret: appSecret, force_refresh: isForced }),
      isIdempotent: !isForced,
      ...(signal ? { signal } : {}),
    })
    const seconds = answer['expires_in']
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds <= 0) throw badAnswer()
    const token = wordOf(answer['access_token'])
    tokens.set(key, { token, until: Date.now() + seconds * 1000 - spareMs })
    return token
  }

  async function tokenNow(signal: AbortSignal | undefined): Promise<string> {
    const kept = tokens.get(key)
    return kept && kept.until > Date.now() ? kept.token : fetchToken(false, signal)
  }

  /** Calls with the token that is kept; where that one has ended, once more with a new one. */
  async function withToken<Result>(call: (token: string) => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    const token = await tokenNow(signal)
    try {
      return await call(token)
    } catch (cause) {
      if (!(cause instanceof WechatProblem) || !deadTokens.includes(cause.code)) throw cause
      const next = await fetchToken(false, signal)
      return call(next === token ? await fetchToken(true, signal) : next)
    }
  }

  return {
    /** What a code says that leads to the account and names this scene. @throws WechatProblem */
    async code(scene: string, lifeSeconds: number, signal?: AbortSignal): Promise<string> {
      const answer = await withToken(
        (token) =>
          callWechat(apiAddress, {
            method: 'POST',
            path: '/cgi-bin/qrcode/create',
            query: { access_token: token },
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ expire_seconds: lifeSeconds, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: scene } } }),
            isIdempotent: true,
            ...(signal ? { signal } : {}),
          }),
        signal,
      )
      const url = answer['url']
      // Whoever scans it goes there: nowhere but to WeChat.
      if (typeof url !== 'string' || !/^https?:\/\/weixin\.qq\.com\/q\/[\w-]{1,200}$/.test(url)) throw badAnswer()
      return url
    },
    /** Who a follower of the account is. @throws WechatProblem */
    async identityOf(openId: string, signal?: AbortSignal): Promise<string> {
      const person = await withToken(
        (token) =>
          callWechat(apiAddress, {
            method: 'GET',
            path: '/cgi-bin/user/info',
            query: { access_token: token, openid: openId },
            isIdempotent: true,
            ...(signal ? { signal } : {}),
          }),
        signal,
      )
      if (person['openid'] !== openId) throw badAnswer()
      return identityName(appId, person)
    },
    /** Asks for a token, and whether the account may make codes. @throws WechatProblem */
    async probe(signal?: AbortSignal): Promise<void> {
      await fetchToken(false, signal)
      await this.code('0'.repeat(32), 60, signal)
    },
  }
}
