import { createHash, randomBytes } from 'node:crypto'
import { verificationCallbackPath, type FaceProviderKey, type verification as calls } from '@nameplane/contract/account/verification'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { decimalFromCents } from '@nameplane/contract/money'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { change, lockName, type Change } from '../../../changes/change.ts'
import { book } from '../../../finance/ledger.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { readFaceProvider, type ReadyFace } from '../../../integrations/identity/face-providers.ts'
import { FaceProblem, type FaceBegun, type FaceResult } from '../../../integrations/identity/face.ts'
import { seal } from '../../../secrets/seal.ts'
import { identityPlace } from '../../../secrets/sealed-places.ts'
import { booksCurrency } from '../../../settings/books.ts'
import { readSetting } from '../../../settings/settings.ts'
import { idDigest, isTaken, lockVerification, personIfOpened, standingOf, type Standing, type VerificationRow } from './verification.store.ts'

/** What verification takes from outside itself. */
export type VerificationParts = { readonly now: () => Date; readonly providerOf: (db: Db, name: FaceProviderKey) => Promise<ReadyFace | null> }

export const verificationPartsOfSettings = (now: () => Date): VerificationParts => ({ now, providerOf: readFaceProvider })

/** A browser is through within minutes; the job asks a little later for the first time. */
const firstQueryMs = 60_000

export const callbackDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

export function ownAccount(actor: Actor): number {
  if (actor.accountId === null) throw new Problem('session_lost')
  return actor.accountId
}

/** What the next check of an account costs, in cents. */
export function feeOf(ready: Pick<ReadyFace, 'freeCount' | 'feeCents'>, { counted }: Pick<Standing, 'counted'>): number {
  return counted >= ready.freeCount ? ready.feeCents : 0
}

function refuseStanding(standing: Standing | null, ready: ReadyFace, currency: string): asserts standing is Standing {
  if (!standing) throw new Problem('session_lost')
  if (standing.isVerified) throw new Problem('verification_done')
  if (standing.isPending) throw new Problem('verification_pending')
  if (standing.ofDay >= limits.verificationsOfDay) throw new Problem('verification_too_many')
  const feeCents = feeOf(ready, standing)
  if (standing.balanceCents < feeCents) throw unpaid(feeCents, currency)
}

const unpaid = (feeCents: number, currency: string): Problem =>
  new Problem('verification_unpaid', { params: { amount: `${decimalFromCents(feeCents)} ${currency}` } })

/** Begins a check of the caller with a provider; what it costs is taken when it begins. */
export async function beginVerification(
  parts: VerificationParts,
  db: Db,
  actor: Actor,
  sent: Received<typeof calls.begin>,
): Promise<Answered<typeof calls.begin>['data']> {
  const accountId = ownAccount(actor)
  if (sent.provider === 'ali' && sent.metaInfo === '') throw new Problem('required', { fields: { metaInfo: 'required' } })
  const ready = await parts.providerOf(db, sent.provider)
  if (!ready) throw new Problem('verification_off')
  const at = parts.now()
  const currency = await booksCurrency(db)
  refuseStanding(await standingOf(db, accountId, at, false), ready, currency)

  const token = randomBytes(32).toString('base64url')
  const address = ready.isCalledBack ? await readSetting(db, platformAddress) : null
  const callback = address && address.publicUrl !== '' ? { url: address.publicUrl + verificationCallbackPath, token } : null
  const orderNo = randomBytes(16).toString('hex')
  const { url, providerId } = await begun(() =>
    ready.provider.begin({ name: sent.name, idNumber: sent.idNumber.toUpperCase(), orderNo, metaInfo: sent.metaInfo, callback }),
  )

  const expires_at = new Date(at.getTime() + ready.provider.validMs)
  return change(db, actor, 'verification.begin', async ({ tx, audit }) => {
    const standing = await standingOf(tx, accountId, at, true)
    refuseStanding(standing, ready, currency)
    const fee_cents = feeOf(ready, standing)
    const { id } = await tx
      .insertInto('identity_verification')
      .values({
        account_id: accountId,
        provider: ready.name,
        provider_id: providerId,
        scene: ready.provider.scene,
        name: seal(sent.name, identityPlace(accountId, 'name')),
        id_number: seal(sent.idNumber.toUpperCase(), identityPlace(accountId, 'id_number')),
        id_digest: idDigest(sent.idNumber),
        fee_cents,
        callback_digest: callback && callbackDigest(token),
        created_at: at,
        expires_at,
        next_query_at: new Date(at.getTime() + firstQueryMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (fee_cents > 0) {
      const booking = await book(tx, { accountId, kind: 'verification_fee', amountCents: -fee_cents, paymentId: null, refundId: null, verificationId: id })
      if (booking.state !== 'booked') throw unpaid(fee_cents, currency)
    }
    audit({
      type: 'account',
      id: accountId,
      name: standing.username,
      before: { balance_cents: standing.balanceCents },
      after: { provider: ready.name, verificationId: id, balance_cents: standing.balanceCents - fee_cents },
    })
    return { id, url, expireTime: expires_at }
  })
}

async function begun(begin: () => Promise<FaceBegun>): Promise<FaceBegun> {
  try {
    return await begin()
  } catch (cause) {
    if (!(cause instanceof FaceProblem)) throw cause
    throw cause.kind === 'silent' ? new Problem('verification_unanswered') : new Problem('verification_refused', { params: { reason: cause.code } })
  }
}

/** Brings a pending verification to what its provider said when asked; told twice, it happens once. */
export async function settleVerification(db: Db, actor: Actor, id: number, told: FaceResult, at: Date): Promise<void> {
  const { state, reason } = told
  if (state === 'pending') return
  await change(db, actor, 'verification.settle', async (c) => {
    const row = await lockVerification(c.tx, 'all', id)
    if (!row || row.state !== 'pending') return c.nothingChanged()
    await lockIdentity(c, row)
    const isAnothers = state === 'passed' && (await isTaken(c.tx, row))
    await conclude(c, row, isAnothers ? { state: 'failed', reason: 'identity-taken' } : { state, reason }, at, '')
  })
}

/** Decides by hand what a provider did not, or decided otherwise. */
export async function decideVerification(db: Db, actor: Actor, sent: Received<typeof calls.decide>, at: Date): Promise<void> {
  await change(db, actor, 'verification.decide', async (c) => {
    const row = await lockVerification(c.tx, actor.accessScope, sent.id)
    if (!row) throw new Problem('verification_missing')
    await lockIdentity(c, row)
    if (sent.state === 'passed' && (await isTaken(c.tx, row))) throw new Problem('verification_identity_taken')
    await conclude(c, row, { state: sent.state, reason: sent.reason }, at, actor.name)
  })
}

/** Two accounts with one number never pass at the same time. */
const lockIdentity = (c: Change, row: VerificationRow): Promise<void> => lockName(c.tx, `identity:${row.id_digest.toString('hex')}`)

type Conclusion = { state: 'passed' | 'failed' | 'expired'; reason: string }

async function conclude(c: Change, row: VerificationRow, { state, reason }: Conclusion, at: Date, decidedBy: string): Promise<void> {
  await c.tx
    .updateTable('identity_verification')
    .set({ state, reason, decided_by: decidedBy, finished_at: at, next_query_at: null, callback_digest: null })
    .where('id', '=', row.id)
    .execute()
  const account = await c.tx.selectFrom('account').select(['username', 'verified']).where('id', '=', row.account_id).forUpdate().executeTakeFirstOrThrow()
  const verified = state === 'passed' ? 1 : row.state === 'passed' ? 0 : account.verified
  if (verified !== account.verified)
    await c.tx
      .updateTable('account')
      .set((of) => ({ verified, updated_at: at, row_version: of('row_version', '+', 1) }))
      .where('id', '=', row.account_id)
      .execute()
  c.audit({
    type: 'account',
    id: row.account_id,
    name: account.username,
    before: { verificationId: row.id, state: row.state, verified: account.verified },
    after: { verificationId: row.id, state, reason, verified },
  })
}

/** Name and number in full; the audit trail says who looked, not what was seen. */
export async function revealIdentity(db: Db, actor: Actor, id: number): Promise<Answered<typeof calls.reveal>['data']> {
  return change(db, actor, 'verification.reveal', async ({ tx, audit }) => {
    const row = await lockVerification(tx, actor.accessScope, id)
    if (!row) throw new Problem('verification_missing')
    const account = await tx.selectFrom('account').select('username').where('id', '=', row.account_id).executeTakeFirstOrThrow()
    audit({ type: 'account', id: row.account_id, name: account.username, after: { verificationId: id } })
    const person = personIfOpened(row)
    if (!person) throw new Problem('verification_sealed')
    return person
  })
}
