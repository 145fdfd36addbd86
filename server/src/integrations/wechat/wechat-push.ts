import { createHash, randomBytes } from 'node:crypto'
import type { WechatAccount } from '@nameplane/contract/system/settings/wechat-sign-in'
import { isWechatSignature, openWechatText, sealWechatText, wechatSignature } from './wechat-crypt.ts'
import { flatXml, readFlatXml } from './wechat-xml.ts'

/** How far WeChat's clock may be from ours, and for how long a nonce has to be remembered. */
export const pushWindowSeconds = 300

/** What came to the address of an official account, untouched. */
export type WechatRequest = { readonly query: URLSearchParams; readonly body: string }

/** A message that WeChat has pushed. */
export type WechatPush = {
  /** Of timestamp and nonce: a second push with the same is a replay. */
  readonly once: Buffer
  /** Somebody has scanned a code with a scene; null for all else that happens to an account. */
  readonly scan: { readonly openId: string; readonly scene: string } | null
  /** A text for whoever wrote, in the form that WeChat takes. */
  readonly answer: (text: string, now: Date) => string
}

/** A parameter that is there exactly once, in its own form. */
function only(query: URLSearchParams, name: string, form: RegExp): string | null {
  const values = query.getAll(name)
  return values.length === 1 && form.test(values[0]!) ? values[0]! : null
}

type Signed = { timestamp: string; nonce: string }

/** What every request of WeChat is signed with: the token, a time near ours and a nonce. Null: not signed so. */
function signedPart(setting: WechatAccount, query: URLSearchParams, now: Date): Signed | null {
  const timestamp = only(query, 'timestamp', /^\d{10}$/)
  const nonce = only(query, 'nonce', /^[\w-]{1,64}$/)
  const signature = only(query, 'signature', /^[0-9a-f]{40}$/)
  if (timestamp === null || nonce === null || signature === null) return null
  if (!isWechatSignature(signature, setting.token, timestamp, nonce)) return null
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= pushWindowSeconds ? { timestamp, nonce } : null
}

/** WeChat's question whether this address is the account's own; answers what it wants to hear back, or null. */
export function answerAddressCheck(setting: WechatAccount, query: URLSearchParams, now: Date): string | null {
  const echo = only(query, 'echostr', /^[\w-]{1,128}$/)
  return echo !== null && signedPart(setting, query, now) ? echo : null
}

/** The message of a push, once everything about it is proven; null for any other request. */
export function readPush(setting: WechatAccount, { query, body }: WechatRequest, now: Date): WechatPush | null {
  const signed = signedPart(setting, query, now)
  if (!signed) return null
  const isEncrypted = setting.encodingAesKey !== ''
  const text = isEncrypted ? openedBody(setting, signed, query, body) : body
  if (text === null) return null
  // Without a key nobody but WeChat may be taken at its word either: an encrypted push says that the account is set up otherwise.
  if (!isEncrypted && query.has('encrypt_type') && query.get('encrypt_type') !== 'raw') return null
  if (/<[!?](?!\[CDATA\[)|&/.test(text.replace(/<!\[CDATA\[(?:(?!\]\]>)[^])*\]\]>/g, ''))) return null
  const texts = readFlatXml(text)
  const from = texts?.get('FromUserName') ?? ''
  const to = texts?.get('ToUserName') ?? ''
  return {
    once: createHash('sha256').update(`${signed.timestamp} ${signed.nonce}`).digest(),
    // WeChat names the sender beside the message too.
    scan: query.getAll('openid').some((named) => named !== from) ? null : scanOf(texts, now),
    answer: (words, at) => answerOf(setting, { from, to }, words, at),
  }
}

function openedBody(setting: WechatAccount, { timestamp, nonce }: Signed, query: URLSearchParams, body: string): string | null {
  if (only(query, 'encrypt_type', /^aes$/) === null) return null
  const signature = only(query, 'msg_signature', /^[0-9a-f]{40}$/)
  const encrypted = readFlatXml(body)?.get('Encrypt')
  if (signature === null || encrypted === undefined) return null
  if (!isWechatSignature(signature, setting.token, timestamp, nonce, encrypted)) return null
  return openWechatText(encrypted, setting.encodingAesKey, setting.appId)
}

/** `SCAN` where a follower scans; `subscribe` with the scene behind a prefix where somebody follows by it. */
function scanOf(texts: ReadonlyMap<string, string> | null, now: Date): WechatPush['scan'] {
  if (!texts || texts.get('MsgType') !== 'event') return null
  const openId = texts.get('FromUserName') ?? ''
  const created = texts.get('CreateTime') ?? ''
  const event = texts.get('Event')
  const key = texts.get('EventKey') ?? ''
  const scene = event === 'SCAN' ? key : event === 'subscribe' && key.startsWith('qrscene_') ? key.slice('qrscene_'.length) : ''
  if (!/^[\w-]{1,128}$/.test(openId) || scene === '') return null
  // A message is no older than its push may be, and repeated a few seconds later at most.
  if (!/^\d{10}$/.test(created) || Math.abs(now.getTime() / 1000 - Number(created)) > 2 * pushWindowSeconds) return null
  return { openId, scene }
}

function answerOf(setting: WechatAccount, { from, to }: { from: string; to: string }, words: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const plain = flatXml({ ToUserName: from, FromUserName: to, CreateTime: seconds, MsgType: 'text', Content: words })
  if (setting.encodingAesKey === '') return plain
  const nonce = randomBytes(8).toString('hex')
  const encrypted = sealWechatText(plain, setting.encodingAesKey, setting.appId, randomBytes(16))
  const signature = wechatSignature(setting.token, String(seconds), nonce, encrypted)
  return flatXml({ Encrypt: encrypted, MsgSignature: signature, TimeStamp: seconds, Nonce: nonce })
}
