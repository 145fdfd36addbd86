import { X509Certificate, type KeyObject } from 'node:crypto'
import type { WechatPay } from '@nameplane/contract/system/settings/payment-wechat'
import { PaymentKeyProblem } from '../payment.ts'
import { rsaPrivateKey, rsaPublicKey } from '../rsa.ts'

/** A setting with its keys read. */
export type WechatKeys = {
  mchId: string
  appId: string
  serialNo: string
  privateKey: KeyObject
  apiV3Key: Buffer
  /** WeChat's public key with its id; null where platform certificates are used. */
  publicKey: { id: string; key: KeyObject } | null
}

/** @throws PaymentKeyProblem for a key that cannot be what it should be */
export function wechatKeys(setting: WechatPay): WechatKeys {
  const apiV3Key = Buffer.from(setting.apiV3Key, 'utf8')
  if (apiV3Key.length !== 32) throw new PaymentKeyProblem('apiV3Key has not 32 bytes')
  return {
    mchId: setting.mchId,
    appId: setting.appId,
    serialNo: setting.serialNo.toUpperCase(),
    privateKey: rsaPrivateKey(setting.privateKey, 'privateKey'),
    apiV3Key,
    publicKey: setting.verifyBy === 'public-key' ? { id: setting.publicKeyId, key: rsaPublicKey(setting.publicKey, 'publicKey') } : null,
  }
}

/** A platform certificate: WeChat's key with the time in which it counts. */
export type PlatformCertificate = { serial: string; key: KeyObject; validFrom: Date; validTo: Date }

/** Reads a certificate and takes it only under the serial number it was announced with. */
export function platformCertificate(pem: string, serial: string): PlatformCertificate | null {
  try {
    const certificate = new X509Certificate(pem)
    if (certificate.serialNumber !== serial.toUpperCase()) return null
    const key = rsaPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'certificate')
    return { serial: certificate.serialNumber, key, validFrom: certificate.validFromDate, validTo: certificate.validToDate }
  } catch {
    return null
  }
}

/** Half a day: WeChat gives new certificates ten days before the old ones end. */
const lifeMs = 12 * 3_600_000
/** A notification can name any serial; a false one must not send us asking each time. */
const pauseMs = 60_000

/** Certificates of one merchant as last asked for. */
export class CertificateStore {
  private certificates: readonly PlatformCertificate[] = []
  private askedAt = Number.NEGATIVE_INFINITY

  /** The key of a serial that counts now, asking for new certificates where that can help; null without one. */
  async keyOf(serial: string, at: Date, ask: () => Promise<readonly PlatformCertificate[]>): Promise<KeyObject | null> {
    const find = (): KeyObject | null => this.certificates.find((one) => one.serial === serial && one.validFrom <= at && at <= one.validTo)?.key ?? null
    const ageMs = at.getTime() - this.askedAt
    const found = ageMs < lifeMs ? find() : null
    if (found || Math.abs(ageMs) < pauseMs) return found
    this.askedAt = at.getTime()
    this.certificates = await ask()
    return find()
  }
}
