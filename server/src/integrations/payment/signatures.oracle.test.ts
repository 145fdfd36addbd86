import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { epayMd5, epayRsa, epayText, isEpayRsaSigned } from './epay/epay-signature.ts'
import { rsaPrivateKey, rsaPublicKey } from './rsa.ts'
import { stripeSignature } from './stripe/stripe-webhook.ts'
import { tokenPaySignature } from './tokenpay/tokenpay-signature.ts'

// The rules once more in another language, so that one mistake is not made twice: Python's standard library, and OpenSSL.
const isPythonThere = spawnSync('python3', ['-c', 'import hashlib, hmac']).status === 0
const isOpensslThere = spawnSync('openssl', ['version']).status === 0

const cases: [string, Record<string, string>, string][] = [
  ['an order', { pid: '1001', type: 'alipay', money: '1.00', name: 'Account recharge', notify_url: 'https://a.example/n?x=1', out_trade_no: 'P1' }, '666'],
  ['Chinese and a long key', { Name: '支付 测试', a: 'z', B: '=', Z_1: '0.10', clientip: '2001:db8::1' }, '令牌'.repeat(50)],
  ['empty and blank fields', { a: '', b: ' ', c: '0' }, 'k'],
  ['nothing', {}, 'k'],
]

const python = `
import hashlib, hmac, json, sys
answers = []
for fields, key in json.load(sys.stdin):
    names = sorted(fields, key=lambda name: name.encode())
    text = "&".join(name + "=" + fields[name] for name in names if fields[name])
    php = "&".join(name + "=" + fields[name] for name in names if fields[name].strip(" \\t\\n\\r\\0\\x0b"))
    answers.append({
        "tokenMd5": hashlib.md5((text + key).encode()).hexdigest(),
        "tokenHmac": hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest(),
        "epayMd5": hashlib.md5((php + key).encode()).hexdigest(),
        "stripe": hmac.new(key.encode(), ("1792774577." + text).encode(), hashlib.sha256).hexdigest(),
        "text": text,
    })
print(json.dumps(answers))
`

describe.runIf(isPythonThere)('beside Python', () => {
  let answers: Record<string, string>[]
  beforeAll(() => {
    const { stdout, status, stderr } = spawnSync('python3', ['-c', python], { input: JSON.stringify(cases.map(([, fields, key]) => [fields, key])) })
    if (status !== 0) throw new Error(stderr.toString())
    answers = JSON.parse(stdout.toString()) as Record<string, string>[]
  })

  it.each(cases.map((one, index) => [one[0], index] as const))('every digest is the same for %s', (_, index) => {
    const [, fields, key] = cases[index]!
    const map = new Map(Object.entries(fields))
    const wanted = answers[index]!
    expect(tokenPaySignature(map, key, 'md5')).toBe(wanted['tokenMd5'])
    expect(tokenPaySignature(map, key, 'hmac-sha256')).toBe(wanted['tokenHmac'])
    expect(epayMd5(map, key)).toBe(wanted['epayMd5'])
    expect(stripeSignature(key, '1792774577', Buffer.from(wanted['text']!))).toBe(wanted['stripe'])
  })
})

describe.runIf(isOpensslThere)('beside OpenSSL', () => {
  let folder: string
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nameplane-epay-'))
    writeFileSync(join(folder, 'private.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    writeFileSync(join(folder, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const openssl = (parameters: string[], input: Buffer) => spawnSync('openssl', parameters, { cwd: folder, input })
  const ours = () => ({
    own: rsaPrivateKey(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), 'own'),
    platform: rsaPublicKey(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), 'platform'),
  })

  it.each(cases.filter(([name]) => name !== 'nothing'))('what we sign is believed there, and the other way round: %s', (_, fields) => {
    const { own, platform } = ours()
    const map = new Map(Object.entries(fields))
    const text = Buffer.from(epayText(map))
    const signature = epayRsa(map, own)
    writeFileSync(join(folder, 'signature'), Buffer.from(signature, 'base64'))
    expect(openssl(['dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature'], text).stdout.toString()).toContain('Verified OK')
    const theirs = openssl(['dgst', '-sha256', '-sign', 'private.pem'], text).stdout.toString('base64')
    expect(theirs).toBe(signature)
    expect(isEpayRsaSigned(map.set('sign', theirs), platform)).toBe(true)
  })
})
