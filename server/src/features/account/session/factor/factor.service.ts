import { randomBytes } from 'node:crypto'
import type { factor as calls } from '@nameplane/contract/account/factor'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import { change, type Change } from '../../../../changes/change.ts'
import type { Db, Tx } from '../../../../db/connection.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Problem } from '../../../../problem.ts'
import { seal, SealProblem } from '../../../../secrets/seal.ts'
import { openOffer, sealOffer } from '../../../../secrets/sealed-offer.ts'
import { totpPlace } from '../../../../secrets/sealed-places.ts'
import { readLoginRules } from '../login-rules.ts'
import { confirmPassword } from '../password-confirmation.ts'
import { hasRoleAmong } from '../session.store.ts'
import { countTry, forgetSubject, secondFactorSubject } from '../sign-in-failures.ts'
import {
  deletePasskey,
  deleteTotp,
  findTotp,
  insertPasskey,
  lockPasskeyName,
  passkeysOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  saveTotp,
  setPasskeyName,
} from './factor.store.ts'
import { passkeyHost, registeredPasskey, registrationOptions, type PasskeyPlace } from './passkey.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const issuer = 'Nameplane'
const offerLifeSeconds = 600

/** An offer is for one account and one kind. */
const offerPlace = (kind: 'totp' | 'passkey', accountId: number): string => `offer:${kind}:${accountId}`

function takenOffer(kind: 'totp' | 'passkey', accountId: number, sealed: string): string {
  try {
    const secret = openOffer(sealed, offerPlace(kind, accountId))
    if (secret !== null) return secret
  } catch (cause) {
    if (!(cause instanceof SealProblem)) throw cause
  }
  throw new Problem('factor_offer_expired')
}

export async function factorStatus(db: Db, actor: Actor, host: string): Promise<Answered<typeof calls.status>['data']> {
  const accountId = actor.accountId!
  const [totp, passkeys, left, rules] = await Promise.all([
    findTotp(db, accountId),
    passkeysOf(db, accountId),
    recoveryCodesLeft(db, accountId),
    readLoginRules(db),
  ])
  return {
    totp: totp ? { createTime: totp.createdAt.toISOString(), lastUseTime: totp.lastUsedAt?.toISOString() ?? null } : null,
    passkeys: passkeys.map((one) => ({
      id: one.id,
      name: one.name,
      host: one.host,
      createTime: one.createdAt.toISOString(),
      lastUseTime: one.lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: left,
    isRequired: await isRequiredOf(db, actor),
    hasPasskeyHost: passkeyHost(rules, host) !== null,
  }
}

async function isRequiredOf(db: Db, actor: Actor): Promise<boolean> {
  const { secondFactorRoles } = await readLoginRules(db)
  return secondFactorRoles.length > 0 && hasRoleAmong(db, { accountId: actor.accountId!, isSuper: actor.isSuper }, secondFactorRoles)
}

export async function offerTotp(db: Db, actor: Actor, password: string): Promise<{ secret: string; uri: string; seal: string }> {
  await confirmPassword(db, actor, password)
  const secret = newTotpSecret()
  return { secret, uri: totpUri(secret, issuer, actor.name), seal: sealOffer(secret, offerPlace('totp', actor.accountId!), offerLifeSeconds) }
}

/** Takes an offered secret; its first code is used up by that. Answers recovery codes with the first factor of the account. */
export async function takeTotp(db: Db, actor: Actor, sent: Received<typeof calls.totpSave>): Promise<string[] | null> {
  const accountId = actor.accountId!
  const secret = takenOffer('totp', accountId, sent.seal)
  const rules = await readLoginRules(db)
  if (!(await countTry(db, secondFactorSubject(actor.name), rules.lockAfterFailures, rules))) throw new Problem('login_locked')
  const step = stepOfCode(secret, sent.code, Date.now())
  if (step === null) throw new Problem('second_factor_wrong', { fields: { code: 'second_factor_wrong' } })
  await forgetSubject(db, secondFactorSubject(actor.name))
  return change(db, actor, 'factor.create', async ({ tx, audit }) => {
    await saveTotp(tx, accountId, seal(secret, totpPlace(accountId)), step)
    audit({ type: 'account', id: accountId, name: actor.name, after: { method: 'totp' } })
    return firstRecoveryCodes(tx, accountId)
  })
}

export async function offerPasskey(db: Db, actor: Actor, password: string, host: string): Promise<{ options: Record<string, unknown>; seal: string }> {
  const accountId = actor.accountId!
  const rpId = passkeyHost(await readLoginRules(db), host)
  if (rpId === null) throw new Problem('passkey_host')
  await confirmPassword(db, actor, password)
  const challenge = new Uint8Array(randomBytes(32))
  const options = await registrationOptions(rpId, { id: accountId, username: actor.name }, await passkeysOf(db, accountId), challenge)
  return { options: { ...options }, seal: sealOffer(options.challenge, offerPlace('passkey', accountId), offerLifeSeconds) }
}

/** Keeps a passkey; answers recovery codes with the first factor of the account. */
export async function takePasskey(db: Db, actor: Actor, sent: Received<typeof calls.passkeySave>, from: PasskeyPlace): Promise<string[] | null> {
  const accountId = actor.accountId!
  const challenge = takenOffer('passkey', accountId, sent.seal)
  const host = passkeyHost(await readLoginRules(db), from.host)
  if (host === null) throw new Problem('passkey_host')
  const made = await registeredPasskey(sent.response, challenge, { host, origin: from.origin })
  if (!made) throw new Problem('passkey_refused')
  return change(db, actor, 'factor.create', async ({ tx, audit }) => {
    if ((await insertPasskey(tx, { accountId, name: sent.name, host, ...made })) === null) throw new Problem('passkey_exists')
    audit({ type: 'account', id: accountId, name: actor.name, after: { method: 'passkey', passkey: sent.name, host } })
    return firstRecoveryCodes(tx, accountId)
  })
}

async function firstRecoveryCodes(tx: Tx, accountId: number): Promise<string[] | null> {
  return (await recoveryCodesLeft(tx, accountId)) > 0 ? null : makeRecoveryCodes(tx, accountId)
}

async function makeRecoveryCodes(tx: Tx, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryCodeHash(accountId, code)),
  )
  return codes
}

export async function removeTotp(db: Db, actor: Actor, password: string): Promise<void> {
  await confirmPassword(db, actor, password)
  await change(db, actor, 'factor.delete', async (open) => {
    if (!(await deleteTotp(open.tx, actor.accountId!))) throw new Problem('second_factor_missing')
    open.audit({ type: 'account', id: actor.accountId, name: actor.name, before: { method: 'totp' } })
    await afterRemoval(open, actor)
  })
}

/** Gives a passkey of the account another name. */
export async function renamePasskey(db: Db, actor: Actor, sent: Received<typeof calls.passkeyRename>): Promise<void> {
  await change(db, actor, 'factor.rename', async ({ tx, audit, nothingChanged }) => {
    const before = await lockPasskeyName(tx, actor.accountId!, sent.id)
    if (before === undefined) throw new Problem('second_factor_missing')
    if (before === sent.name) return nothingChanged()
    await setPasskeyName(tx, sent.id, sent.name)
    audit({ type: 'account', id: actor.accountId, name: actor.name, before: { passkey: before }, after: { passkey: sent.name } })
  })
}

export async function removePasskey(db: Db, actor: Actor, sent: Received<typeof calls.passkeyDelete>): Promise<void> {
  await confirmPassword(db, actor, sent.password)
  await change(db, actor, 'factor.delete', async (open) => {
    const removed = await deletePasskey(open.tx, actor.accountId!, sent.id)
    if (!removed) throw new Problem('second_factor_missing')
    open.audit({ type: 'account', id: actor.accountId, name: actor.name, before: { method: 'passkey', passkey: removed.name } })
    await afterRemoval(open, actor)
  })
}

/** Recovery codes stand in for a factor and go with the last one, which a role may ask to stay. */
async function afterRemoval({ tx }: Change, actor: Actor): Promise<void> {
  const accountId = actor.accountId!
  if ((await findTotp(tx, accountId)) || (await passkeysOf(tx, accountId)).length > 0) return
  if (await isRequiredOf(tx, actor)) throw new Problem('second_factor_required')
  await replaceRecoveryCodes(tx, accountId, [])
}

export async function renewRecoveryCodes(db: Db, actor: Actor, password: string): Promise<string[]> {
  const accountId = actor.accountId!
  await confirmPassword(db, actor, password)
  return change(db, actor, 'recovery_code.create', async ({ tx, audit }) => {
    if (!(await findTotp(tx, accountId)) && (await passkeysOf(tx, accountId)).length === 0) throw new Problem('second_factor_missing')
    const codes = await makeRecoveryCodes(tx, accountId)
    audit({ type: 'account', id: accountId, name: actor.name, after: { codes: codes.length } })
    return codes
  })
}
