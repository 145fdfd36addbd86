import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NotificationProblem, PaymentKeyProblem } from '../payment.ts'
import { isSignedBy, rsaPublicKey } from '../rsa.ts'
import { alipayKeys, certificateNumber, rootNumber } from './alipay-keys.ts'
import { alipaySetting } from './fake-alipay.testing.ts'
import { cutAnswer, momentOf, provenFields } from './alipay-signature.ts'

/*
 * Facts published with the vendor's own Node library (alipay/alipay-sdk-nodejs-all at e167639: test/alipay.test.ts,
 * test/antcertutil.test.ts and the fixtures beside them): recorded notifications with the keys that signed them, cut
 * answers, and numbers of certificates.
 */

const notifyKey = rsaPublicKey(
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB',
  'alipayPublicKey',
)
const answerKey = rsaPublicKey(
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAk7LzhmMa2c4qQd4fqAqenfbuFoA7stPKvoS1LrZEsVnOOGUUjwoa1oU9xsSPjcOWhIerU/VAN4J95GIAXx59ipcleIyfLn2FhHXPgLJpvo+b2jJFyn/1/DbeJDh+0yDVAOf50Z7HhI0mdUhFMkXlT7BU0ZMtJf/TmISFEfhDU/w6qFd6D42L97byAkq0K6LroglSVF24GqJEa7hSeUIkZWj7RasykXrc2uVJ1+ejkXE0LyPxa2AHykMGbJLf5SiZvaNzUZgnKIR36mLOHpQ/2JCXxhXZYUWHzy0kMH54JcUEeksFWBYLGvLjV1phbcUIc3Q76tIuqApY6E222OoZZQIDAQAB',
  'alipayPublicKey',
)
const paid = {
  gmt_create: '2019-08-15 15:56:22',
  charset: 'utf-8',
  seller_email: 'z97-yuquerevenue@service.aliyun.com',
  subject: '语雀空间 500人规模',
  sign: 'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
  buyer_id: '2088102534368455',
  invoice_amount: '0.10',
  notify_id: '2019081500222155624068450559358070',
  fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
  notify_type: 'trade_status_sync',
  trade_status: 'TRADE_SUCCESS',
  receipt_amount: '0.10',
  buyer_pay_amount: '0.10',
  sign_type: 'RSA2',
  app_id: '2019073166072302',
  seller_id: '2088531891668739',
  gmt_payment: '2019-08-15 15:56:24',
  notify_time: '2019-08-15 15:56:25',
  version: '1.0',
  out_trade_no: '20190815155618536-564-57',
  total_amount: '0.10',
  trade_no: '2019081522001468450512505578',
  auth_app_id: '2019073166072302',
  buyer_logon_id: 'xud***@126.com',
  point_amount: '0.00',
}
const form = (fields: Record<string, string>) => Buffer.from(new URLSearchParams(fields).toString())

describe('a recorded notification', () => {
  it('is Alipay’s', () => {
    const fields = provenFields(form(paid), notifyKey)
    expect([fields.get('out_trade_no'), fields.get('total_amount'), fields.get('subject')]).toEqual(['20190815155618536-564-57', '0.10', '语雀空间 500人规模'])
  })

  it.each(Object.keys(paid).filter((name) => name !== 'sign'))('is not, once %s is another', (name) => {
    expect(() => provenFields(form({ ...paid, [name]: `${paid[name as keyof typeof paid]}1` }), notifyKey)).toThrow(NotificationProblem)
  })

  // The vendor's library takes it with and without; a message does not choose how it is checked.
  it('is not taken without its algorithm, nor as RSA', () => {
    const { sign_type: _, ...without } = paid
    expect(() => provenFields(form(without), notifyKey)).toThrow(NotificationProblem)
    expect(() => provenFields(form({ ...paid, sign_type: 'RSA' }), notifyKey)).toThrow(NotificationProblem)
  })

  it('that was recorded as false stays false', () => {
    const foreign = {
      ...paid,
      app_id: '2018121762595097',
      notify_id: '2019052300222141714026431019971405',
      sign: 'T946S2qyNFAXLhAaRgNMmatxH6SO3MyWYFnTamQOgW1iAcheL/Zz+VoizwvEc6mTEwYewvvKS1wNkMQ1oEajMUHv9+cXQ9IFvU/qKS9Ktvw5xHvCaK0fj7LsVcQ7VxfyT3kSvXUDfKDP4cHSPuSZKwM2ybkzr53bIH9OUTpTQd2d3J0rbdf76OoUt+XF9vwqj7OVE7AGjH2HPWp842DgL/YVy4qeA9N2uFKRevT3YUskjaRxuI/E66reNjTMFhbjEqGLKvMcDD4BaQXnibq9ojAj60589fBwzKk3yWsVQmqGfksMQoheVMtZ3lAw4o2ty3TFngbVFFLwgx8FDpBZ9Q==',
    }
    expect(() => provenFields(form(foreign), notifyKey)).toThrow(NotificationProblem)
  })
})

describe('an answer', () => {
  const sign =
    'P8xrBWqZCUv11UrEBjhQ4Sk3hyj4607qehO2VbKIS0hWa4U+NeLlOftqTyhGv+x1lzfqN590Y/8CaNIzEEg06FiNWJlUFM/uEFJLzSKGse4MjHbblpiSzI3eCV5RzxH26wZbEd9wyVYYi0pHFBf35UrBva47g7b5EuKCHfoVA95/zin9fAyb3xhhiHhmfGaWIDV/1LmE2vtqtOHQnISbY/deC71U614ySZ3YB97ws8npCcCJ+tgZvhHPkMRGvmyYPCRDB/aIN/sKDSLtfPp0u8DxE8pHLvCHm3wR84MQxqNbKgpd8NTKNvH+obELsbCrqPhjW7qI48634qx6enDupw=='
  const content =
    '{"code":"10000","msg":"Success","image_id":"Zp1","image_url":"http:\\/\\/oalipay-dl-django.alicdn.com\\/rest\\/1.0\\/image?fileIds=Zp1&zoom=original"}'
  const inside = content.replace('"msg"', '"sign":"xxx","msg"')
  it.each([
    ['as it comes', `{"a_response":${content},"sign":"${sign}"}`, content],
    ['with white space around', `{"a_response"\n   :\n   ${content},\n\n  "sign"  :  "${sign}"}`, content],
    ['with a signature inside', `{"a_response":${inside},\n "sign"  :  "${sign}"}`, inside],
    ['signed before it is told', `{"sign":"${sign}","a_response":${content}}`, content],
    ['with braces in its texts', `{"a_response":{"code":"1","msg":"}{,\\"sign\\":\\"x\\""},"sign":"${sign}"}`, '{"code":"1","msg":"}{,\\"sign\\":\\"x\\""}'],
    ['with lists in it', `{"a_response":{"code":"1","l":[{"a":1},[]]},"sign":"${sign}"}`, '{"code":"1","l":[{"a":1},[]]}'],
  ])('%s is cut where its signature needs it', (_, text, wanted) =>
    expect(cutAnswer(text, 'a_response')).toEqual({ content: wanted, sign, certificateNumber: null }),
  )

  it.each([
    '',
    'nonsense',
    '[]',
    '{}',
    '{"b_response":{},"sign":"x"}',
    '{"a_response":{"code":"1"',
    '{"a_response":{"code":"1"}}}',
    '{"a_response":{},"a_response":{"code":"10000"},"sign":"x"}',
    '{"a_response":{},"sign":"x","sign":"y"}',
    '{"a_response":{},"sign":"x"}{"a_response":{}}',
    '{"a_response" {}}',
    '"a_response"',
    '{"a_response":{"code":"\u0000"},"sign":"x"}',
  ])('that is none is not cut: %j', (text) => expect(cutAnswer(text, 'a_response')).toBeNull())

  it('recorded with its key is Alipay’s, over its text and not its meaning', () => {
    const recorded =
      '{"alipay_open_file_upload_response":{"code":"10000","msg":"Success","file_id":"CAxAToWB1JsAAAAAAAAAAAAADgSLAQBr"},"sign":"F+LDzpTNiavn7xVZPGuPCSSVRSmWzJGgtuji6tVELGEaqMaNj0jRKXUEr5nloZJBBmwEnddOyCjjepMmrTKTvoOqQ0Efxpr/R1iEeHTHVbb/Q8TTh6Up5gHJDkILdaWS2q1cWeQ6VT+HQY9P3WRXS7uhILHuDODIhpAyCu5KhWGt0rMCIG+Im6NODJP2oohtSCtmTFXg58HH587Z2y2bdbjzOxLvzD9IrU1imghXQ2S/Q+wMIvRk9on6cWnBLkrNvJKapA2ReNGWOwyuASvB9zDVzhMPbR+3mfRGkVDxsq5HYLjBKGskJMXHw0HuugZij6ScRuaLPODhmHwr/pJ9yw=="}'
    const cut = cutAnswer(recorded, 'alipay_open_file_upload_response')!
    expect(cut.content).toBe('{"code":"10000","msg":"Success","file_id":"CAxAToWB1JsAAAAAAAAAAAAADgSLAQBr"}')
    expect(isSignedBy(cut.content, cut.sign!, answerKey)).toBe(true)
    expect(isSignedBy(JSON.stringify(JSON.parse(cut.content), null, 1), cut.sign!, answerKey)).toBe(false)
  })
})

const appCertificate = `-----BEGIN CERTIFICATE-----
MIIEsTCCA5mgAwIBAgIQICAFGGIDnUCQiXuk1RwhJjANBgkqhkiG9w0BAQsFADCBgjELMAkGA1UE
BhMCQ04xFjAUBgNVBAoMDUFudCBGaW5hbmNpYWwxIDAeBgNVBAsMF0NlcnRpZmljYXRpb24gQXV0
aG9yaXR5MTkwNwYDVQQDDDBBbnQgRmluYW5jaWFsIENlcnRpZmljYXRpb24gQXV0aG9yaXR5IENs
YXNzIDEgUjEwHhcNMjAwNTE4MDUyODQ3WhcNMjIwNTE4MDUyODQ3WjB5MQswCQYDVQQGEwJDTjEt
MCsGA1UECgwk5p2t5bee54SV5pet5L+h5oGv5oqA5pyv5pyJ6ZmQ5YWs5Y+4MQ8wDQYDVQQLDAZB
bGlwYXkxKjAoBgNVBAMMITIwODg4MzEyMDQ2NTkyMTctMjAyMTAwMTE2MTY4Mzc3NDCCASIwDQYJ
KoZIhvcNAQEBBQADggEPADCCAQoCggEBAJxb57A3/QC/2oDPcZrqWKPs/2qjVlY/x00s3OWa0Cnh
ftO/4tk33cuVEwaQW7b/KbeyfmZ7p8SoxJ9UBDASDACq4TGgR0hFFIIT1FCjeUe8owXyaQsjbKL/
6woXKHHOAaNCY42d9uKZ0ZAyeyX4gF+eEWVmobkDjUAYi6FdL/zyogbrKrYFibmKbTjuVocvlZN2
2R6CEJHCSnc3lw+Ya9NVe7DDx05B8MUQMPBZe9ZhvQb2D75bniV1i4clv/lezKdWyT//d/dIpGVx
4tt92bMwt//UeFG2jLTWJG6h9bv6RCp4O7NFwE4IVMsJhoFTQKEatBx5wsfbYUC3Ivuo2/MCAwEA
AaOCASkwggElMB8GA1UdIwQYMBaAFHEH4gRhFuTl8mXrMQ/J4PQ8mtWRMB0GA1UdDgQWBBSXl4+T
1U+ja4hCST3DlTQAAKQ/tTBABgNVHSAEOTA3MDUGB2CBHAFuAQEwKjAoBggrBgEFBQcCARYcaHR0
cDovL2NhLmFsaXBheS5jb20vY3BzLnBkZjAOBgNVHQ8BAf8EBAMCBsAwLwYDVR0fBCgwJjAkoCKg
IIYeaHR0cDovL2NhLmFsaXBheS5jb20vY3JsNDEuY3JsMGAGCCsGAQUFBwEBBFQwUjAoBggrBgEF
BQcwAoYcaHR0cDovL2NhLmFsaXBheS5jb20vY2E2LmNlcjAmBggrBgEFBQcwAYYaaHR0cDovL2Nh
LmFsaXBheS5jb206ODM0MC8wDQYJKoZIhvcNAQELBQADggEBALeeTrnXKUYapQ/ig9MB4h9KoP3g
27BVJwOxYaIqWxm6iDvOr/Ju+/8QKygnH6dM3+6+pShCdHsCFaSAQM4gUwxS4F1PcISjKs3LQ6Q8
eWHZMV9w292DOzFRNUoMmgI2yAGOW6DxmnNDFxbVjzcABsrjOmoqso5c4y82K7cl9AfvTm+ThOC3
wPQqTiLOZ6xoSL8pO4V+BkPrJTKJNqX0cVPm+QLP+TC411GTjrmz2nv1OPEVSTey5HaB6HWQeDz7
hGnbipZswfCRHRiu42+4pQZw+3rQ6uRzSPMpxgk7RaBWexybrqRk6ZfyXMcxJvNDWWk/EQlzLL8S
RuJzW8kcFrE=
-----END CERTIFICATE-----`
const alipayCertificate = `-----BEGIN CERTIFICATE-----
MIIDsjCCApqgAwIBAgIQICAFFOY8L+BNU4cW/iE1izANBgkqhkiG9w0BAQsFADCBgjELMAkGA1UE
BhMCQ04xFjAUBgNVBAoMDUFudCBGaW5hbmNpYWwxIDAeBgNVBAsMF0NlcnRpZmljYXRpb24gQXV0
aG9yaXR5MTkwNwYDVQQDDDBBbnQgRmluYW5jaWFsIENlcnRpZmljYXRpb24gQXV0aG9yaXR5IENs
YXNzIDIgUjEwHhcNMjAwNTE0MTQ0MjAxWhcNMjIwNTE0MTQ0MjAxWjCBkjELMAkGA1UEBhMCQ04x
LTArBgNVBAoMJOadreW3nueEleaXreS/oeaBr+aKgOacr+aciemZkOWFrOWPuDEPMA0GA1UECwwG
QWxpcGF5MUMwQQYDVQQDDDrmlK/ku5jlrp0o5Lit5Zu9Kee9kee7nOaKgOacr+aciemZkOWFrOWP
uC0yMDg4ODMxMjA0NjU5MjE3MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAhoVesfcG
vUv1XvUndmX0rmSZ/2posJBCooySbSVFpV79RtHMzrVz2aKkC3WvOXeT5iNeQK4mK8gp3vNkWrHT
kQGx5BcmkeO1WS384CQde7dAS0gmxeFs5bs+cCQqV2A2c2R9/5rJMtFtp1Ot/rIiMBUn6Ei0Uozt
M7AneavqQEzSwYlCKNhPFFtHCiz7u4O5R9CIyvUmYr+zpem2HXBN9ygPAZ0aXBQipGbc45+G07ZC
NsmY4hV/Igya1aBf+Ye8p10Ew8uBBri0sIknhSC2LqKKy2IH1fO6q1d1jhN240QRHvbpRNv60kAf
ZsEulBASBrCMBi49NiJyr5nre7SNywIDAQABoxIwEDAOBgNVHQ8BAf8EBAMCA/gwDQYJKoZIhvcN
AQELBQADggEBAEx9T99X9NhDZYXDftc0wH0Tc5OVRIqWTYBN/KEP1df+Ix5djcDrUUcXJMvprMw3
frUymgJsf7YUgZ1+dMz+Gup5dCH3qUu/5c9R3d8senb4wCiYR2FpJ3WGIONwInNQTs04a2wM4JIM
CdCYWC/H1hdvNl9V4pYeMckTruSnPmJlL6E/pNF5AuIYP5AswZSOhASIQzt5Rr6QDz/YVGi2/6al
5Bknm2f9dmsZbWDapKDrlJ3Ny2B0SZ0H47Y7lRlaVNe+Jj1jsrv16ONk1XLt71jyWyPAIlITLcyX
mMtT1IympPFRxBIngEImjGt6d1VUtkf61Cjpr0bRRDoZXvWRv5U=
-----END CERTIFICATE-----`

/** Made for this test: an elliptic curve signs it. */
const curveCertificate = `-----BEGIN CERTIFICATE-----
MIIBxzCCAW2gAwIBAgIUE/kdWZw2H0EVWTX5GDR3KbB1IkYwCgYIKoZIzj0EAwIw
ODELMAkGA1UEBhMCQ04xDTALBgNVBAoMBFRlc3QxGjAYBgNVBAMMEUVDIHJvb3Qg
b2YgYSB0ZXN0MCAXDTI2MTEyMTEyMjI1MFoYDzIxMjYxMDI4MTIyMjUwWjA4MQsw
CQYDVQQGEwJDTjENMAsGA1UECgwEVGVzdDEaMBgGA1UEAwwRRUMgcm9vdCBvZiBh
IHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATnhNUPkEffhzdVCkHmXpjT
zx6u/MhizwlspFDBK9f44MVMkmPqfdqSbpBdCrseb0/5iADNuaE3jaMZusFStI2f
o1MwUTAdBgNVHQ4EFgQU/uETXTAoa8mdA9sG4KNd8DFmaBgwHwYDVR0jBBgwFoAU
/uETXTAoa8mdA9sG4KNd8DFmaBgwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNIADBFAiEAzGVcAhbtf9WKE1VEoUw8jgwfCsR0q6HIavPoM/PdC/ICIAyWh3Ye
Ihx+VS5c+ZqW/rXNni2ih3MwxhKkszYRgjyu
-----END CERTIFICATE-----`

describe('certificates', () => {
  it('have the numbers that the vendor’s library gives them', () => {
    expect(certificateNumber(new X509Certificate(appCertificate))).toBe('866efef280dec9137a87d047ac446315')
    expect(certificateNumber(new X509Certificate(alipayCertificate))).toBe('7513daaaa48aa3ba2e4018d84402479c')
  })

  it('as roots count where RSA signed them, in their order, joined', () => {
    expect(rootNumber(`${appCertificate}\n${alipayCertificate}\n`)).toBe('866efef280dec9137a87d047ac446315_7513daaaa48aa3ba2e4018d84402479c')
    expect(rootNumber(`${curveCertificate}\n${appCertificate}`)).toBe('866efef280dec9137a87d047ac446315')
    for (const text of ['nothing', curveCertificate]) expect(() => rootNumber(text)).toThrow(PaymentKeyProblem)
  })

  it('of another application than the key’s are refused', () => {
    const setting = { ...alipaySetting, keyMode: 'certificates' as const, appCertificate, alipayCertificate, alipayRootCertificate: alipayCertificate }
    expect(() => alipayKeys(setting)).toThrow('appCertificate is not that of privateKey')
    expect(() => alipayKeys({ ...setting, appCertificate: 'nonsense' })).toThrow('appCertificate is not a certificate')
  })
})

it.each([
  ['2019-08-15 15:56:24', '2019-08-15T07:56:24.000Z'],
  ['2019-02-30 25:00:00', undefined],
  ['2019-08-15T15:56:24', undefined],
  ['', undefined],
])('the time %j is %s', (text, moment) => expect(momentOf(text)?.toISOString()).toBe(moment))
