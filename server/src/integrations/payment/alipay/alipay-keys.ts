import { createHash, X509Certificate, type KeyObject } from 'node:crypto'
import type { Alipay } from '@nameplane/contract/system/settings/payment-alipay'
import { PaymentKeyProblem } from '../payment.ts'
import { rsaPrivateKey, rsaPublicKey } from '../rsa.ts'

/** A setting with its keys read. */
export type AlipayKeys = {
  appId: string
  sellerId: string
  privateKey: KeyObject
  /** The key that Alipay signs with. */
  publicKey: KeyObject
  /** How certificates are named in calls and answers; null with plain keys. */
  numbers: { app: string; root: string; alipay: string } | null
}

/** @throws PaymentKeyProblem for a key or certificate that cannot be what it should be */
export function alipayKeys(setting: Alipay): AlipayKeys {
  const own = { appId: setting.appId, sellerId: setting.sellerId, privateKey: rsaPrivateKey(setting.privateKey, 'privateKey') }
  if (setting.keyMode === 'public-key') return { ...own, publicKey: rsaPublicKey(setting.alipayPublicKey, 'alipayPublicKey'), numbers: null }
  const app = certificateOf(setting.appCertificate, 'appCertificate')
  const theirs = certificateOf(setting.alipayCertificate, 'alipayCertificate')
  if (!app.checkPrivateKey(own.privateKey)) throw new PaymentKeyProblem('appCertificate is not that of privateKey')
  return {
    ...own,
    publicKey: rsaPublicKey(theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'alipayCertificate'),
    numbers: { app: certificateNumber(app), root: rootNumber(setting.alipayRootCertificate), alipay: certificateNumber(theirs) },
  }
}

function certificateOf(text: string, field: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (cause) {
    throw new PaymentKeyProblem(`${field} is not a certificate`, { cause })
  }
}

/** How Alipay names a certificate: the MD5 of its issuer, most specific part first, followed by its serial number in decimal. */
export function certificateNumber(certificate: X509Certificate): string {
  const issuer = certificate.issuer.split('\n').toReversed().join(',')
  return createHash('md5')
    .update(issuer + BigInt(`0x${certificate.serialNumber}`).toString(10), 'utf8')
    .digest('hex')
}

/** Names of the RSA certificates among the roots, joined; those that are signed otherwise do not count. */
export function rootNumber(text: string): string {
  const found = (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).flatMap((pem) => {
    const certificate = certificateOf(pem, 'alipayRootCertificate')
    // RFC 8017 appendix C: everything signed with RSA stands below this number.
    return certificate.signatureAlgorithmOid?.startsWith('1.2.840.113549.1.1.') ? [certificateNumber(certificate)] : []
  })
  if (found.length === 0) throw new PaymentKeyProblem('alipayRootCertificate contains no RSA certificate')
  return found.join('_')
}
