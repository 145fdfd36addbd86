import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, NullableJson } from './column-types.ts'
import type {
  AccountPreferenceTable,
  AccountRoleTable,
  AccountTable,
  ApiTokenTable,
  CaptchaTable,
  MenuTable,
  MessageImageTable,
  MessageReadingTable,
  MessageRecipientTable,
  MessageTable,
  PasskeyTable,
  PasswordResetTable,
  RecoveryCodeTable,
  RoleServiceGroupTable,
  RoleTable,
  SavedFilterTable,
  SessionTable,
  SignInFailureTable,
  SignInTicketTable,
  TotpTable,
} from './account-tables.ts'
import type {
  DomainRevisionTable,
  DomainTable,
  LineTableRow,
  NodeCheckResultTable,
  NodeCheckStateTable,
  NodeTable,
  PublicationTable,
  QueryRollupTable,
  RecordChangeTable,
  RecordTable,
  ServiceGroupTable,
} from './dns-tables.ts'
import type { AcmeAccountTable } from './acme-tables.ts'
import type { NodeEnrolmentTable } from './node-enrolment-tables.ts'
import type { SmsCountTable } from './sms-tables.ts'
import type { LetterTable, MailTokenTable } from './mail-tables.ts'
import type { IdentityVerificationTable } from './identity-tables.ts'
import type { WechatBindingTable, WechatPushTable, WechatScanTable } from './wechat-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { JobRunTable, JobTable } from './schedule-tables.ts'
import type { DataKeyTable } from './key-tables.ts'
import type { SitePictureTable, SystemConfigTable, SystemConfigVersionTable } from './system-tables.ts'

/*
 * The tables as Kysely sees them. Columns are snake_case as in SQL; stores map rows to the contract's shapes.
 * bigint columns come back as numbers (see connection.ts): ids and counters stay below 2^53.
 */

export type AuditEntryTable = {
  id: Generated<number>
  at: Timestamp
  actor_id: number | null
  actor_name: string
  address: string
  agent: string
  action: string
  target_type: string
  target_id: number | null
  target_name: string
  before: NullableJson
  after: NullableJson
  request_id: string
  previous_hash: Buffer
  hash: Buffer
  /** `administrator`, `user`, `platform`, `nobody`; empty for entries written before kinds were noted. */
  actor_kind: Generated<string>
  duration_ms: number | null
  /** The user in whose name the administrator `actor_id` acted; null when in nobody's. */
  acting_as_id: ColumnType<number | null, number | null | undefined, number | null>
  acting_as_name: ColumnType<string | null, string | null | undefined, string | null>
}

/** Where the audit chain starts after old entries were cut. */
export type AuditCutTable = { last_id: number; hash: Buffer; at: Timestamp; entries: number; seal: Buffer }

export type RefusedWriteTable = {
  id: Generated<number>
  at: Timestamp
  /** Repeats within it are counted in one row. */
  minute: Timestamp
  tries: Generated<number>
  actor_kind: string
  actor_id: number
  actor_name: string
  /** As in the audit trail. */
  acting_as_id: ColumnType<number | null, number | null | undefined, number | null>
  acting_as_name: ColumnType<string | null, string | null | undefined, string | null>
  address: string
  agent: string
  action: string
  target_id: number | null
  problem: string
  duration_ms: number
  request_id: string
}

export type SignInAttemptTable = {
  id: Generated<number>
  at: Timestamp
  minute: Timestamp
  tries: Generated<number>
  /** Whether the name is an ordinary user's; unknown names are the administrators' concern. */
  is_user: boolean
  account_id: number | null
  username: string
  /** `ok` or the problem's code. */
  result: string
  /** Empty, or the kind that was asked for. */
  second_factor: string
  address: string
  agent: string
  duration_ms: number
  request_id: string
}

export type Tables = PaymentTables & {
  account: AccountTable
  role: RoleTable
  account_role: AccountRoleTable
  role_service_group: RoleServiceGroupTable
  menu: MenuTable
  session: SessionTable
  sign_in_ticket: SignInTicketTable
  totp: TotpTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  password_reset: PasswordResetTable
  api_token: ApiTokenTable
  captcha: CaptchaTable
  sign_in_failure: SignInFailureTable
  system_config: SystemConfigTable
  site_picture: SitePictureTable
  system_config_version: SystemConfigVersionTable
  audit_entry: AuditEntryTable
  audit_cut: AuditCutTable
  refused_write: RefusedWriteTable
  sign_in_attempt: SignInAttemptTable
  service_group: ServiceGroupTable
  domain: DomainTable
  record: RecordTable
  domain_revision: DomainRevisionTable
  record_change: RecordChangeTable
  line: LineTableRow
  node: NodeTable
  node_check_result: NodeCheckResultTable
  node_check_state: NodeCheckStateTable
  node_enrolment: NodeEnrolmentTable
  acme_account: AcmeAccountTable
  publication: PublicationTable
  query_rollup: QueryRollupTable
  message: MessageTable
  message_recipient: MessageRecipientTable
  message_reading: MessageReadingTable
  message_image: MessageImageTable
  letter: LetterTable
  mail_token: MailTokenTable
  sms_count: SmsCountTable
  identity_verification: IdentityVerificationTable
  wechat_binding: WechatBindingTable
  wechat_scan: WechatScanTable
  wechat_push: WechatPushTable
  saved_filter: SavedFilterTable
  job: JobTable
  job_run: JobRunTable
  account_preference: AccountPreferenceTable
  data_key: DataKeyTable
}
