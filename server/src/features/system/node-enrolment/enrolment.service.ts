import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Answered } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { nodeCheck } from '@nameplane/contract/system/node-check'
import { nodeEnrolment as calls, type installableKinds } from '@nameplane/contract/system/node-enrolment'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import type { Right } from '@nameplane/contract/rights'
import { change, lockName } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { sha256 } from '../../account/session/session.store.ts'
import { countTry, forgetSubject } from '../../account/session/sign-in-failures.ts'
import { countOpen, insertCdnNode, isNameTaken, listEnrolments, lockEnrolments, takeEnrolment, type EnrolmentRow } from './enrolment.store.ts'

const lifeMs = limits.nodeEnrolmentSeconds * 1000
const scope: Right = 'node_check.report'
const prefixLength = 9

/** The program of CDN nodes as it is fetched, and what its bytes hash to. */
export const script: Buffer = readFileSync(new URL('./node-check.sh', import.meta.url))
const scriptSha256 = createHash('sha256').update(script).digest('hex')
const scriptFile = 'nameplane-node-check.sh'

function stateOf(row: EnrolmentRow, now: Date): Answered<typeof calls.list>['data'][number]['state'] {
  if (row.used_at === null) return row.expires_at > now ? 'open' : 'expired'
  if (row.api_token_id === null || row.node_status === null) return 'revoked'
  return row.node_status === 1 ? 'enabled' : 'waiting'
}

export async function readEnrolments(db: Db, now: Date): Promise<Answered<typeof calls.list>['data']> {
  return (await listEnrolments(db)).map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as (typeof installableKinds)[number],
    state: stateOf(row, now),
    createUser: row.username,
    createTime: row.created_at,
    expireTime: row.expires_at,
    useTime: row.used_at,
    address: row.used_address,
    lastCallTime: row.last_used_at,
  }))
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The token stands in the environment of the program, which only its own user can read; never in an address or an argument. */
function commandOf(url: string, token: string): string {
  return [
    `curl -fsSo ${scriptFile} ${quoted(`${url}/api/${calls.script.path}`)} &&`,
    `echo '${scriptSha256}  ${scriptFile}' | sha256sum -c - &&`,
    `NAMEPLANE_URL=${quoted(url)} NAMEPLANE_TOKEN=${quoted(token)} sh ${scriptFile}`,
  ].join('\n')
}

async function addressOf(db: Db, origin: string): Promise<string> {
  const { publicUrl } = await readSettingOrDefault(db, platformAddress)
  return (publicUrl || origin).replace(/\/$/, '')
}

/** Makes a command for one node. `origin` stands in while the platform's own address is not set. */
export async function makeEnrolment(
  db: Db,
  actor: Actor,
  { name, kind }: { name: string; kind: string },
  origin: string,
  now: Date,
): Promise<Answered<typeof calls.save>['data']> {
  const accountId = actor.accountId
  if (accountId === null) throw new Problem('session_lost')
  // The node's key does what its owner may: without the right it would be good for nothing.
  if (!actor.rights.has(scope)) throw new Problem('api_token_beyond_own', { params: { rights: [scope] } })
  const token = `npe_${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(now.getTime() + lifeMs)
  const id = await change(db, actor, 'node_enrolment.create', async ({ tx, audit }) => {
    await lockName(tx, 'node enrolment')
    if (await isNameTaken(tx, name, now)) throw new Problem('node_name_taken', { fields: { name: 'node_name_taken' } })
    if ((await countOpen(tx, now)) >= limits.openNodeEnrolments) throw new Problem('enrolments_full', { params: { maximum: limits.openNodeEnrolments } })
    const made = await tx
      .insertInto('node_enrolment')
      .values({ name, kind, token_hash: sha256(token), created_by: accountId, created_at: now, expires_at, node_id: null, api_token_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit({ type: 'node_enrolment', id: made.id, name, after: { kind, expiresAt: expires_at } })
    return made.id
  })
  const url = await addressOf(db, origin)
  return { id, name, token, expireTime: expires_at, command: commandOf(url, token), sha256: scriptSha256, scriptUrl: `${url}/api/${calls.script.path}` }
}

const tries = { allowed: 30, windowSeconds: 60, lockSeconds: 60 }

/** Trades a token for the key of a node, exactly once. The node does nothing until an administrator enables it. */
export async function enrol(db: Db, actor: Actor, token: string, origin: string, now: Date): Promise<Answered<typeof calls.enrol>['data']> {
  const subject = `enrol:${actor.address}`
  if (!(await countTry(db, subject, tries.allowed, tries))) throw new Problem('too_many_requests', { status: 429 })
  const key = `np_${randomBytes(32).toString('base64url')}`
  const nodeId = await change(db, actor, 'node_enrolment.use', async ({ tx, audit }) => {
    await lockName(tx, 'node enrolment')
    const taken = await takeEnrolment(tx, sha256(token), actor.address, now)
    if (!taken) throw new Problem('enrolment_token_unknown')
    if (await isNameTaken(tx, taken.name, now)) throw new Problem('node_name_taken')
    const made = await insertCdnNode(tx, taken.name, actor.address)
    const { id: keyId } = await tx
      .insertInto('api_token')
      .values({
        account_id: taken.created_by,
        name: `CDN node ${taken.name}`.slice(0, 60),
        token_hash: sha256(key),
        prefix: key.slice(0, prefixLength),
        scopes: [scope],
        calls_per_5_minutes: limits.apiTokenCallsPerFiveMinutes,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('node_enrolment').set({ node_id: made, api_token_id: keyId }).where('id', '=', taken.id).execute()
    audit({ type: 'node_enrolment', id: taken.id, name: taken.name, after: { nodeId: made, address: actor.address, scopes: [scope] } })
    return made
  })
  await forgetSubject(db, subject)
  const url = await addressOf(db, origin)
  return { nodeId, key, taskUrl: `${url}/api/${nodeCheck.tasks.path}`, reportUrl: `${url}/api/${nodeCheck.report.path}` }
}

export async function switchNode(db: Db, actor: Actor, id: number, isEnabled: boolean): Promise<void> {
  await change(db, actor, 'node_enrolment.switch', async ({ tx, audit }) => {
    const [row] = await lockEnrolments(tx, [id])
    if (!row) throw new Problem('enrolment_missing')
    if (row.node_id === null) throw new Problem('enrolment_unused')
    const node = await tx.selectFrom('node').select('status').where('id', '=', row.node_id).forUpdate().executeTakeFirstOrThrow()
    await tx
      .updateTable('node')
      .set({ status: isEnabled ? 1 : 0 })
      .where('id', '=', row.node_id)
      .execute()
    audit({ type: 'node_enrolment', id, name: row.name, before: { isEnabled: node.status === 1 }, after: { isEnabled } })
  })
}

/** A node goes with the key that it got. */
export async function removeEnrolments(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  await change(db, actor, 'node_enrolment.delete', async ({ tx, audit }) => {
    const rows = await lockEnrolments(tx, ids)
    if (rows.length !== new Set(ids).size) throw new Problem('enrolment_missing')
    const kept = <Id>(found: readonly (Id | null)[]): Id[] => found.filter((one) => one !== null)
    const keys = kept(rows.map((row) => row.api_token_id))
    const nodes = kept(rows.map((row) => row.node_id))
    await tx.deleteFrom('node_enrolment').where('id', 'in', ids).execute()
    if (keys.length > 0) await tx.deleteFrom('api_token').where('id', 'in', keys).execute()
    if (nodes.length > 0) await tx.deleteFrom('node').where('id', 'in', nodes).where('driver', '=', 'cdn').execute()
    for (const row of rows)
      audit({ type: 'node_enrolment', id: row.id, name: row.name, before: { kind: row.kind, nodeId: row.node_id, address: row.used_address } })
  })
}
