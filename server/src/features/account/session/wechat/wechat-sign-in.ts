import type { wechat as calls } from '@nameplane/contract/account/wechat'
import type { SecondStep } from '@nameplane/contract/account/session'
import type { Received } from '@nameplane/contract/endpoint'
import { change } from '../../../../changes/change.ts'
import type { Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { isFromAdministratorNetwork } from '../administrator-networks.ts'
import { askSecondFactor } from '../factor/second-step.ts'
import { readLoginRules } from '../login-rules.ts'
import { openSession, type SignedIn } from '../session.service.ts'
import { withAttemptNoted } from '../sign-in-attempts.ts'
import { countTry, forgetTries, nameSubject } from '../sign-in-failures.ts'
import { findBoundAccount, noteBindingUse } from './wechat-binding.store.ts'
import { provenIdentity } from './wechat-scan.service.ts'

type BoundAccount = NonNullable<Awaited<ReturnType<typeof findBoundAccount>>>

/**
 * Signs in the account that a WeChat is bound to. The scan stands in the place of the password, and nothing else changes: locks,
 * networks, second factors and what a session has to wait for are as they are after a password.
 */
export async function signInByWechat(db: Db, actor: Actor, sent: Received<typeof calls.finish>, browser: string, host: string): Promise<SignedIn | SecondStep> {
  const digest = await provenIdentity(db, actor, { browser }, sent)
  const account = await findBoundAccount(db, digest)
  return withAttemptNoted(db, actor, { username: account?.username ?? '', secondFactor: '' }, () => enter(db, actor, account ?? null, host))
}

async function enter(db: Db, actor: Actor, account: BoundAccount | null, host: string): Promise<SignedIn | SecondStep> {
  const rules = await readLoginRules(db)
  if (!account) throw await refusal(db, actor, null, 'wechat_unbound')
  if (!(await countTry(db, nameSubject(account.username), rules.lockAfterFailures, rules))) throw new Problem('login_locked')
  if (account.status !== 1) throw await refusal(db, actor, account, 'disabled')
  if (!isFromAdministratorNetwork(rules, actor.address)) throw await refusal(db, actor, account, 'network')
  await forgetTries(db, account.username, actor.address)
  await noteBindingUse(db, account.id)
  const second = await askSecondFactor(db, { ...actor, accountId: account.id, name: account.username }, rules, host)
  return second ?? openSession(db, actor, account, rules, { way: 'wechat' })
}

/** Notes why nobody is signed in; only the log tells a disabled account from a wrong place. */
async function refusal(db: Db, actor: Actor, account: BoundAccount | null, reason: 'wechat_unbound' | 'disabled' | 'network'): Promise<Problem> {
  const name = account?.username ?? ''
  await change(db, { ...actor, name }, 'session.refuse', async ({ audit }) =>
    audit({ type: 'account', id: account?.id ?? null, name, after: { address: actor.address, way: 'wechat', reason } }),
  )
  return new Problem(account ? 'wechat_refused' : 'wechat_unbound')
}
