import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Timestamp, NullableTimestamp, Json } from './column-types.ts'

/* Accounts: who they are, what they may, how they sign in, what they chose and what they are told. */

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
  /** Who added the account: an administrator with a reach short of all sees the users added by them. Null: nobody knows, or that one is gone. */
  created_by: ColumnType<number | null, number | null | undefined, number | null>
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
  /** When everything that its account signs in with was given last; null: never in this session. */
  confirmed_at: NullableTimestamp
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

export type PasswordResetTable = {
  account_id: number
  code_hash: Buffer
  /** How the code was sent. */ way: Generated<'mail' | 'sms'>
  tries: Generated<number>
  created_at: Timestamp
}

export type ApiTokenTable = {
  id: Generated<number>
  account_id: number
  name: string
  token_hash: Buffer
  /** Rights of the token, or null for all of its account's. */
  scopes: string[] | null
  prefix: Generated<string>
  networks: Generated<string[]>
  /** Null for any number. */
  calls_per_5_minutes: number | null
  created_at: Timestamp
  expires_at: NullableTimestamp
  last_used_at: NullableTimestamp
  last_used_address: Generated<string>
  /** All that its account reaches, or of that only the domains, or those of the service groups, of the two tables below. */
  data_scope: Generated<'all' | 'domains' | 'groups'>
  updated_at: Timestamp
  row_version: Generated<number>
}
export type ApiTokenDomainTable = { api_token_id: number; domain_id: number }
export type ApiTokenServiceGroupTable = { api_token_id: number; service_group_id: number }

export type CaptchaTable = { uuid: string; answer: string; created_at: Timestamp }

export type SignInFailureTable = {
  /** `name:{lower-case name}` or `address:{address}`. */
  subject: string
  failures: number
  window_started_at: Timestamp
  locks: Generated<number>
  locked_until: NullableTimestamp
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

export type AccountPreferenceTable = { account_id: number; key: 'table' | 'first-steps'; value: Json }

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
  /** Its receivers get it by mail too. */
  is_mailed: Generated<boolean>
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

declare module './tables.ts' {
  interface Tables {
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
    api_token_domain: ApiTokenDomainTable
    api_token_service_group: ApiTokenServiceGroupTable
    captcha: CaptchaTable
    sign_in_failure: SignInFailureTable
    message: MessageTable
    message_recipient: MessageRecipientTable
    message_reading: MessageReadingTable
    message_image: MessageImageTable
    saved_filter: SavedFilterTable
    account_preference: AccountPreferenceTable
  }
}
