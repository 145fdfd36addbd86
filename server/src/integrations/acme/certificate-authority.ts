import { knownAuthorities, certificateAuthority, type CertificateAuthority } from '@nameplane/contract/system/settings/certificate-authority'
import type { Db } from '../../db/connection.ts'
import { readSetting } from '../../settings/settings.ts'
import type { ExternalBinding } from './acme-account.ts'
import type { AcmeAuthority } from './acme-session.ts'

/** A certificate authority with all that an account there takes. */
export type ReadyAuthority = AcmeAuthority & { readonly name: string; readonly email: string; readonly binding: ExternalBinding | null }

/** What a setting says; a directory has one form, so that it has one account. */
export function authorityOf(value: CertificateAuthority): ReadyAuthority {
  const { authority, email, eabKeyId, eabHmacKey } = value
  const isBound = authority !== 'letsencrypt' && eabKeyId !== ''
  const binding = isBound ? { keyId: eabKeyId, macKey: Buffer.from(eabHmacKey, 'base64url') } : null
  if (authority === 'other') {
    const { href, hostname } = URL.canParse(value.directoryUrl) ? new URL(value.directoryUrl) : { href: value.directoryUrl, hostname: '' }
    return { name: hostname, directoryUrl: href, email, binding }
  }
  const { name, directoryUrl } = knownAuthorities[authority]
  return { name, directoryUrl, hosts: [new URL(directoryUrl).hostname], email, binding }
}

/** The authority that is set; null while there is none. @throws SealProblem */
export async function readAuthority(db: Db): Promise<ReadyAuthority | null> {
  const value = await readSetting(db, certificateAuthority)
  return value && authorityOf(value)
}
