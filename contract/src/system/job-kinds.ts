import type { JobKind } from './job-kind.ts'
import { backupRehearse, backupRun } from './jobs/backup-jobs.ts'
import { paymentAskPending } from './jobs/payment-jobs.ts'
import { verificationAskPending } from './jobs/verification-jobs.ts'
import { changeSetExpire, healthCheck, nameserverCheck } from './jobs/domain-jobs.ts'
import { trialRun, runLogDeleteOld } from './jobs/run-jobs.ts'
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
} from './jobs/maintenance-jobs.ts'

/** Every kind of job, one line each: the console's choice, the rules of parameters, and what the server binds work to. */
export const jobKinds: readonly JobKind[] = [
  messagePublishDue,
  messageImageDeleteUnused,
  sitePictureDeleteUnused,
  captchaDeleteOld,
  signInTicketDeleteOld,
  passwordResetDeleteOld,
  signInFailureDeleteOld,
  smsCountDeleteOld,
  sessionDeleteExpired,
  changeSetTextDeleteOld,
  auditAnchor,
  logDeleteOld,
  emailDeleteOld,
  queryRollupDeleteOld,
  nameserverCheck,
  healthCheck,
  changeSetExpire,
  runLogDeleteOld,
  paymentAskPending,
  verificationAskPending,
  backupRun,
  backupRehearse,
  trialRun,
]

/** The kind of a stored job's `handler`; undefined for one that this version does not know. */
export function jobKindOf(name: string): JobKind | undefined {
  return jobKinds.find((kind) => kind.name === name)
}
