import { randomBytes, timingSafeEqual } from 'node:crypto'
import { wechatReturnPath, type wechat as calls } from '@nameplane/contract/account/wechat'
import type { Answered } from '@nameplane/contract/endpoint'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { wechatAccountClient } from '../../../../integrations/wechat/wechat-account.ts'
import { WechatProblem } from '../../../../integrations/wechat/wechat-call.ts'
import { readWechatWay } from '../../../../integrations/wechat/wechat-ways.ts'
import { deadCodes, wechatWebsiteClient } from '../../../../integrations/wechat/wechat-website.ts'
import { keyedDigest } from '../../../../secrets/seal.ts'
import { readLoginRules } from '../login-rules.ts'
import { addressSubject, countTry, forgetTries } from '../sign-in-failures.ts'
import { identityDigest } from './wechat-binding.store.ts'
import { insertScan, scanLifeSeconds, takeScan, type ScanOwner, type WechatScanRow } from './wechat-scan.store.ts'

type Begun = Answered<typeof calls.begin>['data']['scan']

/** Turns what a call of WeChat can throw into a problem of ours; faults of our own go on as they are. */
async function asked<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof WechatProblem)) throw cause
    if (cause.kind === 'silent') throw new Problem('wechat_unanswered')
    throw deadCodes.includes(cause.code) ? new Problem('wechat_scan_expired') : new Problem('wechat_failed', { params: { reason: cause.code } })
  }
}

/** Begins a scan for its owner; null while signing in by WeChat is off. `origin` is where the browser is to come back to. */
export async function beginScan(db: Db, actor: Actor, owner: ScanOwner, origin: string): Promise<Begun> {
  const ready = await readWechatWay(db)
  if (!ready) return null
  const state = randomBytes(16).toString('hex')
  const scene = ready.way === 'account' ? randomBytes(16).toString('hex') : null
  if (!(await insertScan(db, { state, owner, way: ready.way, scene, address: actor.address }))) throw new Problem('too_many_requests', { status: 429 })
  const url =
    ready.way === 'website'
      ? wechatWebsiteClient(ready.setting).pageFor(origin + wechatReturnPath('browser' in owner ? 'sign-in' : 'bind'), state)
      : await asked(() => wechatAccountClient(ready.setting).code(scene!, scanLifeSeconds))
  return { way: ready.way, state, url, expireSeconds: scanLifeSeconds }
}

/** What is kept of the six digits of a scan. */
export const scanCodeHash = (stateHash: Buffer, code: string): Buffer => keyedDigest(code, `wechat scan:${stateHash.toString('hex')}`)

const isCodeOf = (code: string) => (scan: WechatScanRow) =>
  scan.identity_digest !== null && scan.code_hash !== null && timingSafeEqual(scan.code_hash, scanCodeHash(scan.state_hash, code))

/** What WeChat fails at is nobody's wrong try. */
const forgiven: readonly ProblemCode[] = ['wechat_off', 'wechat_unanswered', 'wechat_failed']

/**
 * Who has scanned, as the digest that bindings hold; the scan is used up by that. A try is counted for the address before anything is
 * looked at, as with passwords; whoever goes on takes it back.
 */
export async function provenIdentity(db: Db, actor: Actor, owner: ScanOwner, sent: { state: string; code: string }): Promise<Buffer> {
  const rules = await readLoginRules(db)
  if (!(await countTry(db, addressSubject(actor.address), rules.lockAddressAfterFailures, rules))) throw new Problem('login_locked')
  try {
    return await identityOf(db, owner, sent)
  } catch (cause) {
    if (cause instanceof Problem && forgiven.includes(cause.code)) await forgetTries(db, '', actor.address)
    throw cause
  }
}

async function identityOf(db: Db, owner: ScanOwner, { state, code }: { state: string; code: string }): Promise<Buffer> {
  const ready = await readWechatWay(db)
  if (!ready) throw new Problem('wechat_off')
  const taken = await takeScan(db, state, owner, isCodeOf(code))
  if (taken.outcome === 'wrong-code') throw new Problem('wechat_code_wrong', { fields: { code: 'wechat_code_wrong' } })
  if (taken.outcome !== 'taken' || taken.scan.way !== ready.way) throw new Problem('wechat_scan_expired')
  if (ready.way === 'account') return taken.scan.identity_digest!
  return identityDigest(await asked(() => wechatWebsiteClient(ready.setting).identityOf(code)))
}
