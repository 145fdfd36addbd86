import { sql, type Kysely } from 'kysely'
import type { TablesBegun } from '../backed-up.ts'

/** Which part of a backup holds the tables that begin here; of those that none holds, why. */
export const tables = {
  wechat_binding: { part: 'accounts' },
  wechat_scan: { leftOut: 'scans of the next five minutes' },
  wechat_push: { leftOut: 'signatures of the last minutes' },
} as const satisfies TablesBegun

/** Signing in by WeChat: which account a WeChat is bound to, scans of the next minutes, and pushes that were taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table wechat_binding (
    account_id bigint primary key references account on delete cascade,
    identity_digest bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  `create table wechat_scan (
    state_hash bytea primary key,
    purpose text not null check (purpose in ('sign-in', 'bind')),
    way text not null check (way in ('website', 'account')),
    browser_hash bytea,
    account_id bigint references account on delete cascade,
    scene_hash bytea unique,
    identity_digest bytea,
    code_hash bytea,
    tries integer not null default 0,
    address text not null,
    created_at timestamptz not null default now(),
    check ((purpose = 'bind') = (account_id is not null)),
    check ((purpose = 'sign-in') = (browser_hash is not null)),
    check ((way = 'account') = (scene_hash is not null))
  )`,
  `create index wechat_scan_account on wechat_scan (account_id)`,
  `create index wechat_scan_address on wechat_scan (address, created_at)`,
  `create index wechat_scan_created on wechat_scan (created_at)`,
  `create table wechat_push (digest bytea primary key, received_at timestamptz not null default now())`,
  `create index wechat_push_received on wechat_push (received_at)`,
]
