import type { BackupPart } from '@nameplane/contract/system/backup-parts'

/** The tables of each part; all of them in an order in which no row needs a later one. */
const tablesOfParts: Readonly<Record<BackupPart, readonly string[]>> = {
  accounts: [
    'account',
    'role',
    'account_role',
    'totp',
    'passkey',
    'recovery_code',
    'api_token',
    'saved_filter',
    'account_preference',
    'identity_verification',
    'wechat_binding',
  ],
  domains: ['service_group', 'role_service_group', 'line', 'domain', 'record', 'domain_revision', 'record_change'],
  settings: ['menu', 'system_config', 'system_config_version', 'site_picture', 'acme_account'],
  messages: ['message', 'message_recipient', 'message_reading', 'message_image'],
  finance: ['payment', 'payment_notification', 'payment_refund', 'ledger_entry'],
  logs: ['audit_entry', 'audit_cut', 'refused_write', 'sign_in_attempt'],
  statistics: ['query_rollup'],
}

/** What no backup holds, and why. A table that stands in neither list fails a test. */
export const leftOut: Readonly<Record<string, string>> = {
  session: 'who is signed in where; ended by a restore',
  sign_in_ticket: 'sign-ins of the next five minutes',
  password_reset: 'codes of the next ten minutes',
  captcha: 'pictures of the next two minutes',
  sign_in_failure: 'locks of the last minutes',
  publication: 'what nodes have yet to serve; made again by a restore',
  node: 'the servers of this installation; each registers itself',
  data_key: 'carried beside the tables, under the key of the backup',
  node_check_result: 'what nodes have measured; measured again',
  node_check_state: 'what nodes have measured; measured again',
  node_enrolment: 'tokens of the next hour, and the servers of this installation',
  job: 'the schedule of this installation',
  job_run: 'what this installation has run',
  letter: 'mail that is on its way',
  mail_token: 'fetched again with the settings',
  wechat_scan: 'scans of the next five minutes',
  wechat_push: 'signatures of the last minutes',
  sms_count: 'limits of the last day',
}

export type BackupTable = { readonly name: string; readonly part: BackupPart }

/** Every table that backups hold, in order. */
export const backupTables: readonly BackupTable[] = (Object.keys(tablesOfParts) as BackupPart[]).flatMap((part) =>
  tablesOfParts[part].map((name) => ({ name, part })),
)

export function tablesOf(parts: readonly BackupPart[]): BackupTable[] {
  return backupTables.filter((table) => parts.includes(table.part))
}
