import * as z from 'zod/mini'
import { LicenceFile, LicenceStatement, type LicenceRefusal } from '@nameplane/contract/home/licence'
import { jsonOr } from '@nameplane/contract/paging'
import { isTrusted, signerOf, type KeyFile, type TrustedKey } from '../update/trusted-keys.ts'

/** A licence file read: its statement and who has signed it, and why it does not count; `expired` is decided last, so that the rest is known. */
export type ReadLicence = { statement: LicenceStatement | null; signer: TrustedKey | null; problem: LicenceRefusal | null }

const refused = (problem: LicenceRefusal): ReadLicence => ({ statement: null, signer: null, problem })

/** Checks a licence file from the signature inwards: what no trusted key has signed is shown to nobody as if it were. */
export function readLicence(file: string, keys: readonly KeyFile[], now: Date): ReadLicence {
  const parsed = jsonOr(LicenceFile).safeParse(file)
  if (!parsed.success) return refused('licence_file_invalid')
  if (!keys.some(isTrusted)) return refused('licence_no_trusted_key')
  const bytes = Buffer.from(parsed.data.statement, 'base64')
  const signer = signerOf(keys, bytes, Buffer.from(parsed.data.signature, 'base64'))
  if (!signer) return refused('licence_signature_wrong')
  const text = bytes.toString('utf8')
  const named = jsonOr(z.object({ product: z.string() })).safeParse(text)
  if (named.success && named.data.product !== 'nameplane') return refused('licence_product_wrong')
  const statement = jsonOr(LicenceStatement).safeParse(text)
  if (!statement.success) return refused('licence_statement_invalid')
  return { statement: statement.data, signer, problem: isExpired(statement.data, now) ? 'licence_expired' : null }
}

/** A licence is good to the end of its last day, in UTC. */
function isExpired(statement: LicenceStatement, now: Date): boolean {
  return statement.expires !== null && now.getTime() >= Date.parse(`${statement.expires}T00:00:00Z`) + 86_400_000
}
