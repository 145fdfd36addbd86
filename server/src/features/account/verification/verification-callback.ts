import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/connection.ts'
import { askForVerification } from './verification-poll.ts'
import { callbackDigest, type VerificationParts } from './verification.service.ts'

/** What a callback names: a check, and the token that only we and the provider know. */
export type CallbackClaim = { readonly certifyId: string; readonly token: string }

/** Reads a callback as strictly as it is sent: each name once, in its own form. Null for anything else. */
export function callbackClaim(parameters: URLSearchParams): CallbackClaim | null {
  const certifyIds = [...parameters.getAll('certifyId'), ...parameters.getAll('CertifyId')]
  const tokens = [...parameters.getAll('callbackToken'), ...parameters.getAll('CallbackToken')]
  const [certifyId, token] = [certifyIds[0] ?? '', tokens[0] ?? '']
  if (certifyIds.length !== 1 || tokens.length !== 1) return null
  if (!/^[\w.-]{8,128}$/.test(certifyId) || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  return { certifyId, token }
}

/**
 * A hint that a check has ended. A token is good once; whatever the callback says of the result is not read: the provider is asked.
 * @returns whether the claim was ours
 */
export async function receiveCallback(parts: VerificationParts, db: Db, claim: CallbackClaim): Promise<boolean> {
  const row = await db
    .selectFrom('identity_verification')
    .selectAll()
    .where('provider', '=', 'ali')
    .where('provider_id', '=', claim.certifyId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  const digest = callbackDigest(claim.token)
  if (!row?.callback_digest || !timingSafeEqual(row.callback_digest, digest)) return false
  const { numUpdatedRows } = await db
    .updateTable('identity_verification')
    .set({ callback_digest: null, next_query_at: parts.now() })
    .where('id', '=', row.id)
    .where('callback_digest', '=', digest)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await askForVerification(parts, db, row)
  return true
}
