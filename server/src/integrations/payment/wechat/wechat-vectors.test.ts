import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NotificationProblem, PaymentKeyProblem } from '../payment.ts'
import { rsaPrivateKey, rsaPublicKey, signed } from '../rsa.ts'
import { wechatKeys } from './wechat-keys.ts'
import { wechatSetting } from './fake-wechat.testing.ts'
import { vendorCertificate as certificate, vendorKey as testKey } from './wechat-vectors.testing.ts'
import { opened, proveSigned, serialOf } from './wechat-signature.ts'

/*
 * Facts published with the vendor's own Go library (wechatpay-apiv3/wechatpay-go at 6dbd7ce: sha256withrsa_signer_test.go,
 * notify_test.go, aes_test.go). Its test keys have 16 bytes, so they run as AES-128; a setting takes 32 only.
 */

const headers = {
  'content-type': 'application/json',
  'wechatpay-nonce': 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz',
  'wechatpay-timestamp': '1624523846',
  'wechatpay-serial': 'D7CE59D1F522D701',
  'wechatpay-signature':
    'tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==',
}
const body = Buffer.from(
  '{"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00","resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE","summary":"签约成功","resource":{"original_type":"payscore","algorithm":"AEAD_AES_256_GCM","ciphertext":"YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMOoPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}}',
)
const at = new Date(1_624_523_846_000)

describe('the vendor’s published facts', () => {
  it('hold for a signature', () => {
    expect(signed('source', createPrivateKey(testKey))).toBe(
      'BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6pHU4ld815U4jsKu1RkyaII+1CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOhuH6IEqLNJn8e9b3nwNcQ7be3CzYGpDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwfLpUtJm4QYVazzW7DFD27EpSQEqA8bX9+8m1rLg==',
    )
  })

  it('hold for a whole notification: its certificate, headers, body and what is sealed in it', () => {
    const { publicKey, serialNumber } = new X509Certificate(certificate)
    expect(serialOf(headers)).toBe(serialNumber)
    expect(() => proveSigned(headers, body, publicKey, at)).not.toThrow()
    const { resource } = JSON.parse(body.toString()) as { resource: Record<string, string> }
    expect(JSON.parse(opened(resource, Buffer.from('testMchAPIv3Key0')).toString())).toEqual({
      mchid: '1234567890',
      appid: '054aa7d7a2a54ab5898df65bd96f001c',
      create_time: '2020-06-30T12:12:00+08:00',
      out_contract_code: '21640bdbd08e473e828f3206a2741c6e',
    })
  })

  const small = {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: 'FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC',
    nonce: 'wCq51qZv4Yfg',
    associated_data: 'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8',
  }
  it('hold for a sealed text', () => expect(opened(small, Buffer.from('testAPIv3Key0000')).toString()).toBe('Hello World'))
  it.each([
    ['another key', small, 'testAPIv3Key1111'],
    ['no base64', { ...small, ciphertext: 'invalid cipher' }, 'testAPIv3Key0000'],
    ['another text', { ...small, ciphertext: 'SGVsbG8gV29ybGQK' }, 'testAPIv3Key0000'],
    ['another binding', { ...small, associated_data: 'other' }, 'testAPIv3Key0000'],
    ['another nonce', { ...small, nonce: 'wCq51qZv4Yfh' }, 'testAPIv3Key0000'],
  ])('and for one that does not open: %s', (_, sealed, key) => expect(() => opened(sealed, Buffer.from(key))).toThrow(NotificationProblem))
})

describe('a setting', () => {
  it('takes what was pasted: PEM of both kinds, or bare base64', () => {
    const bare = wechatSetting.privateKey.replace(/-----[^-]+-----|\s/g, '')
    const old = createPrivateKey(testKey).export({ type: 'pkcs1', format: 'pem' }).toString()
    for (const text of [
      wechatSetting.privateKey,
      bare,
      `\n${wechatSetting.privateKey}\n`,
      wechatSetting.privateKey.replaceAll('\n', ''),
      wechatSetting.privateKey.replaceAll('\n', '\r\n'),
      old,
      old.replace(/-----[^-]+-----|\s/g, ''),
    ])
      expect(rsaPrivateKey(text, 'privateKey').asymmetricKeyType).toBe('rsa')
    expect(rsaPublicKey(wechatSetting.publicKey.replace(/-----[^-]+-----|\s/g, ''), 'publicKey').type).toBe('public')
  })

  it.each([
    ['an API v3 key of 16 bytes', { apiV3Key: 'testMchAPIv3Key0' }],
    ['an API v3 key of 33 bytes', { apiV3Key: 'x'.repeat(33) }],
    ['an API v3 key of 32 letters that are more bytes', { apiV3Key: `${'x'.repeat(31)}密` }],
    ['an empty API v3 key', { apiV3Key: '' }],
    [
      'a private key of 1024 bits',
      { privateKey: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    ],
    ['a private key of another kind', { privateKey: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }],
    ['no private key', { privateKey: '' }],
    ['a public key as private key', { privateKey: wechatSetting.publicKey }],
    ['a private key as public key', { publicKey: wechatSetting.privateKey }],
    ['a certificate as public key', { publicKey: 'nonsense' }],
  ])('refuses %s, and names no secret', (_, changed) => {
    const setting = { ...wechatSetting, ...changed }
    expect(() => wechatKeys(setting)).toThrow(PaymentKeyProblem)
    try {
      wechatKeys(setting)
    } catch (cause) {
      expect((cause as Error).message).not.toContain(setting.apiV3Key === '' ? 'unset' : setting.apiV3Key)
    }
  })
})
