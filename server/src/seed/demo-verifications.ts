import type { Actor } from '../access/actor.ts'
import { change } from '../changes/change.ts'
import type { Db } from '../db/connection.ts'
import { idDigest } from '../features/account/verification/verification.store.ts'
import { identityPlace } from '../secrets/sealed-places.ts'
import { seal } from '../secrets/seal.ts'
import { daysBefore, type PastEvent } from './demo-past.ts'

type Planned = { owner: number; daysAgo: number; name: string; provider: 'wechat' | 'ali'; state: 'passed' | 'failed' | 'expired' | 'pending'; reason?: string }

const validMs = 86_400_000

/** As the owners are said to be: three are verified, the others have tried. */
const planned: readonly Planned[] = [
  { owner: 0, daysAgo: 33, name: '陈晓明', provider: 'wechat', state: 'passed' },
  { owner: 2, daysAgo: 30, name: '王建国', provider: 'ali', state: 'failed', reason: '201' },
  { owner: 2, daysAgo: 29, name: '王建国', provider: 'ali', state: 'passed' },
  { owner: 1, daysAgo: 21, name: '林海燕', provider: 'ali', state: 'passed' },
  { owner: 3, daysAgo: 9, name: '赵文博', provider: 'wechat', state: 'expired' },
  { owner: 3, daysAgo: 6, name: '赵文博', provider: 'ali', state: 'failed', reason: '204' },
  { owner: 4, daysAgo: 0.2, name: '梅雨晴', provider: 'wechat', state: 'pending' },
]

/** Verifications of the owners. No provider knows them, so none is asked. Their numbers belong to no region, and so to nobody. */
export function verificationEvents(db: Db, actor: Actor, ids: readonly number[], now: Date): PastEvent[] {
  return planned.map(({ owner, daysAgo, name, provider, state, reason = '' }, index) => {
    const at = daysBefore(now, daysAgo)
    const accountId = ids[owner]!
    const idNumber = `00000019900101${String(owner).padStart(3, '0')}0`
    const work = () =>
      change(db, { ...actor, seededAt: at }, 'verification.begin', async ({ tx, audit }) => {
        const { id } = await tx
          .insertInto('identity_verification')
          .values({
            ...{ account_id: accountId, provider, provider_id: `DEMO${index + 1}`, scene: 'demo', state, reason, created_at: at },
            name: seal(name, identityPlace(accountId, 'name')),
            id_number: seal(idNumber, identityPlace(accountId, 'id_number')),
            id_digest: idDigest(idNumber),
            expires_at: new Date(at.getTime() + validMs),
            finished_at: state === 'pending' ? null : new Date(at.getTime() + 180_000),
            next_query_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { username } = await tx.selectFrom('account').select('username').where('id', '=', accountId).executeTakeFirstOrThrow()
        audit({ type: 'account', id: accountId, name: username, after: { provider, verificationId: id } })
      })
    return { at, work }
  })
}
