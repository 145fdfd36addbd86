import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { alipaySetting } from './alipay/fake-alipay.testing.ts'
import { signedCall } from './alipay/alipay-signature.ts'
import { isSignedBy, signed } from './rsa.ts'
import { authorizationOf } from './wechat/wechat-signature.ts'

/*
 * RSA with SHA-256 once more, from its definition and with nothing but Python's integers and hashlib (RFC 8017 §8.2.2 and
 * §9.2), and both vendors' texts to be signed put together by other hands.
 */

const isPythonThere = spawnSync('python3', ['-c', 'import hashlib']).status === 0

const python = `
import base64, hashlib, json, sys
PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")

def number(text):
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")

def encoded(text, size):
    digest = PREFIX + hashlib.sha256(text.encode()).digest()
    return b"\\x00\\x01" + b"\\xff" * (size - len(digest) - 3) + b"\\x00" + digest

def is_signed(key, text, signature):
    n, e = number(key["n"]), number(key["e"])
    size = (n.bit_length() + 7) // 8
    raw = base64.b64decode(signature)
    return len(raw) == size and pow(int.from_bytes(raw, "big"), e, n).to_bytes(size, "big") == encoded(text, size)

def sign(key, text):
    n, d = number(key["n"]), number(key["d"])
    size = (n.bit_length() + 7) // 8
    return base64.b64encode(pow(int.from_bytes(encoded(text, size), "big"), d, n).to_bytes(size, "big")).decode()

asked = json.load(sys.stdin)
key = asked["key"]
wechat = asked["wechat"]
wechat_text = "".join(part + "\\n" for part in [wechat["method"], wechat["target"], wechat["timestamp"], wechat["nonce"], wechat["body"]])
fields = {name: value for name, value in asked["alipay"].items() if name != "sign" and value != ""}
alipay_text = "&".join(name + "=" + fields[name] for name in sorted(fields))
print(json.dumps({
    "wechat": is_signed(key, wechat_text, wechat["signature"]),
    "alipay": is_signed(asked["alipayKey"], alipay_text, asked["alipay"]["sign"]),
    "refused": is_signed(key, wechat_text + " ", wechat["signature"]),
    "signed": [sign(key, text) for text in asked["texts"]],
}))
`

describe.runIf(isPythonThere)('beside Python', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const texts = ['', 'source', '支付 & = 测试', 'x'.repeat(5000)]
  let answer: { wechat: boolean; alipay: boolean; refused: boolean; signed: string[] }
  const request = { method: 'GET', target: '/v3/pay/transactions/out-trade-no/P1?mchid=1900000001', body: '{"说明":"测试"}' }
  const at = new Date('2026-03-10T12:00:00Z')

  beforeAll(() => {
    const authorization = authorizationOf({ mchId: '1900000001', serialNo: 'AB'.repeat(20), privateKey }, request, at, 'N'.repeat(32))
    const alipayFields = signedCall(
      { app_id: alipaySetting.appId, Z: '1', a: '=&', empty: '', subject: '充值 测试', biz_content: '{"a":1}' },
      createPrivateKey(alipaySetting.privateKey),
    )
    const asked = {
      key: privateKey.export({ format: 'jwk' }),
      alipayKey: createPublicKey(alipaySetting.privateKey).export({ format: 'jwk' }),
      wechat: { ...request, timestamp: '1773144000', nonce: 'N'.repeat(32), signature: /signature="([^"]+)"/.exec(authorization)![1] },
      alipay: alipayFields,
      texts,
    }
    const { stdout, stderr, status } = spawnSync('python3', ['-c', python], { input: JSON.stringify(asked) })
    if (status !== 0) throw new Error(stderr.toString())
    answer = JSON.parse(stdout.toString()) as typeof answer
  })

  it('a request to WeChat is signed as its rules say', () => expect([answer.wechat, answer.refused]).toEqual([true, false]))
  it('a call of Alipay is signed as its rules say', () => expect(answer.alipay).toBe(true))
  it('signatures are the same either way', () => {
    expect(answer.signed).toEqual(texts.map((text) => signed(text, privateKey)))
    texts.forEach((text, index) => expect(isSignedBy(text, answer.signed[index]!, publicKey)).toBe(true))
  })
})
