import { randomInt, timingSafeEqual } from 'node:crypto'
import { administratorPasswordProblem } from '@nameplane/contract/account/password-rules'
import type { passwordReset as calls } from '@nameplane/contract/account/password-reset'
import type { Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import { change } from '../../../../changes/change.ts'
import type { Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { queueEmails } from '../../../../integrations/email/email-queue.ts'
import { hasEmailServer } from '../../../../integrations/email/email-server.ts'
import { platformSms } from '../../../../integrations/sms/platform-sms.ts'
import { SmsProblem } from '../../../../integrations/sms/sms.ts'
import { keyedDigest } from '../../../../secrets/seal.ts'
import { useCaptcha } from '../captcha.ts'
import { readLoginRules } from '../login-rules.ts'
import { hashPassword } from '../password.ts'
import { deleteSessionsOf } from '../session.store.ts'
import { forgetLocksOf } from '../sign-in-failures.ts'
import { askedPerHour, goOnAfterAnswer, refuseTooOften, type AfterAnswer } from '../stranger-calls.ts'
import { deleteBinding } from '../wechat/wechat-binding.store.ts'
import { countResetTry, deleteResetCode, forgiveResetTry, resetCodes, saveResetCode } from './password-reset.store.ts'
import { foldCase } from '../../../../db/fold-case.ts'

/**
 * Sends a code where the name belongs to an enabled account with a mailbox, or a phone. Whether it does, neither the answer nor
 * its time tells: all that depends on it comes after the answer.
 */
export async function askResetCode(db: Db, actor: Actor, sent: Received<typeof calls.ask>, language: Language, parts: AfterAnswer): Promise<void> {
  if (!(await useCaptcha(db, sent.uuid, sent.captcha))) throw new Problem('captcha_wrong', { fields: { captcha: 'captcha_wrong' } })
  const isSetUp = sent.way === 'sms' ? await platformSms(db).isSetUp('code') : await hasEmailServer(db)
  if (!isSetUp) throw new Problem('reset_unavailable')
  await refuseTooOften(db, `reset:${foldCase(sent.username)}`, askedPerHour.name, 'reset_too_often')
  await refuseTooOften(db, `reset-address:${actor.address}`, askedPerHour.address, 'reset_too_often')
  const name = sent.username.slice(0, 64)
  const account = await findAccountToReset(db, sent.username)
  await change(db, { ...actor, name: actor.name || name }, 'password.ask_reset', async ({ audit }) =>
    audit({ type: 'account', id: account?.id ?? null, name, after: { address: actor.address, way: sent.way } }),
  )
  if (!account) return
  if (sent.way === 'mail' && account.email !== '') goOnAfterAnswer(parts, 'password reset email', () => emailCode(db, account, language))
  if (sent.way === 'sms' && account.mobile !== '')
    goOnAfterAnswer(parts, 'password reset text message', () => textCode(db, account, actor.address), levelOfRefusal)
}

type ResetAccount = { id: number; username: string; type: number; email: string; mobile: string }

async function findAccountToReset(db: Db, username: string): Promise<ResetAccount | undefined> {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'type', 'email', 'mobile'])
    .where((where) => where.eb(where.fn<string>('lower', ['username']), '=', foldCase(username)))
    .where('status', '=', 1)
    .executeTakeFirst()
}

async function emailCode(db: Db, account: ResetAccount, language: Language): Promise<void> {
  const code = newCode()
  const { lifeSeconds } = resetCodes.mail
  await db.transaction().execute(async (tx) => {
    await saveResetCode(tx, account.id, codeHash(account.id, code), 'mail')
    const variables = { code, username: account.username, minutes: String(lifeSeconds / 60) }
    const email = { scenario: 'reset_code', to: account.email, language, variables, about: account.username, lifeSeconds } as const
    await queueEmails(tx, [email])
  })
}

/** A phone that had its share of messages keeps the code it has. */
async function textCode(db: Db, account: ResetAccount, address: string): Promise<void> {
  await platformSms(db).send({
    scenario: 'code',
    phone: account.mobile,
    address,
    async values() {
      const code = newCode()
      await saveResetCode(db, account.id, codeHash(account.id, code), 'sms')
      return { code, minutes: String(resetCodes.sms.lifeSeconds / 60) }
    },
  })
}

const levelOfRefusal = (cause: unknown): string => (cause instanceof SmsProblem && cause.code === 'too-often' ? 'info' : 'error')

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

function codeHash(accountId: number, code: string): Buffer {
  return keyedDigest(code, `password reset:${accountId}`)
}

/** Sets the new password where the code is right, ends every session and lifts the lock of the name. The second factor stays. */
export async function resetPasswordByCode(db: Db, actor: Actor, sent: Received<typeof calls.save>): Promise<void> {
  await refuseTooOften(db, `reset-try:${actor.address}`, askedPerHour.lookedAt, 'reset_too_often')
  const name = sent.username.slice(0, 64)
  const account = await findAccountToReset(db, sent.username)
  const kept = account ? await countResetTry(db, account.id) : null
  const digest = codeHash(account?.id ?? 0, sent.code)
  if (!account || !kept || !timingSafeEqual(kept.codeHash, digest)) {
    await change(db, { ...actor, name: actor.name || name }, 'password.refuse_reset', async ({ audit }) =>
      audit({ type: 'account', id: account?.id ?? null, name, after: { address: actor.address } }),
    )
    throw new Problem('reset_code_wrong', { fields: { code: 'reset_code_wrong' } })
  }
  const { passwordMinimum } = await readLoginRules(db)
  const refusal = account.type === 1 ? administratorPasswordProblem(sent.password, account.username, passwordMinimum) : null
  if (refusal) {
    await forgiveResetTry(db, account.id)
    throw new Problem(refusal.code, { fields: { password: refusal.code }, params: { ...refusal.params, password: refusal.params } })
  }
  const passwordHash = await hashPassword(sent.password)
  await change(db, { ...actor, accountId: account.id, name: account.username }, 'password.reset', async ({ tx, audit }) => {
    if (!(await deleteResetCode(tx, account.id, digest))) throw new Problem('reset_code_wrong', { fields: { code: 'reset_code_wrong' } })
    await tx
      .updateTable('account')
      .set((row) => ({ password_hash: passwordHash, must_change_password: false, row_version: row('row_version', '+', 1) }))
      .where('id', '=', account.id)
      .execute()
    const sessionsEnded = await deleteSessionsOf(tx, account.id)
    await forgetLocksOf(tx, account.username)
    const wechatUnbound = await deleteBinding(tx, account.id)
    audit({
      type: 'account',
      id: account.id,
      name: account.username,
      after: { password: sent.password, sessionsEnded, ...(wechatUnbound ? { wechatUnbound } : {}) },
    })
  })
}
