import { randomInt } from 'node:crypto'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import type { Db } from '../../../../db/connection.ts'
import { platformActor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { wechatAccountClient } from '../../../../integrations/wechat/wechat-account.ts'
import { WechatProblem } from '../../../../integrations/wechat/wechat-call.ts'
import { answerAddressCheck, readPush, type WechatRequest } from '../../../../integrations/wechat/wechat-push.ts'
import { readWechatWay } from '../../../../integrations/wechat/wechat-ways.ts'
import { readSettingOrDefault } from '../../../../settings/settings.ts'
import { withAttemptNoted } from '../sign-in-attempts.ts'
import { findBoundAccount, identityDigest } from './wechat-binding.store.ts'
import { scanCodeHash } from './wechat-scan.service.ts'
import { findWaitingScan, noteScanned, takePush, type WechatScanRow } from './wechat-scan.store.ts'

/** What is answered to WeChat; null: who asks is not WeChat. An empty text asks for nothing and is not repeated. */
export type PushAnswer = { readonly contentType: 'text/plain' | 'application/xml'; readonly body: string } | null

/** WeChat's words to whoever scanned wait this long for who that is; WeChat itself waits five seconds. */
const patienceMs = 4000

/** WeChat's question whether the address is ours. */
export async function answerCheck(db: Db, query: URLSearchParams, now: Date): Promise<PushAnswer> {
  const ready = await readWechatWay(db)
  const echo = ready?.way === 'account' ? answerAddressCheck(ready.setting, query, now) : null
  return echo === null ? null : { contentType: 'text/plain', body: echo }
}

/** A push: whoever has scanned one of our codes is told the six digits to enter in the browser that shows it. */
export async function receivePush(db: Db, request: WechatRequest, now: Date): Promise<PushAnswer> {
  const ready = await readWechatWay(db)
  const push = ready?.way === 'account' ? readPush(ready.setting, request, now) : null
  if (ready?.way !== 'account' || !push || !(await takePush(db, push.once))) return null
  const nothing: PushAnswer = { contentType: 'text/plain', body: 'success' }
  if (!push.scan) return nothing
  const scan = await findWaitingScan(db, push.scan.scene)
  if (!scan) return nothing
  const words = await wordsFor(db, scan, () => wechatAccountClient(ready.setting).identityOf(push.scan!.openId, AbortSignal.timeout(patienceMs)))
  return words === null ? nothing : { contentType: 'application/xml', body: push.answer(words, now) }
}

/** What whoever scanned is told; null when somebody else was first. */
async function wordsFor(db: Db, scan: WechatScanRow, identityOf: () => Promise<string>): Promise<string | null> {
  const { basic } = await readSettingOrDefault(db, siteSettings)
  const say = (zh: string, en: string): string => `${basic.webName || 'Nameplane'}${basic.lang === 'en' ? `: ${en}` : `：${zh}`}`
  let identity: string
  try {
    identity = await identityOf()
  } catch (cause) {
    if (cause instanceof WechatProblem) return say('微信没有响应，请重新扫码', 'WeChat did not respond. Scan the QR code again.')
    throw cause
  }
  const digest = identityDigest(identity)
  if (scan.purpose === 'sign-in' && !(await findBoundAccount(db, digest))) {
    if (!(await noteScanned(db, scan.state_hash, digest, null))) return null
    await noteUnbound(db, scan.address)
    return say(
      '该微信尚未绑定账号。请先用密码登录，再到“账号安全”中绑定。',
      'No account is linked to this WeChat. Sign in with your password, then link it under Account security.',
    )
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  if (!(await noteScanned(db, scan.state_hash, digest, scanCodeHash(scan.state_hash, code)))) return null
  if (scan.purpose === 'sign-in')
    return say(
      `登录验证码 ${code}，5 分钟内有效。登录来自 ${scan.address}。请勿告诉任何人，如果不是你本人操作，请忽略。`,
      `${code} is your sign-in code, valid for 5 minutes. The sign-in comes from ${scan.address}. Do not share this code. If this was not you, ignore it.`,
    )
  const { username } = await db.selectFrom('account').select('username').where('id', '=', scan.account_id).executeTakeFirstOrThrow()
  return say(
    `绑定验证码 ${code}，5 分钟内有效。将绑定到账号 ${username}。请勿告诉任何人，如果不是你的账号，请忽略。`,
    `${code} is the code to link this WeChat to the account ${username}, valid for 5 minutes. Do not share this code. If this was not you, ignore it.`,
  )
}

/** A WeChat that is bound to nobody tried to sign in: the log shows it, as it shows a name that does not exist. */
async function noteUnbound(db: Db, address: string): Promise<void> {
  const refused = new Problem('wechat_unbound')
  await withAttemptNoted(db, { ...platformActor('WeChat'), kind: 'nobody', isSuper: false, address }, { username: '', secondFactor: '' }, () =>
    Promise.reject<object>(refused),
  ).catch((cause: unknown) => {
    if (cause !== refused) throw cause
  })
}
