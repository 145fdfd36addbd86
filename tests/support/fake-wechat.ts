import { randomBytes, webcrypto } from 'node:crypto'
import { startFakeOutside, type FakeOutside, type FakeAnswer, type FakeCall } from './fake-outside.ts'

/*
 * WeChat as a website application and an official account meet it: strict about paths, parameters and secrets, each code good once,
 * tokens that end. It signs and encrypts what it pushes by the browser's own cryptography, so that no mistake of ours is made twice.
 */

export const wechatKeys = {
  website: { appId: 'wx00000000000000aa', appSecret: 'a1'.repeat(16) },
  account: { appId: 'wx00000000000000bb', appSecret: 'b2'.repeat(16), token: 'tokenOfTests7', encodingAesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG' },
} as const

/** The address of WeChat's API, in whose place the peer stands. */
export const wechatApi = 'https://api.weixin.qq.com'

/** A person of WeChat; without `unionId` the application belongs to no open platform account. */
export type WechatPerson = { readonly openId: string; readonly unionId?: string }

/** What the account's server got back for a push. */
export type PushRequest = { readonly query: string; readonly body: string }

type PushOptions = {
  encrypted?: boolean
  /** Milliseconds by which WeChat's clock is off. */
  off?: number
  changed?: Record<string, string>
}

export type FakeWechat = FakeOutside & {
  /** Somebody agrees on WeChat's page: a code for the browser. */
  agree(person: WechatPerson): string
  /** Whether the token answer holds the union id already, as it does for most applications. */
  tokenNamesUnion: boolean
  /** Ends the token of the account that is in use, as time does. */
  endToken(): void
  /** The same, but WeChat goes on giving that token out until it is told to make another. */
  keepEndedToken(): void
  /** Scenes of the codes that were made, the newest last. */
  readonly scenes: string[]
  /** Follows the account, so that WeChat says who it is. */
  follow(person: WechatPerson): void
  /** The push of somebody scanning a scene. */
  scanned(scene: string, openId: string, options?: PushOptions): Promise<PushRequest>
  /** The push of any message. */
  pushed(texts: Record<string, string | number>, options?: PushOptions): Promise<PushRequest>
  /** The words of an answer to a push, decrypted where they are encrypted. */
  wordsOf(answer: string): Promise<string>
}

const refuse = (errcode: number, errmsg: string): FakeAnswer => ({ headers: { 'content-type': 'text/plain' }, body: { errcode, errmsg } })

const encoder = new TextEncoder()

export async function sha1(...words: string[]): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-1', encoder.encode(words.sort((one, other) => (one < other ? -1 : 1)).join('')))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function aesKey(): Promise<{ key: webcrypto.CryptoKey; iv: Uint8Array<ArrayBuffer> }> {
  const raw = Uint8Array.from(atob(`${wechatKeys.account.encodingAesKey}=`), (letter) => letter.charCodeAt(0))
  return { key: await webcrypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt', 'decrypt']), iv: raw.slice(0, 16) }
}

/** As WeChat encrypts for an application; blocks of 32 bytes, which WebCrypto does not know. */
export async function encryptForApp(text: string, appId: string = wechatKeys.account.appId): Promise<string> {
  const { key, iv } = await aesKey()
  const body = encoder.encode(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, body.length)
  const whole = [...randomBytes(16), ...length, ...body, ...encoder.encode(appId)]
  const padding = 32 - (whole.length % 32)
  const padded = Uint8Array.from([...whole, ...Array<number>(padding).fill(padding)])
  const sealed = new Uint8Array(await webcrypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, padded))
  // WebCrypto adds a block of its own padding, which WeChat's has not.
  return Buffer.from(sealed.slice(0, -16)).toString('base64')
}

async function decrypt(encrypted: string): Promise<string> {
  const { key, iv } = await aesKey()
  const bytes = Buffer.from(encrypted, 'base64')
  // The padding of 32 bytes is read as that of 16 where it is short; so a block of 16 is put behind, which is taken off again.
  const last = bytes.subarray(-16)
  const block = new Uint8Array(await webcrypto.subtle.encrypt({ name: 'AES-CBC', iv: Uint8Array.from(last) }, key, new Uint8Array(0)))
  const opened = Buffer.from(await webcrypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, Buffer.concat([bytes, Buffer.from(block)])))
  const whole = opened.subarray(0, opened.length - opened.at(-1)!)
  const length = whole.readUInt32BE(16)
  if (whole.subarray(20 + length).toString() !== wechatKeys.account.appId) throw new Error('encrypted for another application')
  return whole.subarray(20, 20 + length).toString()
}

const xml = (texts: Record<string, string | number>): string =>
  `<xml>${Object.entries(texts)
    .map(([name, text]) => (typeof text === 'number' ? `<${name}>${text}</${name}>\n` : `<${name}><![CDATA[${text}]]></${name}>\n`))
    .join('')}</xml>`

export async function startFakeWechat(): Promise<FakeWechat> {
  const codes = new Map<string, { person: WechatPerson; isUsed: boolean }>()
  const peopleTokens = new Map<string, WechatPerson>()
  const followers = new Map<string, WechatPerson>()
  const scenes: string[] = []
  let token = { text: '', isEnded: true, isGivenOut: false }
  const newToken = (): string => (token = { text: `T_${randomBytes(48).toString('base64url')}`, isEnded: false, isGivenOut: true }).text

  const credentials = (of: Record<string, unknown>, { appId, appSecret }: { appId: string; appSecret: string }): FakeAnswer | null => {
    if (of['appid'] !== appId) return refuse(40013, 'invalid appid, rid: 6')
    return of['secret'] === appSecret ? null : refuse(40125, 'invalid appsecret, rid: 7')
  }
  const tokenProblem = (given: string | null): FakeAnswer | null => {
    if (given === null || given === '') return refuse(41001, 'access_token missing')
    if (given !== token.text) return refuse(40001, 'invalid credential, access_token is invalid or not latest')
    return token.isEnded ? refuse(42001, 'access_token expired') : null
  }
  const only = (query: URLSearchParams, ...names: string[]): boolean =>
    [...query.keys()].toSorted().join() === names.toSorted().join() && names.every((name) => query.getAll(name).length === 1)
  const json = (call: FakeCall): Record<string, unknown> => JSON.parse(call.body.toString()) as Record<string, unknown>

  const answers: Record<string, (call: FakeCall) => FakeAnswer> = {
    'GET /sns/oauth2/access_token'({ query }) {
      if (!only(query, 'appid', 'secret', 'code', 'grant_type')) return refuse(41002, 'parameters')
      const wrong = credentials(Object.fromEntries(query), wechatKeys.website)
      if (wrong) return wrong
      if (query.get('grant_type') !== 'authorization_code') return refuse(40002, 'invalid grant_type')
      const code = codes.get(query.get('code')!)
      if (!code) return refuse(40029, 'invalid code')
      if (code.isUsed) return refuse(40163, 'code been used')
      code.isUsed = true
      const access_token = `P_${randomBytes(30).toString('base64url')}`
      peopleTokens.set(access_token, code.person)
      const { openId, unionId } = code.person
      const named = fake.tokenNamesUnion && unionId ? { unionid: unionId } : {}
      return {
        headers: { 'content-type': 'text/plain' },
        body: { access_token, expires_in: 7200, refresh_token: 'R', openid: openId, scope: 'snsapi_login', ...named },
      }
    },
    'GET /sns/userinfo'({ query }) {
      if (!only(query, 'access_token', 'openid')) return refuse(41001, 'parameters')
      const person = peopleTokens.get(query.get('access_token')!)
      if (!person) return refuse(40001, 'invalid credential')
      if (person.openId !== query.get('openid')) return refuse(40003, 'invalid openid')
      return {
        body: {
          openid: person.openId,
          nickname: '张三',
          sex: 0,
          headimgurl: 'https://thirdwx.qlogo.cn/a',
          ...(person.unionId ? { unionid: person.unionId } : {}),
        },
      }
    },
    'POST /cgi-bin/stable_token'(call) {
      if (!String(call.headers['content-type']).startsWith('application/json')) return refuse(47001, 'data format error')
      const sent = json(call)
      const wrong = credentials(sent, wechatKeys.account)
      if (wrong) return wrong
      if (sent['grant_type'] !== 'client_credential') return refuse(40002, 'invalid grant_type')
      const isKept = token.isGivenOut && sent['force_refresh'] !== true
      return { body: { access_token: isKept ? token.text : newToken(), expires_in: 7200 } }
    },
    'POST /cgi-bin/qrcode/create'(call) {
      const wrong = tokenProblem(call.query.get('access_token'))
      if (wrong) return wrong
      const sent = json(call) as { expire_seconds: number; action_name: string; action_info: { scene: { scene_str: string } } }
      const scene = sent.action_info.scene.scene_str
      if (sent.action_name !== 'QR_STR_SCENE' || typeof scene !== 'string' || scene.length < 1 || scene.length > 64) return refuse(40053, 'invalid action info')
      if (!Number.isInteger(sent.expire_seconds) || sent.expire_seconds < 1 || sent.expire_seconds > 2_592_000) return refuse(40052, 'invalid action name')
      scenes.push(scene)
      return { body: { ticket: 'gQH47joAAAA', expire_seconds: sent.expire_seconds, url: `http://weixin.qq.com/q/02${scene.slice(0, 12)}` } }
    },
    'GET /cgi-bin/user/info'({ query }) {
      const wrong = tokenProblem(query.get('access_token'))
      if (wrong) return wrong
      const person = followers.get(query.get('openid') ?? '')
      if (!person) return refuse(40003, 'invalid openid')
      return { body: { subscribe: 1, openid: person.openId, language: 'zh_CN', ...(person.unionId ? { unionid: person.unionId } : {}) } }
    },
  }

  const outside = await startFakeOutside((call) => answers[`${call.method} ${call.path}`]?.(call) ?? { status: 404, body: '' })
  const fake: FakeWechat = Object.assign(outside, {
    tokenNamesUnion: true,
    scenes,
    agree(person: WechatPerson) {
      const code = `0${randomBytes(15).toString('hex')}`
      codes.set(code, { person, isUsed: false })
      return code
    },
    endToken: () => void (token = { ...token, isEnded: true, isGivenOut: false }),
    keepEndedToken: () => void (token = { ...token, isEnded: true }),
    follow: (person: WechatPerson) => void followers.set(person.openId, person),
    scanned: (scene: string, openId: string, options: PushOptions = {}) =>
      fake.pushed(
        {
          ToUserName: 'gh_0123456789ab',
          FromUserName: openId,
          CreateTime: Math.floor((Date.now() + (options.off ?? 0)) / 1000),
          MsgType: 'event',
          Event: 'SCAN',
          EventKey: scene,
          Ticket: 'gQH47joAAAA',
        },
        options,
      ),
    async pushed(texts: Record<string, string | number>, { encrypted = true, off = 0, changed = {} }: PushOptions = {}) {
      const { token: word } = wechatKeys.account
      const timestamp = String(Math.floor((Date.now() + off) / 1000))
      const nonce = randomBytes(4).readUInt32BE().toString()
      const query = new URLSearchParams({ signature: await sha1(word, timestamp, nonce), timestamp, nonce, openid: String(texts['FromUserName']) })
      let body = xml(texts)
      if (encrypted) {
        const sealed = await encryptForApp(body)
        query.set('encrypt_type', 'aes')
        query.set('msg_signature', await sha1(word, timestamp, nonce, sealed))
        body = xml({ ToUserName: String(texts['ToUserName']), Encrypt: sealed })
      }
      for (const [name, value] of Object.entries(changed)) query.set(name, value)
      return { query: query.toString(), body }
    },
    async wordsOf(answer: string) {
      const encrypted = /<Encrypt><!\[CDATA\[([^\]]+)\]\]><\/Encrypt>/.exec(answer)?.[1]
      if (encrypted === undefined) return /<Content><!\[CDATA\[([^]*?)\]\]><\/Content>/.exec(answer)?.[1] ?? ''
      const [signature, timestamp, nonce] = ['MsgSignature', 'TimeStamp', 'Nonce'].map(
        (name) => new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^\\]<]+)`).exec(answer)?.[1] ?? '',
      ) as [string, string, string]
      if (signature !== (await sha1(wechatKeys.account.token, timestamp, nonce, encrypted))) throw new Error('the answer is signed wrongly')
      return /<Content><!\[CDATA\[([^]*?)\]\]><\/Content>/.exec(await decrypt(encrypted))?.[1] ?? ''
    },
  })
  return fake
}
