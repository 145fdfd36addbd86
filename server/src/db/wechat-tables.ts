import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from './column-types.ts'

/* Whose WeChat signs in as whom, and the scans under way. Of a WeChat there is a keyed digest only: no name, no picture, no number. */

export type WechatBindingTable = { account_id: number; identity_digest: Buffer; created_at: Timestamp; last_used_at: NullableTimestamp }

export type WechatScanTable = {
  state_hash: Buffer
  purpose: 'sign-in' | 'bind'
  way: 'website' | 'account'
  /** Of the secret that the browser which began a sign-in keeps; null where an account binds. */
  browser_hash: Buffer | null
  /** The account that binds; null in a sign-in. */
  account_id: number | null
  /** What the code of an official account says. */
  scene_hash: Buffer | null
  /** Who scanned it. */
  identity_digest: Buffer | null
  /** Of the six digits that whoever scanned has been told; null: they were told that they are bound to nobody. */
  code_hash: Buffer | null
  tries: Generated<number>
  address: string
  created_at: Timestamp
}

/** Timestamp and nonce of what an official account has pushed: each is taken once. */
export type WechatPushTable = { digest: Buffer; received_at: Timestamp }

declare module './tables.ts' {
  interface Tables {
    wechat_binding: WechatBindingTable
    wechat_scan: WechatScanTable
    wechat_push: WechatPushTable
  }
}
