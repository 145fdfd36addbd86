import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { paymentAskPending } from '@nameplane/contract/system/jobs/payment-jobs'
import { verificationAskPending } from '@nameplane/contract/system/jobs/verification-jobs'
import { nameserverCheck } from '@nameplane/contract/system/jobs/domain-jobs'
import { runLogDeleteOld, trialRun } from '@nameplane/contract/system/jobs/schedule-jobs'
import {
  auditAnchor,
  captchaDeleteOld,
  letterDeleteOld,
  logDeleteOld,
  messageImageDeleteUnused,
  messagePublishDue,
  passwordResetDeleteOld,
  queryRollupDeleteOld,
  sessionDeleteExpired,
  signInFailureDeleteOld,
  signInTicketDeleteOld,
  sitePictureDeleteUnused,
  smsCountDeleteOld,
} from '@nameplane/contract/system/jobs/upkeep-jobs'
import { writeAnchor } from '../changes/audit-anchors.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { deleteUnusedImages } from '../features/account/message/message-image.ts'
import { publishDueMessages } from '../features/account/message/message.service.ts'
import { deleteOldCaptchas } from '../features/account/session/captcha.ts'
import { deleteOldScans } from '../features/account/session/wechat/wechat-scan.store.ts'
import { deleteOldTickets } from '../features/account/session/factor/factor.store.ts'
import { deleteOldResetCodes } from '../features/account/session/reset/password-reset.store.ts'
import { deleteExpiredSessions } from '../features/account/session/session.store.ts'
import { deleteOldFailures } from '../features/account/session/sign-in-failures.ts'
import { askForVerifications } from '../features/account/verification/verification-poll.ts'
import { verificationPartsOfSettings } from '../features/account/verification/verification.service.ts'
import { removeExpiredLogs } from '../features/dns/log/log-retention.ts'
import { paymentPartsOfSettings } from '../features/system/payment/payment-parts.ts'
import { askForPending } from '../features/system/payment/payment-poll.ts'
import { deleteUnusedSitePictures } from '../features/system/site/site-picture.ts'
import { checkNameservers } from '../features/dns/nameserver-check/nameserver-check.service.ts'
import { deleteOldRuns } from '../features/system/schedule/run.store.ts'
import { deleteOldSmsCounts } from '../outside/sms/sms-limits.ts'
import { deleteOldLetters } from '../outside/mail/letter-delivery.ts'
import { jobWork, type JobResult, type JobWork } from '../jobs/job-work.ts'
import { steadyIn, steadyNow } from '../time/steady-time.ts'

const daySeconds = 86_400
const removed = (count: number): JobResult => ({ zh: `删除 ${count} 条`, en: `${count} removed` })

async function deleteOldRollups(db: Db, keptDays: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('query_rollup')
    .where('minute', '<', steadyIn(-keptDays * daySeconds))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function deleteOldLogs(db: Db, anchorFolder: string): Promise<JobResult> {
  const { broken } = await removeExpiredLogs(db, anchorFolder, steadyNow())
  if (broken) throw new Error(`the audit trail does not verify at entry ${broken.id} (${broken.reason}); its expired entries stay`)
}

/** What each kind of job does, one line each. */
export function platformJobs(db: Db, dataFolder: string): JobWork[] {
  const anchorFolder = join(dataFolder, dataFolderNames.auditAnchors)
  return [
    jobWork(messagePublishDue, () => publishDueMessages(db)),
    jobWork(messageImageDeleteUnused, () => deleteUnusedImages(db)),
    jobWork(sitePictureDeleteUnused, () => deleteUnusedSitePictures(db)),
    jobWork(captchaDeleteOld, () => deleteOldCaptchas(db)),
    jobWork(signInTicketDeleteOld, async () => {
      await deleteOldTickets(db)
      await deleteOldScans(db)
    }),
    jobWork(passwordResetDeleteOld, () => deleteOldResetCodes(db)),
    jobWork(signInFailureDeleteOld, () => deleteOldFailures(db)),
    jobWork(smsCountDeleteOld, () => deleteOldSmsCounts(db)),
    jobWork(sessionDeleteExpired, () => deleteExpiredSessions(db)),
    jobWork(letterDeleteOld, async ({ params }) => removed(await deleteOldLetters(db, params.keepDays))),
    jobWork(auditAnchor, async () => void (await writeAnchor(db, anchorFolder, new Date()))),
    jobWork(logDeleteOld, () => deleteOldLogs(db, anchorFolder)),
    jobWork(queryRollupDeleteOld, async ({ params }) => removed(await deleteOldRollups(db, params.keepDays))),
    jobWork(nameserverCheck, ({ params, signal, write }) => checkNameservers(db, { ...params, signal, write, now: steadyNow })),
    jobWork(runLogDeleteOld, async ({ params: { keepDays, keepRuns, mostRuns } }) =>
      removed(await deleteOldRuns(db, { before: steadyIn(-keepDays * daySeconds), runs: keepRuns, mostRuns })),
    ),
    jobWork(paymentAskPending, ({ write }) =>
      askForPending(
        paymentPartsOfSettings(
          () => new Date(),
          (line) => write(JSON.stringify(line)),
        ),
        db,
      ),
    ),
    jobWork(verificationAskPending, ({ signal }) =>
      askForVerifications(
        verificationPartsOfSettings(() => new Date()),
        db,
        signal,
      ),
    ),
    jobWork(trialRun, async ({ params: { seconds, fails, note }, signal, write }) => {
      write(note || 'A trial run.')
      await pause(seconds * 1000, undefined, { signal })
      if (fails) throw new Error('This trial run was to end as a failure.')
      return { zh: `等待了 ${seconds} 秒`, en: `Waited ${seconds} s` }
    }),
  ]
}
