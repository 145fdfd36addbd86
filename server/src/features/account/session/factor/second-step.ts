import { randomBytes } from 'node:crypto'
import type { SecondMethod, SecondStep, session as calls } from '@nameplane/contract/account/session'
import type { LoginRules } from '@nameplane/contract/system/settings/login-rules'
import type { Received } from '@nameplane/contract/endpoint'
import type { ProblemCode } from '@nameplane/contract/problems'
import { change } from '../../../../changes/change.ts'
import type { Db } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { unseal } from '../../../../secrets/seal.ts'
import { totpPlace } from '../../../../secrets/sealed-places.ts'
import { isFromAdministratorNetwork } from '../administrator-networks.ts'
import { countTry, forgetSubject, secondFactorSubject } from '../sign-in-failures.ts'
import {
  findTicketAccount,
  findTotp,
  insertTicket,
  notePasskeyUse,
  passkeysOf,
  recoveryCodesLeft,
  useRecoveryCode,
  useTicket,
  useTotpStep,
  type PasskeyRow,
} from './factor.store.ts'
import { authenticationOptions, passkeyHost, signingPasskey, type PasskeyPlace } from './passkey.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** What the second step of a sign-in needs; null when the account has no second factor. */
export async function askSecondFactor(db: Db, actor: Actor, rules: LoginRules, host: string): Promise<SecondStep | null> {
  const accountId = actor.accountId!
  const [totp, passkeys] = await Promise.all([findTotp(db, accountId), passkeysOf(db, accountId)])
  if (!totp && passkeys.length === 0) return null
  const ticket = randomBytes(32).toString('base64url')
  const usable = passkeys.filter((one) => one.host === passkeyHost(rules, host))
  const methods: SecondMethod[] = [
    ...(usable.length > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...((await recoveryCodesLeft(db, accountId)) > 0 ? (['recovery'] as const) : []),
  ]
  await change(db, actor, 'session.ask_second', async ({ tx, audit }) => {
    await insertTicket(tx, ticket, accountId, actor.address)
    audit({ type: 'account', id: accountId, name: actor.name, after: { address: actor.address, methods } })
  })
  const passkeyOptions = usable.length > 0 ? { ...(await authenticationOptions(usable[0]!.host, usable, ticket)) } : null
  return { ticket, methods, passkeyOptions }
}

/** The account whose sign-in a second factor completes. Each try counts before it is looked at, as with passwords. */
export async function checkSecondFactor(
  db: Db,
  actor: Actor,
  rules: LoginRules,
  sent: Received<typeof calls.second>,
  place: PasskeyPlace,
): Promise<{ id: number; username: string }> {
  const account = await findTicketAccount(db, sent.ticket)
  if (!account || (account.type === 1 && !isFromAdministratorNetwork(rules, actor.address))) throw new Problem('sign_in_expired')
  if (!(await countTry(db, secondFactorSubject(account.username), rules.lockAfterFailures, rules))) throw new Problem('login_locked')
  const refusal = await refusalOf(db, account.id, sent, place)
  if (refusal === null && !(await useTicket(db, sent.ticket))) throw new Problem('sign_in_expired')
  if (refusal !== null) {
    await change(db, { ...actor, accountId: account.id, name: account.username }, 'factor.refuse', async ({ audit }) =>
      audit({ type: 'account', id: account.id, name: account.username, after: { address: actor.address, method: sent.method } }),
    )
    throw new Problem(refusal, sent.method === 'passkey' ? {} : { fields: { code: refusal } })
  }
  await forgetSubject(db, secondFactorSubject(account.username))
  return account
}

async function refusalOf(db: Db, accountId: number, sent: Received<typeof calls.second>, place: PasskeyPlace): Promise<ProblemCode | null> {
  if (sent.method === 'passkey') return passkeyRefusal(db, await passkeysOf(db, accountId), sent, place)
  const code = sent.code ?? ''
  if (sent.method === 'recovery') return (await useRecoveryCode(db, accountId, recoveryCodeHash(accountId, code))) ? null : 'second_factor_wrong'
  const totp = await findTotp(db, accountId)
  const step = totp ? stepOfCode(unseal(totp.secret, totpPlace(accountId)), code, Date.now()) : null
  if (step === null) return 'second_factor_wrong'
  return (await useTotpStep(db, accountId, step)) ? null : 'second_factor_used'
}

async function passkeyRefusal(db: Db, passkeys: readonly PasskeyRow[], sent: Received<typeof calls.second>, place: PasskeyPlace): Promise<ProblemCode | null> {
  const signed = await signingPasskey(sent.response ?? {}, sent.ticket, passkeys, place)
  if (!signed) return 'passkey_refused'
  await notePasskeyUse(db, signed.passkey.id, signed.counter)
  return null
}
