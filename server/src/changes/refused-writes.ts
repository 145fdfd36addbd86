import { sql } from 'kysely'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../db/connection.ts'
import type { RefusedCall } from '../http/server.ts'
import { trailActor } from '../audit/audit.ts'

/*
 * Refused writes: who was not allowed to, and what was in the way. They stand outside the audit chain, since whoever is
 * refused may cause any number of them; repeats within a minute are one row with a count.
 */

const rowsOfActorAMinute = 60

/** Refusals that say nothing of rights or of the state of things: what was sent was no sound call, or a question comes first. */
const unsound: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'large_requests_of_caller',
  'large_requests',
  'too_many_requests',
  'session_lost',
  'session_confirmation_due',
  'unavailable',
  'storage_full',
  'server_fault',
  'records_refused',
  'warnings_not_acknowledged',
])

/** `serviceGroup.save` as the audit trail would call it: `service_group.create`. */
function actionOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/\.save$/, '.create')
}

function targetIdOf(sent: Record<string, unknown>): number | null {
  const ids = sent['ids']
  const candidate = sent['id'] ?? sent['domainId'] ?? (Array.isArray(ids) && ids.length === 1 ? (ids[0] as unknown) : typeof ids === 'string' ? ids : null)
  const id = Number(candidate)
  return candidate !== null && candidate !== undefined && Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Notes a refused call when it is a write of somebody signed in that was refused for a right or a conflict. `name` is `<noun>.<verb>` of the contract. */
export async function noteRefusedWrite(db: Db, name: string, { endpoint, actor, sent, problem, durationMs }: RefusedCall): Promise<void> {
  // A problem of a field is the form's; it is mended there and tried again.
  if (endpoint.effect !== 'write' || actor.accountId === null || problem.fields || unsound.has(problem.code)) return
  const at = new Date()
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const who = trailActor(actor)
  const { count } = await db
    .selectFrom('refused_write')
    .where('minute', '=', minute)
    .where('actor_id', '=', who.actor_id)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const targetId = count >= rowsOfActorAMinute ? null : targetIdOf(sent)
  await sql`
    insert into refused_write (at, minute, actor_kind, actor_id, actor_name, acting_as_id, acting_as_name, address, agent, action, target_id, problem, duration_ms, request_id)
    values (${at}, ${minute}, ${who.actor_kind}, ${who.actor_id}, ${who.actor_name}, ${who.acting_as_id}, ${who.acting_as_name}, ${actor.address}, ${actor.agent},
      ${actionOf(name)}, ${targetId}, ${problem.code}, ${Math.round(durationMs)}, ${actor.requestId})
    on conflict (minute, actor_id, coalesce(acting_as_id, 0), action, problem, coalesce(target_id, 0)) do update
      set tries = refused_write.tries + 1, at = excluded.at, request_id = excluded.request_id`.execute(db)
}
