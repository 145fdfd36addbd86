import { canonicalAddress, isIpv4, isIpv6 } from '@nameplane/dns-text/addresses'
import { domainToAscii } from '@nameplane/dns-text/names'
import type { ProblemCode } from '@nameplane/contract/problems'
import { nowhere } from '../../../access/access-scope.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import { findIdentity } from '../../account/session/session.store.ts'
import { applyChanges } from '../record/record.service.ts'
import { hostnameOf } from './dynamic-host.service.ts'
import { findBySecret, noteUse, readAddresses, type AddressRow, type UsedHost } from './dynamic-host.store.ts'

/*
 * The update protocol that is known as dyndns2: a GET with Basic authentication, answered by one word for each host name. Clients act on
 * that word alone: `good` and `nochg` are done, the others are for people.
 */

/** What a client sent. */
export type SentUpdate = {
  authorization: string | undefined
  query: Readonly<Record<string, unknown>>
  /** From where it came. */
  address: string
  agent: string
  requestId: string
}

/** `isRefused`: who it is was not known, so that the client may ask for a password. */
export type UpdateAnswer = { isRefused: boolean; lines: readonly string[] }

const refused: UpdateAnswer = { isRefused: true, lines: ['badauth'] }
const said = (...lines: string[]): UpdateAnswer => ({ isRefused: false, lines })

/** Uses of one credential in the time below; more are `abuse`. */
export const mostUses = 30
const usesWithinMs = 300_000
/** Names of one request that are answered. */
const mostNames = 20
/** A use is noted this much later than the one before. */
const notedAfterMs = 60_000

/** How often each credential was used lately, in this process; only credentials that there are have a place. */
export type Uses = Map<number, number[]>

function isAbuse(uses: Uses, id: number, nowMs: number): boolean {
  for (const [other, times] of uses) if (times.at(-1)! <= nowMs - usesWithinMs) uses.delete(other)
  const recent = (uses.get(id) ?? []).filter((atMs) => atMs > nowMs - usesWithinMs)
  if (recent.length >= mostUses) return true
  uses.set(id, [...recent, nowMs])
  return false
}

/** The password of Basic authentication; the user name says nothing that the secret does not. */
function secretIn(authorization: string | undefined): string | null {
  const [, encoded] = /^basic +([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

type Addresses = { A?: string; AAAA?: string }

const loopback = /^(127\.|::1$)/

/** One address of a kind at most: those that were named, else the one that the request came from. Null where one is none. */
function addressesOf(query: SentUpdate['query'], from: string): Addresses | null {
  const named = [textOf(query['myip']), textOf(query['myipv6'])].filter((text) => text !== '').flatMap((text) => text.split(','))
  const addresses: Addresses = {}
  const own = from.replace(/^::ffff:(?=\d+\.)/i, '')
  // No router is on this machine: a proxy sent it, and is not trusted to say for whom.
  if (named.length === 0 && loopback.test(own)) return null
  for (const text of named.length > 0 ? named : [own]) {
    const type = isIpv4(text.trim()) ? 'A' : isIpv6(text.trim()) ? 'AAAA' : null
    if (type === null || addresses[type] !== undefined) return null
    addresses[type] = canonicalAddress(text.trim())
  }
  return addresses
}

function isHost(name: string, used: UsedHost): boolean {
  try {
    return domainToAscii(name).toLowerCase().replace(/\.$/, '') === hostnameOf(used)
  } catch {
    return false
  }
}

/** Does what a client asks for, and says how it went. What breaks is thrown. */
export async function updateDynamically(db: Db, sent: SentUpdate, { uses, now }: { uses: Uses; now: Date }): Promise<UpdateAnswer> {
  const secret = secretIn(sent.authorization)
  const used = secret === null ? undefined : await findBySecret(db, secret)
  if (!used) return refused
  if (isAbuse(uses, used.id, now.getTime())) return said('abuse')
  const actor = await actorOf(db, used, sent)
  if (!actor) return refused
  if (used.lastUsedAt === null || now.getTime() - used.lastUsedAt.getTime() > notedAfterMs) await noteUse(db, used.id, sent.address, now)

  const names = textOf(sent.query['hostname'])
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return said('notfqdn')
  if (names.length > mostNames) return said('numhost')
  const addresses = addressesOf(sent.query, sent.address)
  if (addresses === null) return said('dnserr')
  let own: string | null = null
  const lines: string[] = []
  for (const name of names) lines.push(isHost(name, used) ? (own ??= await setAddresses(db, actor, used, addresses)) : 'nohost')
  return said(...lines)
}

/** The account of a credential with the rights that it has now; null where it may no longer change these records. */
async function actorOf(db: Db, { accountId }: UsedHost, { address, agent, requestId }: SentUpdate): Promise<Actor | null> {
  const identity = await findIdentity(db, accountId)
  if (!identity?.rights.has('record.write')) return null
  const { name, isSuper, rights, accessScopes, type } = identity
  const accessScope = accessScopes.get('record.write') ?? nowhere
  return {
    accountId,
    sessionId: null,
    name,
    kind: type === 1 ? 'administrator' : 'user',
    isSuper,
    rights,
    accessScopes,
    accessScope,
    address,
    agent,
    requestId,
  }
}

/** Warnings that a program cannot tick, and that say nothing against a new address. */
const passed: readonly ProblemCode[] = [
  ...(['private_address', 'underscore_host', 'default_line_missing', 'weight_alone', 'weight_mixed'] as const),
  ...(['below_delegation', 'below_dname', 'cname_mixed_lines', 'server_without_address', 'ttl_zero', 'asterisk_inside'] as const),
]

async function setAddresses(db: Db, actor: Actor, used: UsedHost, addresses: Addresses): Promise<string> {
  const rows = await readAddresses(db, used)
  const changes = (['A', 'AAAA'] as const).flatMap((type) => (addresses[type] === undefined ? [] : changesFor(type, addresses[type], rows, used)))
  const text = [addresses.A, addresses.AAAA].filter((address) => address !== undefined).join(',')
  if (changes.length === 0) return `nochg ${text}`
  try {
    await applyChanges(db, actor, { domainId: used.domainId, changes, acknowledged: [...passed], dryRun: false }, 'record.dynamic')
    return `good ${text}`
  } catch (error) {
    // A locked or paused matter, a limit, or a domain that its owner no longer reaches: nothing that trying again would change.
    if (error instanceof Problem) return error.code === 'domain_missing' ? 'nohost' : 'dnserr'
    throw error
  }
}

type Changes = Parameters<typeof applyChanges>[2]['changes']

/** The host has this one address of its kind afterwards: a record that is there takes it, and others of the kind go. */
function changesFor(type: 'A' | 'AAAA', value: string, rows: readonly AddressRow[], { host, line, defaultTtlSeconds }: UsedHost): Changes {
  const [first, ...others] = rows.filter((row) => row.type === type)
  if (first?.value === value && others.length === 0) return []
  const { ttl, remark, status } = first ?? { ttl: rows[0]?.ttl ?? defaultTtlSeconds, remark: '', status: 1 }
  const record = { host, type, line, value, ttl, weight: null, remark, status }
  return [...others.map(({ id }) => ({ op: 'delete' as const, id })), first ? { op: 'update' as const, id: first.id, record } : { op: 'add' as const, record }]
}
