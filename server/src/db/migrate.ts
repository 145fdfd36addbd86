import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { migrateJobs } from '../jobs/worker.ts'
import type { TablesBegun } from './backed-up.ts'
import * as spine from './migrations/0001-spine.ts'
import * as pausedRecords from './migrations/0002-paused-records.ts'
import * as accounts from './migrations/0003-accounts.ts'
import * as power from './migrations/0004-power.ts'
import * as messages from './migrations/0005-messages.ts'
import * as logs from './migrations/0006-logs.ts'
import * as signIn from './migrations/0007-sign-in.ts'
import * as preferences from './migrations/0008-preferences.ts'
import * as savedFilters from './migrations/0009-saved-filters.ts'
import * as settings from './migrations/0010-settings.ts'
import * as payments from './migrations/0011-payments.ts'
import * as schedule from './migrations/0012-schedule.ts'
import * as sms from './migrations/0014-sms.ts'
import * as apiTokens from './migrations/0016-api-tokens.ts'
import * as dataKeys from './migrations/0018-data-keys.ts'
import * as actingAs from './migrations/0019-acting-as.ts'
import * as mail from './migrations/0020-mail.ts'
import * as logNetworks from './migrations/0021-log-networks.ts'
import * as nodeChecks from './migrations/0023-node-checks.ts'
import * as identity from './migrations/0024-identity.ts'
import * as nodeEnrolment from './migrations/0025-node-enrolment.ts'
import * as acmeAccounts from './migrations/0026-acme-accounts.ts'
import * as wechat from './migrations/0027-wechat.ts'
import * as booksAndCreators from './migrations/0028-books-and-creators.ts'
import * as queryStatistics from './migrations/0029-query-statistics.ts'
import * as backupMakers from './migrations/0031-backup-makers.ts'
import * as rightsByPage from './migrations/0032-rights-by-page.ts'
import * as confirmedSessions from './migrations/0033-confirmed-sessions.ts'
import * as limitedAnswers from './migrations/0034-limited-answers.ts'
import * as listIndexes from './migrations/0035-list-indexes.ts'
import * as accessNotices from './migrations/0037-access-notices.ts'
import * as queryNames from './migrations/0039-query-names.ts'
import * as statementKeys from './migrations/0040-statement-keys.ts'
import * as recordTemplates from './migrations/0041-record-templates.ts'
import * as tokenScopes from './migrations/0042-token-scopes.ts'
import * as firstStepsHidden from './migrations/0043-first-steps-hidden.ts'
import * as deletingApart from './migrations/0045-deleting-apart.ts'
import * as aliasTargets from './migrations/0046-alias-targets.ts'
import * as auditOrder from './migrations/0047-audit-order.ts'
import * as domainSoa from './migrations/0048-domain-soa.ts'
import * as customLine from './migrations/0049-custom-line.ts'
import * as zoneTransfer from './migrations/0050-zone-transfer.ts'
import * as zoneHealth from './migrations/0057-zone-health.ts'
import * as reverseSegment from './migrations/0053-reverse-segment.ts'
import * as domainClaim from './migrations/0054-domain-claim.ts'
import * as changeSet from './migrations/0051-change-set.ts'
import * as dynamicHost from './migrations/0061-dynamic-host.ts'
import * as secondaryNews from './migrations/0059-secondary-news.ts'
import * as changeSetApproval from './migrations/0064-change-set-approval.ts'
import * as changeSetText from './migrations/0067-change-set-text.ts'
import * as domainPrimary from './migrations/0062-domain-primary.ts'
import * as changeSetWatch from './migrations/0071-change-set-watch.ts'
import * as updateKey from './migrations/0070-update-key.ts'
import * as vanityNameserver from './migrations/0072-vanity-nameserver.ts'
import * as catchingUp from './migrations/0073-catching-up.ts'
import * as sitePictures from './migrations/0022-site-pictures.ts'
import * as nodeVersions from './migrations/0030-node-versions.ts'
import type { TakenNames } from './taken-names.ts'
import { openDb, openPool, type DatabaseAddress, type Db } from './connection.ts'

/** Every migration, one line each, in order; a name that has run is never changed. */
const migrations: Readonly<Record<string, Migration & { readonly tables?: TablesBegun; readonly takenNames?: TakenNames }>> = {
  '0001-spine': spine,
  '0002-paused-records': pausedRecords,
  '0003-accounts': accounts,
  '0004-power': power,
  '0005-messages': messages,
  '0006-logs': logs,
  '0007-sign-in': signIn,
  '0008-preferences': preferences,
  '0009-saved-filters': savedFilters,
  '0010-settings': settings,
  '0011-payments': payments,
  '0012-schedule': schedule,
  '0014-sms': sms,
  '0016-api-tokens': apiTokens,
  '0018-data-keys': dataKeys,
  '0019-acting-as': actingAs,
  '0020-mail': mail,
  '0021-log-networks': logNetworks,
  '0022-site-pictures': sitePictures,
  '0023-node-checks': nodeChecks,
  '0024-identity': identity,
  '0025-node-enrolment': nodeEnrolment,
  '0026-acme-accounts': acmeAccounts,
  '0027-wechat': wechat,
  '0028-books-and-creators': booksAndCreators,
  '0029-query-statistics': queryStatistics,
  '0030-node-versions': nodeVersions,
  '0031-backup-makers': backupMakers,
  '0032-rights-by-page': rightsByPage,
  '0033-confirmed-sessions': confirmedSessions,
  '0034-limited-answers': limitedAnswers,
  '0035-list-indexes': listIndexes,
  '0037-access-notices': accessNotices,
  '0039-query-names': queryNames,
  '0040-statement-keys': statementKeys,
  '0041-record-templates': recordTemplates,
  '0042-token-scopes': tokenScopes,
  '0043-first-steps-hidden': firstStepsHidden,
  '0045-deleting-apart': deletingApart,
  '0046-alias-targets': aliasTargets,
  '0047-audit-order': auditOrder,
  '0048-domain-soa': domainSoa,
  '0049-custom-line': customLine,
  '0050-zone-transfer': zoneTransfer,
  '0051-change-set': changeSet,
  '0053-reverse-segment': reverseSegment,
  '0054-domain-claim': domainClaim,
  '0057-zone-health': zoneHealth,
  '0059-secondary-news': secondaryNews,
  '0061-dynamic-host': dynamicHost,
  '0062-domain-primary': domainPrimary,
  '0064-change-set-approval': changeSetApproval,
  '0067-change-set-text': changeSetText,
  '0070-update-key': updateKey,
  '0071-change-set-watch': changeSetWatch,
  '0072-vanity-nameserver': vanityNameserver,
  '0073-catching-up': catchingUp,
}

/** Every table as the migration that made it says, in the order in which they were made. */
export const begunTables: TablesBegun = Object.assign({}, ...Object.values(migrations).map(({ tables }) => tables))

/** Every unique index with words for whom it refuses, as the migration that made it says. */
export const takenNames: TakenNames = Object.assign({}, ...Object.values(migrations).map((migration) => migration.takenNames))

/**
 * Brings the schema to this version; a failed migration leaves the database as it was. Returns the names that ran.
 * @param inSchema where the search path of `db` leads, when that is not the usual one
 */
export async function migrateDb(db: Db, inSchema?: string): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    ...(inSchema === undefined ? {} : { migrationTableSchema: inSchema }),
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('the migration failed', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Whether the schema is of this version, or a later one. */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const ran = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).every((name) => ran.has(name))
}

/** The same for an address, with a connection of its own (tests build their template database with it). */
export async function migrateToLatest(address: DatabaseAddress): Promise<void> {
  const pool = openPool(address, 2)
  const db = openDb(pool)
  try {
    await migrateDb(db)
    await migrateJobs(pool)
  } finally {
    await db.destroy()
  }
}
