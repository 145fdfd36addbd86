import type { Db } from '../../../db/connection.ts'
import { platformActor, type Actor } from '../../../access/actor.ts'
import { FaceProblem, type FaceResult } from '../../../integrations/identity/face.ts'
import { settleVerification, type VerificationParts } from './verification.service.ts'
import { personIfOpened, type VerificationRow } from './verification.store.ts'

/** A result may come a moment after the page has closed. */
const graceMs = 2 * 60_000
/** Providers keep results for three days; then silence is the end of it. */
const givenUpMs = 3 * 86_400_000
const atOnce = 100

/** Asks for every verification that waits, each on a schedule of its own; results and expiry end it. */
export async function askForVerifications(parts: VerificationParts, db: Db, signal?: AbortSignal): Promise<void> {
  const rows = await db
    .selectFrom('identity_verification')
    .selectAll()
    .where('next_query_at', '<=', parts.now())
    .orderBy('next_query_at')
    .limit(atOnce)
    .execute()
  for (const row of rows) {
    if (signal?.aborted) return
    await askForVerification(parts, db, row)
  }
}

/** Asks once, and settles what was said; the audit trail names who asked. */
export async function askForVerification(parts: VerificationParts, db: Db, row: VerificationRow, actor: Actor = platformActor('verification')): Promise<void> {
  const at = parts.now()
  await db
    .updateTable('identity_verification')
    .set({ asked_at: at, queries: row.queries + 1, next_query_at: new Date(at.getTime() + pauseMs(row.queries)) })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute()
  const told = await answerOf(parts, db, row)
  const lateMs = at.getTime() - row.expires_at.getTime()
  if (told === 'no answer') {
    if (lateMs > givenUpMs) await settleVerification(db, actor, row.id, { state: 'expired', reason: 'unanswered' }, at)
  } else if (told.state === 'pending') {
    if (lateMs > graceMs) await settleVerification(db, actor, row.id, { state: 'expired', reason: 'unfinished' }, at)
  } else await settleVerification(db, actor, row.id, told, at)
}

async function answerOf(parts: VerificationParts, db: Db, row: VerificationRow): Promise<FaceResult | 'no answer'> {
  const ready = await parts.providerOf(db, row.provider)
  const person = personIfOpened(row)
  if (!ready || !person) return 'no answer'
  try {
    return await ready.provider.query({ providerId: row.provider_id, scene: row.scene, idNumber: person.idNumber })
  } catch (cause) {
    if (cause instanceof FaceProblem) return 'no answer'
    throw cause
  }
}

/** Every minute at first, then ever more rarely, up to half an hour. */
function pauseMs(queries: number): number {
  return Math.min(60_000 * 2 ** Math.max(0, queries - 5), 1_800_000)
}
