/**
 * Why a call to another system brought no answer.
 * - `wrong-address`: the URL is not one this platform calls (scheme, host, port, credentials, private address); nothing was sent
 * - `resting`: it failed several times in a row, so that it is left alone for a while; nothing was sent
 * - `unreachable`: no connection, or it broke before a whole answer had come
 * - `timed-out`: no whole answer in time
 * - `too-large`: the answer is longer than allowed
 * - `redirected`: it sent us elsewhere, where we do not go
 * - `stopped`: the caller did not wait
 */
export type OutboundReason = 'wrong-address' | 'resting' | 'unreachable' | 'timed-out' | 'too-large' | 'redirected' | 'stopped'

/**
 * A call that brought no answer. The message names the family and the host, never a path, a query, a header or a body: they hold
 * keys with some vendors.
 */
export class OutboundProblem extends Error {
  override readonly name = 'OutboundProblem'
  readonly reason: OutboundReason
  /** Whether the other side may have acted all the same: what it did has to be asked, not assumed. */
  readonly mayHaveArrived: boolean

  constructor(reason: OutboundReason, message: string, options: { mayHaveArrived?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.mayHaveArrived = options.mayHaveArrived ?? false
  }
}
