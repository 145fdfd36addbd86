import type { transferProblems } from '@nameplane/contract/dns/transfer-problems'

/**
 * Why a zone was not transferred from another name server.
 * - `address-refused`: its address is not one that this platform calls; nothing was sent
 * - `unreachable`: no connection, or it ended before the zone did
 * - `timed-out`: it did not answer in time
 * - `refused`: it answered with an error
 * - `key-refused`: it did not accept the signature of the query
 * - `unsigned`: its answer is not signed with the key
 * - `zone-missing`: it does not have the zone
 * - `unreadable`: its answer is no zone
 * - `too-large`: the zone is larger than is read
 * - `signed`: it is signed, which is not served
 */
export const transferProblemCodes = {
  'address-refused': 'transfer_address_refused',
  unreachable: 'transfer_unreachable',
  'timed-out': 'transfer_timed_out',
  refused: 'transfer_refused',
  'key-refused': 'transfer_key_refused',
  unsigned: 'transfer_unsigned',
  'zone-missing': 'transfer_zone_missing',
  unreadable: 'transfer_unreadable',
  'too-large': 'transfer_too_large',
  signed: 'transfer_signed',
} as const satisfies Record<string, (typeof transferProblems)[number] | 'transfer_signed'>
export type TransferFailure = keyof typeof transferProblemCodes

/** The message has the code of the other server and no part of a key. */
export class TransferProblem extends Error {
  override readonly name = 'TransferProblem'
  readonly failure: TransferFailure
  readonly code: string

  constructor(failure: TransferFailure, code: string = failure) {
    super(`${failure}: ${code}`)
    this.failure = failure
    this.code = code
  }
}
