import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { counted, groupedNumber } from '@nameplane/contract/counted'
import { elapsed } from '@nameplane/contract/elapsed'
import { paymentAskPending } from '@nameplane/contract/system/jobs/payment-jobs'
import { verificationAskPending } from '@nameplane/contract/system/jobs/verification-jobs'
import { changeSetExpire, healthCheck, nameserverCheck } from '@nameplane/contract/system/jobs/domain-jobs'
import { queryStatistics } from '@nameplane/contract/system/settings/query-statistics'
import { runLogDeleteOld, trialRun } from '@nameplane/contract/system/jobs/run-jobs'
import {
  auditAnchor,
  captchaDeleteOld,
  changeSetTextDeleteOld,
  emailDeleteOld,
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
} from '@nameplane/contract/system/jobs/maintenance-jobs'
import { writeAnchor } from '../audit/audit-anchors.ts'
import { dataFolderNames } from '../data-folder.ts'
import type { Db } from '../db/connection.ts'
import { publishDueMessages } from '../features/account/message/message.service.ts'
import { deleteSurplusCaptchas } from '../features/account/session/captcha.ts'
import { askForVerifications } from '../features/account/verification/verification-poll.ts'
import { verificationPartsOfSettings } from '../features/account/verification/verification.service.ts'
import { expireSets } from '../features/dns/change-set/approval.ts'
import { removeExpiredLogs } from '../features/dns/log/log-retention.ts'
import { paymentPartsOfSettings } from '../features/system/payment/payment-parts.ts'
import { askForPending } from '../features/system/payment/payment-poll.ts'
import { checkHealth } from '../features/dns/health/health.service.ts'
import { checkNameservers } from '../features/dns/nameserver-check/nameserver-check.service.ts'
import { deleteOldRuns } from '../features/system/job/run.store.ts'
import { jobWork, type JobResult, type JobWork } from '../jobs/job-work.ts'
import { Problem } from '../problem.ts'
import { readSettingOrDefault } from '../settings/settings.ts'
import { steadyIn, steadyNow } from '../time/steady-time.ts'
import { deleteAfterDays, deleteAged, retention } from './retention.ts'
import { keepStatistics } from './statistics-upkeep.ts'

const daySeconds = 86_400
const megabyte = 1_000_000
const gigabyte = 1_000 * megabyte
const removed = (count: number): JobResult => ({ zh: `删除 ${groupedNumber(count, 'zh')} 条`, en: `${groupedNumber(count, 'en')} deleted` })

const ended = (count: number): JobResult =>
  count === 0 ? undefined : { zh: `结束 ${groupedNumber(count, 'zh')} 个`, en: `${groupedNumber(count, 'en')} ended` }

async function deleteOldLogs(db: Db, anchorFolder: string, write: (line: string) => void): Promise<JobResult> {
  const { broken } = await removeExpiredLogs(db, anchorFolder, steadyNow(), [retention.signInAttempt, retention.refusedWrite])
  if (!broken) return
  write(`#${broken.id}: ${broken.reason}`)
  throw new Problem('run_audit_broken')
}

/** What each kind of job does, one line each. */
export function builtInJobs(db: Db, dataFolder: string): JobWork[] {
  const anchorFolder = join(dataFolder, dataFolderNames.auditAnchors)
  return [
    jobWork(messagePublishDue, () => publishDueMessages(db)),
    jobWork(messageImageDeleteUnused, () => deleteAged(db, 'messageImage')),
    jobWork(sitePictureDeleteUnused, () => deleteAged(db, 'sitePicture')),
    jobWork(captchaDeleteOld, async () => {
      await deleteAged(db, 'captcha')
      await deleteSurplusCaptchas(db)
    }),
    jobWork(signInTicketDeleteOld, () => deleteAged(db, 'signInTicket', 'wechatScan', 'wechatPush')),
    jobWork(passwordResetDeleteOld, () => deleteAged(db, 'passwordReset')),
    jobWork(signInFailureDeleteOld, () => deleteAged(db, 'signInFailure')),
    jobWork(smsCountDeleteOld, () => deleteAged(db, 'smsCount')),
    jobWork(sessionDeleteExpired, () => deleteAged(db, 'session')),
    jobWork(changeSetTextDeleteOld, () => deleteAged(db, 'changeSetText')),
    jobWork(emailDeleteOld, async ({ params }) => removed(await deleteAfterDays(db, 'email', params.keepDays))),
    jobWork(auditAnchor, async () => void (await writeAnchor(db, anchorFolder, new Date()))),
    jobWork(logDeleteOld, ({ write }) => deleteOldLogs(db, anchorFolder, write)),
    jobWork(queryRollupDeleteOld, async ({ params, signal, write }) => {
      const { budgetGigabytes } = await readSettingOrDefault(db, queryStatistics)
      const { dropped, bytes } = await keepStatistics(db, { ...params, budgetBytes: budgetGigabytes * gigabyte, now: steadyNow(), signal, write })
      const megabytes = Math.ceil(bytes / megabyte)
      return {
        zh: `删除 ${groupedNumber(dropped, 'zh')} 个分区，占用 ${groupedNumber(megabytes, 'zh')} MB`,
        en: `${counted(dropped, 'partition')} deleted, ${groupedNumber(megabytes, 'en')} MB in use`,
      }
    }),
    jobWork(nameserverCheck, ({ params, signal, write }) => checkNameservers(db, { ...params, signal, write, now: steadyNow })),
    jobWork(changeSetExpire, async () => ended(await expireSets(db))),
    jobWork(healthCheck, ({ params, signal }) => checkHealth(db, { ...params, signal, now: steadyNow })),
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
      write(note || 'Trial run')
      await pause(seconds * 1000, undefined, { signal })
      if (fails) throw new Problem('run_failed_as_set')
      return { zh: `等待了 ${elapsed(seconds * 1000, 'zh')}`, en: `Waited ${elapsed(seconds * 1000, 'en')}` }
    }),
  ]
}
