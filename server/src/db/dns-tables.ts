import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { HealthFinding, KnownFacts } from '@nameplane/contract/dns/zone-health-finding'
import type { Timestamp, NullableTimestamp, NullableJson } from './column-types.ts'

/* Domains and their records, the nodes that serve them, and what was answered. */

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
  soa_refresh_seconds: Generated<number>
  soa_retry_seconds: Generated<number>
  soa_expire_seconds: Generated<number>
  soa_minimum_seconds: Generated<number>
  /** SOA serial, raised by every change that is served (RFC 1982). */
  serial: number
  /** Raised by every saved change of the records; the editor's optimistic lock. */
  version: Generated<number>
  row_version: Generated<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
  deleted_by: number | null
  /** What resolvers last said about its delegation. */
  ns_state: Generated<'unchecked' | 'correct' | 'partial' | 'wrong'>
  ns_checked_at: NullableTimestamp
  /** The name servers that were seen, where they are not ours alone. */
  ns_found: Generated<string[]>
  /** What each resolver said at the last check. */
  ns_seen: ColumnType<SeenNameservers[], string | undefined, string>
  ns_wrong_since: NullableTimestamp
  /** Days (UTC) on which at least two resolvers saw it delegated elsewhere. */
  ns_wrong_days: Generated<number>
  /** The last of those days, as YYYY-MM-DD. */
  ns_wrong_day: string | null
  /** How many days were left when the owner was last warned. */
  ns_warned_days: number | null
  /** Null: the name servers of its owner, where these are others than those of its service group; empty: those of its service group. */
  own_nameservers: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
}

/** The name servers that the domains of a user show. */
export type VanityNameserverTable = {
  id: Generated<number>
  account_id: number
  /** Lower-case ASCII without the final dot. */
  names: string[]
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

/** Users whose domains are still to be published with other name servers; those up to this id are. */
export type NameserverRolloutTable = { account_id: number; reached: Generated<number> }

type SeenNameservers = { resolver: string; names: string[]; failure: string | null; ds?: string[] | null }
export type CustomLineTable = {
  id: Generated<number>
  domain_id: number
  name: string
  /** IP ranges in their one spelling, one a line. */
  segments: string
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
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
  /** As in the audit trail: `administrator`, `user`, `platform`. */
  actor_kind: Generated<string>
  /** The user in whose name the administrator acted; null when in nobody's. */
  acting_as_name: ColumnType<string | null, string | null | undefined, string | null>
  /** `record.apply`, `record.bulk`, `record.import`, `record.restore` … */
  action: string
  added: number
  updated: number
  deleted: number
  /** Warnings that the actor ticked. */
  acknowledged: ColumnType<string[], string | undefined, string>
}

export type RecordTemplateTable = {
  id: Generated<number>
  name: string
  remark: string
  /** As sent, with their placeholders. */
  records: JSONColumnType<StoredTemplateRecord[], string, string>
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}
type StoredTemplateRecord = { host: string; type: string; line: string; value: string; ttl: number; weight: number | null; remark: string }

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
  /** How often its process had to be started again, when last, and how it had ended. */
  restarts: Generated<number>
  restarted_at: NullableTimestamp
  restart_cause: string | null
  /** Queries over the rate limit: not answered, told to come by TCP or with a cookie, answered all the same; and when the last ones came. */
  limit_dropped: Generated<number>
  limit_slipped: Generated<number>
  limit_spared: Generated<number>
  limited_at: NullableTimestamp
  created_at: Timestamp
}

export type PublicationTable = {
  node_id: number
  domain_id: number
  wanted_serial: number
  /** When the change that wants this serial was saved. */
  wanted_at: Timestamp
  live_serial: number | null
  /** The state of the records that went with it; null when it says nothing any more. */
  live_version: number | null
  live_at: NullableTimestamp
  attempts: Generated<number>
  /** Not before this moment; a failed node is asked again with growing pauses. */
  next_try_at: Timestamp
  problem: string | null
}

/** The newest result of each reporter for each port of a node. */
export type NodeCheckResultTable = {
  node_id: number
  port: number
  reporter: string
  is_reachable: boolean
  milliseconds: number | null
  reason: string
  reported_at: Timestamp
}

export type NodeCheckStateTable = { node_id: number; is_failing: boolean; reason: string; since: Timestamp }

export type AliasTargetTable = {
  /** Lower-case, with its final dot. */
  name: string
  ipv4: Generated<string[]>
  ipv4_answered_at: NullableTimestamp
  ipv6: Generated<string[]>
  ipv6_answered_at: NullableTimestamp
  ttl_seconds: Generated<number>
  recent_ttls: Generated<number[]>
  asked_at: NullableTimestamp
  next_at: Timestamp
  /** Of times in a row that resolvers did not answer. */
  failures: Generated<number>
  /** `AliasProblem` of the contract. */
  problem: string | null
}

export type ZoneHealthTable = {
  domain_id: number
  /** The domain's version that was judged. */
  version: number
  checked_at: Timestamp
  score: number
  /** Findings there were; `findings` has at most so many. */
  total: number
  findings: JSONColumnType<HealthFinding[], string, string>
  facts: JSONColumnType<StoredFacts, string, string>
}
/** What was learned of names outside the domain. */
type StoredFacts = Pick<KnownFacts, 'names' | 'texts' | 'lame'> & { asked: number; unanswered: number }

export type ZoneHealthIgnoredTable = {
  domain_id: number
  code: string
  host: string
  type: string
  line: string
  reason: string
  /** The name of the account, as it was then. */
  ignored_by: string
  ignored_at: Timestamp
}

export type DynamicHostTable = {
  id: Generated<number>
  domain_id: number
  host: string
  line: string
  account_id: number
  /** SHA-256 of the secret. */
  secret_hash: Buffer
  created_at: Timestamp
  last_used_at: NullableTimestamp
  last_used_address: Generated<string>
}

export type UpdateKeyTable = {
  id: Generated<number>
  domain_id: number
  name: string
  algorithm: 'hmac-sha256' | 'hmac-sha512'
  /** Sealed. */
  secret: string
  policy: string
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
  last_used_at: NullableTimestamp
  last_used_address: Generated<string>
}

export type SecondaryTable = {
  id: Generated<number>
  name: string
  /** 1 in use, 0 not. */
  status: Generated<number>
  remark: Generated<string>
  /** Addresses, or networks as address/length. */
  networks: string[]
  /** Lower-case ASCII without the final dot; empty without a key. */
  key_name: Generated<string>
  algorithm: Generated<'hmac-sha256' | 'hmac-sha512'>
  /** Base64, sealed for the place of its key; null without a key. */
  secret: string | null
  scope: 'all' | 'chosen'
  /** With the scope `chosen`. A domain that is removed for good may stay here. */
  domain_ids: Generated<number[]>
  /** Addresses that are told of changes. */
  notify_addresses: Generated<string[]>
  notify_port: Generated<number>
  /** Lower-case ASCII without the final dot; empty: it has none. */
  catalog_zone: Generated<string>
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

export type ReverseSegmentTable = {
  id: Generated<number>
  /** Address/length in its one spelling. */
  cidr: string
  account_id: number
  /** Null: the default one, once it is activated. */
  service_group_id: number | null
  state: Generated<'submitted' | 'processing' | 'active' | 'rejected'>
  reason: Generated<string>
  /** YYYY-MM-DD (UTC). */
  due_day: string | null
  follows_addresses: Generated<boolean>
  /** Since when it has to take up the addresses that are there already. */
  catch_up_since: NullableTimestamp
  remark: Generated<string>
  created_at: Timestamp
  updated_at: Timestamp
  row_version: Generated<number>
}

/** A domain that is a zone of a reverse segment, and the addresses in it. */
export type ReverseZoneTable = { domain_id: number; segment_id: number; cidr: string }

/** A request of an account for a domain of another one. */
export type DomainClaimTable = {
  id: Generated<number>
  domain_id: number
  account_id: number
  /** The first label of the name of its TXT record, and the text of that. */
  record_label: string
  record_value: string
  /** What resolvers last said of it. */
  finding: 'missing' | 'different' | 'unknown' | 'seen' | null
  checked_at: NullableTimestamp
  expires_at: Timestamp
  finished_at: NullableTimestamp
  created_at: Timestamp
}

/** What the host name of a PTR record was found to lead to. */
export type ForwardCheckTable = {
  domain_id: number
  host: string
  value: string
  state: 'confirmed' | 'different' | 'missing' | 'unknown'
  found: string[]
  checked_at: Timestamp
}

declare module './tables.ts' {
  interface Tables {
    service_group: ServiceGroupTable
    domain: DomainTable
    record: RecordTable
    custom_line: CustomLineTable
    domain_revision: DomainRevisionTable
    record_change: RecordChangeTable
    record_template: RecordTemplateTable
    alias_target: AliasTargetTable
    secondary: SecondaryTable
    zone_health: ZoneHealthTable
    dynamic_host: DynamicHostTable
    update_key: UpdateKeyTable
    vanity_nameserver: VanityNameserverTable
    nameserver_rollout: NameserverRolloutTable
    zone_health_ignored: ZoneHealthIgnoredTable
    reverse_segment: ReverseSegmentTable
    reverse_zone: ReverseZoneTable
    forward_check: ForwardCheckTable
    domain_claim: DomainClaimTable
    line: LineTableRow
    node: NodeTable
    node_check_result: NodeCheckResultTable
    node_check_state: NodeCheckStateTable
    publication: PublicationTable
  }
}
