import type { wechat as calls } from '@nameplane/contract/account/wechat'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { change } from '../../../../changes/change.ts'
import type { Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { readWechatWay } from '../../../../integrations/wechat/wechat-ways.ts'
import { confirmPassword } from '../password-confirmation.ts'
import { forgetTries } from '../sign-in-failures.ts'
import { deleteBinding, findBinding, insertBinding } from './wechat-binding.store.ts'
import { beginScan, provenIdentity } from './wechat-scan.service.ts'
import { deleteScansOf } from './wechat-scan.store.ts'

/** Whether the caller has a WeChat, and whether one could be bound. */
export async function bindingOf(db: Db, actor: Actor): Promise<Answered<typeof calls.binding>['data']> {
  const [ready, binding] = await Promise.all([readWechatWay(db), findBinding(db, actor.accountId!)])
  return { way: ready?.way ?? null, binding: binding ? { createTime: binding.createdAt, lastUseTime: binding.lastUsedAt } : null }
}

/** Begins to bind a WeChat to the caller, whose password is asked for. */
export async function beginBinding(db: Db, actor: Actor, password: string, origin: string): Promise<Answered<typeof calls.bindBegin>['data']> {
  await confirmPassword(db, actor, password)
  if (await findBinding(db, actor.accountId!)) throw new Problem('wechat_bound')
  return { scan: await beginScan(db, actor, { accountId: actor.accountId! }, origin) }
}

/** Binds the WeChat that has scanned. */
export async function bindWechat(db: Db, actor: Actor, sent: Received<typeof calls.bind>): Promise<void> {
  const digest = await provenIdentity(db, actor, { accountId: actor.accountId! }, sent)
  await forgetTries(db, '', actor.address)
  await change(db, actor, 'wechat.bind', async ({ tx, audit }) => {
    const outcome = await insertBinding(tx, actor.accountId!, digest)
    if (outcome !== 'bound') throw new Problem(outcome === 'taken' ? 'wechat_taken' : 'wechat_bound')
    audit({ type: 'account', id: actor.accountId, name: actor.name, after: { address: actor.address } })
  })
}

/** Unbinds the caller's WeChat, whose password is asked for. */
export async function unbindWechat(db: Db, actor: Actor, password: string): Promise<void> {
  await confirmPassword(db, actor, password)
  await change(db, actor, 'wechat.unbind', async ({ tx, audit }) => {
    if (!(await deleteBinding(tx, actor.accountId!))) throw new Problem('wechat_missing')
    await deleteScansOf(tx, actor.accountId!)
    audit({ type: 'account', id: actor.accountId, name: actor.name, before: { address: actor.address } })
  })
}
