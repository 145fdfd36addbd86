import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { nodeCheck } from '@nameplane/contract/system/node-check'
import type { Right } from '@nameplane/contract/rights'
import { change, lockName, type Change } from '../../../changes/change.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { keyedDigest } from '../../../secrets/seal.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { sha256 } from '../../account/session/session.store.ts'

/** What the key's row is called among the API keys. */
const keyName = 'CDN node check'
const scope: Right = 'node_check.report'

/**
 * The key of node checks is an API key with one scope that can be shown again: it is made from the row's id and the
 * platform's own key, and nowhere stored.
 */
const tokenOf = (id: number): string => `np_${keyedDigest(String(id), 'node check key').toString('base64url')}`

async function findKey(tx: Tx): Promise<number | null> {
  const rows = await tx
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .select(['api_token.id', 'token_hash'])
    .where('name', '=', keyName)
    .where('account.status', '=', 1)
    .execute()
  return rows.find((row) => row.token_hash.equals(sha256(tokenOf(row.id))))?.id ?? null
}

async function makeKey(tx: Tx, accountId: number): Promise<number> {
  const { id } = await tx
    .insertInto('api_token')
    .values({ account_id: accountId, name: keyName, token_hash: Buffer.alloc(0), scopes: [scope], calls_per_5_minutes: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = tokenOf(id)
  await tx
    .updateTable('api_token')
    .set({ token_hash: sha256(token), prefix: token.slice(0, 9) })
    .where('id', '=', id)
    .execute()
  return id
}

async function shown(db: Db, id: number, origin: string): Promise<{ token: string; importUrl: string }> {
  const { publicUrl } = await readSettingOrDefault(db, platformAddress)
  return { token: tokenOf(id), importUrl: `${publicUrl || origin}/api/${nodeCheck.tasks.path}` }
}

/** The key and where it is used; made at first. `origin` stands in while the platform's own address is not set. */
export async function showKey(db: Db, actor: Actor, origin: string): Promise<{ token: string; importUrl: string }> {
  const id = await change(db, actor, 'node_check.show_key', async (open) => {
    await lockName(open.tx, 'node check key')
    const found = (await findKey(open.tx)) ?? (await makeKey(open.tx, ownerOf(actor)))
    noted(open, found)
    return found
  })
  return shown(db, id, origin)
}

/** Another key in the place of the one before. */
export async function renewKey(db: Db, actor: Actor, origin: string): Promise<{ token: string; importUrl: string }> {
  const id = await change(db, actor, 'node_check.renew_key', async (open) => {
    await lockName(open.tx, 'node check key')
    const before = await findKey(open.tx)
    if (before !== null) await open.tx.deleteFrom('api_token').where('id', '=', before).execute()
    const made = await makeKey(open.tx, ownerOf(actor))
    noted(open, made)
    return made
  })
  return shown(db, id, origin)
}

function noted({ audit }: Change, id: number): void {
  audit({ type: 'api_key', id, name: keyName, after: { scopes: [scope] } })
}

function ownerOf(actor: Actor): number {
  if (actor.accountId === null) throw new Error('a caller with a right has an account')
  return actor.accountId
}
