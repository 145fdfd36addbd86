import type { ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { countTry } from './sign-in-failures.ts'

/*
 * What strangers may ask for although it is about an account, such as a code or a link: so many an hour, and neither the answer nor
 * its time tells whether the account is there.
 */

/** For one name or mailbox, from one address, and how often what was sent may be tried from one address. */
export const askedPerHour = { name: 5, address: 10, lookedAt: 30 }
const hour = { windowSeconds: 3600, lockSeconds: 3600 }

/** Counts an asking; beyond so many an hour further ones wait an hour, doubling. @throws Problem */
export async function refuseTooOften(db: Db, subject: string, allowed: number, code: ProblemCode): Promise<void> {
  if (!(await countTry(db, subject, allowed, hour))) throw new Problem(code)
}

/** Work that an answer does not wait for. */
export type AfterAnswer = { log: (line: Record<string, unknown>) => void; /** Starts it. */ later: (work: Promise<void>) => void }

/** Goes on after the answer with all that depends on the account; what fails is logged, since nobody waits for it. */
export function goOnAfterAnswer({ log, later }: AfterAnswer, event: string, work: () => Promise<void>, levelOf: (cause: unknown) => string = () => 'error') {
  later(work().catch((cause: unknown) => log({ level: levelOf(cause), event, error: cause instanceof Error ? cause.message : String(cause) })))
}
