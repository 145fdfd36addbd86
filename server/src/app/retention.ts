import { sql, type SqlBool } from 'kysely'
import { limits } from '@nameplane/contract/limits'
import { agedRows, deleteBefore, type AgedRows } from '../db/deletion-by-age.ts'
import type { Db } from '../db/connection.ts'
import { isUnusedImage } from '../features/account/message/message-image.ts'
import { ticketLifeSeconds } from '../features/account/session/factor/factor.store.ts'
import { longestCodeLifeSeconds } from '../features/account/session/reset/password-reset.store.ts'
import { failuresKeptSeconds, isUnlockedSince } from '../features/account/session/sign-in-failures.ts'
import { scanLifeSeconds } from '../features/account/session/wechat/wechat-scan.store.ts'
import { isUnusedPicture } from '../features/system/site/site-picture.ts'
import { pushWindowSeconds } from '../integrations/wechat/wechat-push.ts'
import { steadyIn } from '../time/steady-time.ts'

const daySeconds = 86_400

/**
 * Everything that is deleted for its age alone, read by the maintenance jobs: table, age column, how long it is kept. The audit
 * trail is cut and not deleted from (changes/audit-cut.ts), runs of jobs are kept by number too (run.store.ts), and figures of
 * answers go as whole partitions (statistics-upkeep.ts).
 */
export const retention = {
  captcha: agedRows('captcha', 'created_at', limits.captchaLifeSeconds),
  signInTicket: agedRows('sign_in_ticket', 'created_at', ticketLifeSeconds),
  wechatScan: agedRows('wechat_scan', 'created_at', scanLifeSeconds),
  // Of domains that failed or were cancelled; a set may wait for 90 days.
  changeSetText: agedRows('change_set_text', 'created_at', 180 * daySeconds, { batchSize: 100 }),
  // Older ones are refused by their time alone.
  wechatPush: agedRows('wechat_push', 'received_at', 3 * pushWindowSeconds),
  passwordReset: agedRows('password_reset', 'created_at', longestCodeLifeSeconds),
  signInFailure: agedRows('sign_in_failure', 'window_started_at', failuresKeptSeconds, { only: isUnlockedSince }),
  session: agedRows('session', 'expires_at', 0),
  // The longest time in which messages are counted.
  smsCount: agedRows('sms_count', 'counted_at', daySeconds),
  messageImage: agedRows('message_image', 'created_at', daySeconds, { only: () => isUnusedImage, batchSize: 100 }),
  sitePicture: agedRows('site_picture', 'created_at', daySeconds, { only: () => isUnusedPicture, batchSize: 100 }),
  // Kept as many days as the job's field says.
  email: agedRows('letter', 'created_at', null, { only: () => sql<SqlBool>`state in ('sent', 'failed')` }),
  // Kept as long as the log's setting says.
  signInAttempt: agedRows('sign_in_attempt', 'at', null),
  refusedWrite: agedRows('refused_write', 'at', null),
} as const satisfies Record<string, AgedRows>

type Retention = typeof retention
type KeptFor<Kept> = {
  [Name in keyof Retention]: Retention[Name] extends AgedRows<infer Seconds> ? (Seconds extends Kept ? Name : never) : never
}[keyof Retention]

/** Those that are older than they may become. */
export async function deleteAged(db: Db, ...names: KeptFor<number>[]): Promise<void> {
  for (const name of names) await deleteBefore(db, retention[name], steadyIn(-retention[name].keptSeconds))
}

/** Those that are older than so many days; answers how many there were. */
export async function deleteAfterDays(db: Db, name: KeptFor<null>, keptDays: number): Promise<number> {
  return deleteBefore(db, retention[name], steadyIn(-keptDays * daySeconds))
}
