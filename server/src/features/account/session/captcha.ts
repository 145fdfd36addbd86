import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import type { Db } from '../../../db/connection.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { captchaPicture } from './captcha-picture.ts'

// Letters and digits that no two fonts confuse.
const alphabet = 'ACEFHJKLMNPRTUVWXY3479'
const length = 4
/** Pictures that wait for an answer at once; beyond that the oldest go, so that asking for many costs us nothing. */
const kept = 20_000

/** Draws a new captcha for a form and forgets the form's last one. Answers JPEG bytes. */
export async function issueCaptcha(db: Db, uuid: string): Promise<Buffer> {
  const answer = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  await db
    .insertInto('captcha')
    .values({ uuid, answer, created_at: steadyNow() })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ answer, created_at: steadyNow() }))
    .execute()
  return captchaPicture(answer)
}

/** Whether the answer is the form's. Every try uses the captcha up, a wrong one too. */
export async function useCaptcha(db: Db, uuid: string, answer: string): Promise<boolean> {
  const row = await db.deleteFrom('captcha').where('uuid', '=', uuid).returning(['answer', 'created_at']).executeTakeFirst()
  if (!row) return false
  return steadyNow().getTime() - row.created_at.getTime() <= limits.captchaLifeSeconds * 1000 && row.answer === answer.trim().toUpperCase()
}

/** Deletes those beyond as many as may wait. */
export async function deleteSurplusCaptchas(db: Db): Promise<void> {
  await sql`delete from captcha where uuid in (select uuid from captcha order by created_at desc offset ${kept})`.execute(db)
}
