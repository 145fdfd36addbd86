import { join } from 'node:path'
import { writeAnchor } from '../changes/audit-anchors.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { deleteUnusedImages } from '../features/account/message/message-image.ts'
import { publishDueMessages } from '../features/account/message/message.service.ts'
import { deleteOldCaptchas } from '../features/account/session/captcha.ts'
import { deleteOldTickets } from '../features/account/session/factor/factor.store.ts'
import { deleteOldResetCodes } from '../features/account/session/reset/password-reset.store.ts'
import { deleteExpiredSessions } from '../features/account/session/session.store.ts'
import { deleteOldFailures } from '../features/account/session/sign-in-failures.ts'
import { removeExpiredLogs } from '../features/dns/log/log-retention.ts'
import type { Log, RecurringJob } from '../jobs/worker.ts'

/** How long query statistics are kept. */
const keptRollupDays = 35

async function deleteOldRollups(db: Db): Promise<void> {
  await db
    .deleteFrom('query_rollup')
    .where('minute', '<', new Date(Date.now() - keptRollupDays * 86_400_000))
    .execute()
}

async function deleteOldLogs(db: Db, anchorFolder: string, log: Log): Promise<void> {
  const { broken } = await removeExpiredLogs(db, anchorFolder, new Date())
  if (broken) log({ level: 'error', event: 'the audit trail does not verify; its expired entries stay', entry: broken.id, reason: broken.reason })
}

/** The platform's own duties, one line each. */
export function platformJobs(db: Db, dataFolder: string, log: Log): RecurringJob[] {
  const anchorFolder = join(dataFolder, dataFolderNames.auditAnchors)
  return [
    { name: 'message_publish_due', pattern: '* * * * *', work: () => publishDueMessages(db) },
    { name: 'message_image_delete_unused', pattern: '43 3 * * *', work: () => deleteUnusedImages(db) },
    { name: 'captcha_delete_old', pattern: '* * * * *', work: () => deleteOldCaptchas(db) },
    { name: 'sign_in_ticket_delete_old', pattern: '*/10 * * * *', work: () => deleteOldTickets(db) },
    { name: 'password_reset_delete_old', pattern: '*/10 * * * *', work: () => deleteOldResetCodes(db) },
    { name: 'sign_in_failure_delete_old', pattern: '7 * * * *', work: () => deleteOldFailures(db) },
    { name: 'session_delete_expired', pattern: '*/10 * * * *', work: () => deleteExpiredSessions(db) },
    { name: 'audit_anchor', pattern: '3 * * * *', work: async () => void (await writeAnchor(db, anchorFolder, new Date())) },
    { name: 'log_delete_old', pattern: '23 2 * * *', work: () => deleteOldLogs(db, anchorFolder, log) },
    { name: 'query_rollup_delete_old', pattern: '17 * * * *', work: () => deleteOldRollups(db) },
  ]
}
