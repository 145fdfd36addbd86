import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/*
 * The tables as Kysely sees them. Columns are snake_case as in SQL; stores map rows to the contract's shapes.
 * bigint columns come back as numbers (see connection.ts): ids and counters stay below 2^53.
 */

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = JSONColumnType<Record<string, unknown>, string, string>
type NullableJson = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>

export type AccountTable = {
  id: Generated<number>
  username: string
  /** 1 administrator, 2 ordinary user, above 2 agent (screens.md 1). */
  type: number
  password_hash: string
  is_super: Generated<boolean>
  /** 1 usable, 0 disabled. */
  status: Generated<number>
  unvalid_model: ColumnType<string[], string | undefined, string>
  language: string | null
  /** Empty: none. */
  email: Generated<string>
  /** Empty: none. */
  mobile: Generated<string>
  remark: Generated<string>
  tags: Generated<string[]>
  /** 1 when somebody has checked who this is, 0 not. */
  verified: Generated<number>
  balance_cents: Generated<number>
  /** Nothing else can be done before a new password is set. */
  must_change_password: Generated<boolean>
  last_sign_in_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

export type RoleTable = {
  id: Generated<number>
  name: string
  description: Generated<string>
  rights: string[]
  /** `all` domains, those of chosen service `groups`, or the holder's `own`. */
  data_scope: Generated<'all' | 'groups' | 'own'>
  /** Comes with the platform: `user` is what every ordinary user may. */
  built_in: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}
export type RoleServiceGroupTable = { role_id: number; service_group_id: number }
export type AccountRoleTable = { account_id: number; role_id: number }

export type MenuTable = {
  id: Generated<number>
  parent_id: number | null
  kind: 'directory' | 'page' | 'button'
  /** Which row of the contract's list it comes from; null for those that administrators added. */
  seed_key: string | null
  /** Null: the screen's own title. */
  name_zh: string | null
  name_en: string | null
  path: Generated<string>
  icon: string | null
  /** Order among siblings. */
  position: Generated<number>
  right: string | null
  hidden: Generated<boolean>
  external_url: string | null
  /** The view is kept while others are open. */
  cached: Generated<boolean>
  feature: 'dm' | 'am' | 'rs' | 'a-monitor' | null
  /** Counter that must be above 0. */
  custom_flag: string | null
  /** Deployment modes that show it; empty: all. */
  modes: Generated<string[]>
  enabled: Generated<boolean>
  updated_at: Timestamp
  row_version: Generated<number>
}

export type SessionTable = {
  id: Generated<number>
  /** SHA-256 of the cookie's secret; the secret itself is never stored. */
  secret_hash: Buffer
  token_hash: Buffer
  account_id: number
  address: string
  agent: string
  created_at: Timestamp
  last_used_at: Timestamp
  expires_at: Timestamp
  /** While it is set, the session answers nothing but unlocking and signing out. */
  locked_at: NullableTimestamp
  /** The administrator who acts as `account_id`; null in a session of one's own. */
  impersonator_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The administrator's own session, which comes back afterwards and with which this one ends. */
  parent_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

/** A sign-in whose password was right and whose second factor is still to come. */
export type SignInTicketTable = { secret_hash: Buffer; account_id: number; address: string; created_at: Timestamp }

export type TotpTable = {
  account_id: number
  /** Sealed. */
  secret: string
  /** The step (RFC 6238 §4.2) of the last code that was taken; that one and older ones are refused. */
  last_step: number
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export type PasskeyTable = {
  id: Generated<number>
  account_id: number
  name: string
  /** Base64url, as browsers name it. */
  credential_id: string
  public_key: Buffer
  /** The authenticator's signature counter (WebAuthn §6.1.1); 0 where it has none. */
  counter: number
  transports: string[]
  /** The relying party: the host name it was made for. */
  host: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export type RecoveryCodeTable = { account_id: number; code_hash: Buffer; used_at: NullableTimestamp }

export type PasswordResetTable = { account_id: number; code_hash: Buffer; tries: Generated<number>; created_at: Timestamp }

export type ApiTokenTable = {
  id: Generated<number>
  account_id: number
  name: string
  token_hash: Buffer
  /** Rights of the token, or null for all of its account's. */
  scopes: string[] | null
  created_at: Timestamp
  expires_at: NullableTimestamp
  last_used_at: NullableTimestamp
}

export type CaptchaTable = { uuid: string; answer: string; created_at: Timestamp }

export type SignInFailureTable = {
  /** `name:{lower-case name}` or `address:{address}`. */
  subject: string
  failures: number
  window_started_at: Timestamp
  locks: Generated<number>
  locked_until: NullableTimestamp
}

export type SystemConfigTable = {
  id: Generated<number>
  param_key: string
  remark: Generated<string>
  param_value: Json
  weight: Generated<number>
  status: Generated<number>
  updated_at: Timestamp
  row_version: Generated<number>
}

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

export type ServiceGroupTable = {
  id: Generated<number>
  name: string
  weight: Generated<number>
  /** 1 usable, 0 disabled. */
  status: Generated<number>
  remark: Generated<string>
  mname: string
  rname: string
  /** NS1 … NS6, at least two. */
  nameservers: string[]
  is_default: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

export type DomainTable = {
  id: Generated<number>
  /** Lower-case ASCII without the final dot. */
  name: string
  /** The same in Unicode, for search. */
  unicode_name: string
  account_id: number
  service_group_id: number
  /** 1 served, 0 paused. */
  status: Generated<number>
  is_locked: Generated<boolean>
  remark: Generated<string>
  record_count: Generated<number>
  default_ttl_seconds: Generated<number>
  /** SOA serial, raised by every change that is served (RFC 1982). */
  serial: number
  /** Raised by every saved change of the records; the editor's optimistic lock. */
  version: Generated<number>
  row_version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
  deleted_by: number | null
}

export type RecordTable = {
  id: Generated<number>
  domain_id: number
  host: string
  type: string
  line: string
  value: string
  ttl_seconds: number
  weight: number | null
  remark: Generated<string>
  /** 1 served, 0 paused. */
  status: Generated<number>
  /** The domain's version that wrote this row last. */
  version: number
  updated_at: Timestamp
  updated_by: number | null
}

export type DomainRevisionTable = {
  domain_id: number
  version: number
  at: Timestamp
  actor_id: number | null
  actor_name: string
  /** `record.apply`, `record.import`, `record.restore` … */
  action: string
  added: number
  updated: number
  deleted: number
  /** Warnings that the actor ticked. */
  acknowledged: ColumnType<string[], string | undefined, string>
}

export type RecordChangeTable = { domain_id: number; version: number; record_id: number; before: NullableJson; after: NullableJson }

export type LineTableRow = { code: string; name_zh: string; name_en: string; kind: string; parent: string | null; position: number }

export type NodeTable = {
  id: Generated<number>
  name: string
  driver: string
  address: string
  port: number
  service_group_id: number | null
  status: Generated<number>
  state: Generated<string>
  state_reason: Generated<string>
  version: Generated<string>
  last_seen_at: NullableTimestamp
  created_at: Timestamp
}

export type PublicationTable = {
  node_id: number
  domain_id: number
  wanted_serial: number
  /** When the change that wants this serial was saved. */
  wanted_at: Timestamp
  live_serial: number | null
  live_at: NullableTimestamp
  attempts: Generated<number>
  /** Not before this moment; a failed node is asked again with growing pauses. */
  next_try_at: Timestamp
  problem: string | null
}

/** What somebody filters a list by, under a name of his own. */
export type SavedFilterTable = {
  id: Generated<number>
  account_id: number
  /** Path of the list's screen, with its view. */
  screen: string
  name: string
  filters: JSONColumnType<Record<string, string>, string, string>
  created_at: Timestamp
  updated_at: Timestamp
}

export type QueryRollupTable = { minute: Timestamp; node_id: number; domain_id: number; line: string; type: string; rcode: string; answers: number }

export type AccountPreferenceTable = { account_id: number; key: 'table'; value: Json }

export type MessageTable = {
  id: Generated<number>
  title: string
  /** Sanitised HTML. */
  content: string
  excerpt: string
  /** 1 letter, 2 notice, 3 ticket. */
  type: 1 | 2 | 3
  state: 'draft' | 'scheduled' | 'published' | 'revoked'
  audience: 'all' | 'class' | 'selected'
  classes: ('user' | 'agent' | 'administrator')[]
  is_pinned: Generated<boolean>
  publish_at: NullableTimestamp
  /** Accounts that it went to when it was published. */
  recipient_count: Generated<number>
  author: string
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

export type MessageRecipientTable = { message_id: number; account_id: number }
export type MessageReadingTable = { message_id: number; account_id: number; read_at: Timestamp }
export type MessageImageTable = { key: string; bytes: Buffer; width: number; height: number; created_at: Timestamp }

export type Tables = {
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
  publication: PublicationTable
  query_rollup: QueryRollupTable
  message: MessageTable
  message_recipient: MessageRecipientTable
  message_reading: MessageReadingTable
  message_image: MessageImageTable
  saved_filter: SavedFilterTable
  account_preference: AccountPreferenceTable
}
