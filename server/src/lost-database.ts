// SQLSTATEs admin_shutdown, crash_shutdown and cannot_connect_now, and what the socket says.
const codes: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])
/** What the driver says without a code. */
const messages = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether a call failed because the database is starting, stopping or out of reach, or broke down at work: it may succeed later. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return codes.has(code) || severity === 'PANIC' || messages.test(error.message)
}
