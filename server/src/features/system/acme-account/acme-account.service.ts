import type { acmeAccount as calls } from '@nameplane/contract/system/acme-account'
import type { Answered, Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { askAccount, changeContact, deactivateAccount, findAccount, registerAccount, rollOver } from '../../../integrations/acme/acme-account.ts'
import { AcmeProblem } from '../../../integrations/acme/acme-problem.ts'
import { openAcme, type AcmeSession } from '../../../integrations/acme/acme-session.ts'
import { readAuthority, type ReadyAuthority } from '../../../integrations/acme/certificate-authority.ts'
import {
  forgetNextKey,
  holderOf,
  keptForRegistration,
  keptForRollover,
  keyOf,
  lockAccount,
  readAccount,
  shownAccount,
  takeNextKey,
  type AcmeAccountRow,
} from './acme-account.store.ts'
import { reasonOf } from './acme-words.ts'

/*
 * The account with the certificate authority that is set. The authority is asked between transactions, never within one; what it
 * might have done when its answer is lost is found out by the next call.
 */

type Standing = Answered<typeof calls.info>['data']

/** Who asks, and when; problems say why in the caller's language. */
export type AcmeCall = { readonly db: Db; readonly actor: Actor; readonly language: Language; readonly at: Date }

export async function standing(db: Db): Promise<Standing> {
  const authority = await readAuthority(db)
  if (!authority) return { authority: '', directoryUrl: '', email: '', account: null }
  const row = await readAccount(db, authority.directoryUrl)
  return { authority: authority.name, directoryUrl: authority.directoryUrl, email: authority.email, account: row ? shownAccount(row) : null }
}

async function requireAuthority(db: Db): Promise<ReadyAuthority> {
  const authority = await readAuthority(db)
  if (!authority) throw new Problem('acme_authority_missing')
  return authority
}

/** Says what the authority has answered in the caller's words. */
async function told<Result>(language: Language, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof AcmeProblem)) throw cause
    throw new Problem(cause.kind === 'refused' ? 'acme_refused' : 'acme_unanswered', { params: { reason: reasonOf(cause, language) } })
  }
}

export async function readTerms({ db, language }: Pick<AcmeCall, 'db' | 'language'>): Promise<Answered<typeof calls.terms>['data']> {
  const authority = await readAuthority(db)
  if (!authority) return null
  const { meta } = (await told(language, () => openAcme(authority))).directory
  return { termsOfService: meta.termsOfService, isBindingNeeded: meta.externalAccountRequired }
}

export async function register({ db, actor, language, at }: AcmeCall, sent: Received<typeof calls.register>): Promise<void> {
  const authority = await requireAuthority(db)
  const there = await readAccount(db, authority.directoryUrl)
  if (there?.state === 'valid') throw new Problem('acme_account_exists')
  await told(language, async () => {
    const session = await openAcme(authority)
    const { termsOfService, externalAccountRequired } = session.directory.meta
    if (termsOfService !== '' && (!sent.isAgreed || sent.termsOfService !== termsOfService)) throw new Problem('acme_terms_unread')
    if (externalAccountRequired && !authority.binding) throw new Problem('acme_binding_missing')
    const row = await keptForRegistration(db, authority.directoryUrl)
    const { email } = authority
    const found = await registerAccount(session, keyOf(row), authority)
    const { accountUrl } = found
    // An answer that was lost before: the account is there, with the mailbox of that time.
    if (!found.isNew && found.state === 'valid') await changeContact(session, { key: keyOf(row), accountUrl }, email)
    await change(db, actor, 'acme_account.register', async ({ tx, audit, nothingChanged }) => {
      const now = (await lockAccount(tx, row.id))!
      // Two at the same time registered one key, and so one account.
      if (now.state !== 'pending') return nothingChanged()
      await tx
        .updateTable('acme_account')
        .set({
          state: found.state,
          account_url: accountUrl,
          email,
          terms_of_service: termsOfService,
          registered_at: at,
          registered_by: actor.name,
          checked_at: at,
        })
        .where('id', '=', row.id)
        .execute()
      audit({ ...targetOf(row, authority), after: { account_url: accountUrl, email, terms_of_service: termsOfService, state: found.state } })
    })
  })
}

const targetOf = ({ id }: AcmeAccountRow, { name }: ReadyAuthority) => ({ type: 'acme_account', id, name })

type Opened = { readonly authority: ReadyAuthority; readonly row: AcmeAccountRow; readonly session: AcmeSession }

/** The account that is set, ready to be spoken for; `isRevokedToo`: also one that the authority did not take when it was asked last. */
async function onAccount({ db, language, at }: AcmeCall, work: (opened: Opened) => Promise<void>, isRevokedToo = false): Promise<void> {
  const authority = await requireAuthority(db)
  const row = await readAccount(db, authority.directoryUrl)
  if (row?.state !== 'valid' && !(isRevokedToo && row?.state === 'revoked')) throw new Problem('acme_account_missing')
  await told(language, async () => {
    const session = await openAcme(authority)
    await work({ authority, session, row: await withKeyInForce(db, session, row, at) })
  })
}

/** The row with the key that the authority knows: a change of it may have come through although its answer was lost. */
export async function withKeyInForce(db: Db, session: AcmeSession, row: AcmeAccountRow, at: Date): Promise<AcmeAccountRow> {
  if (row.next_key === null) return row
  return (await findAccount(session, keyOf(row, 'next_key'))) === row.account_url ? takeNextKey(db, row, at) : row
}

export async function check(call: AcmeCall): Promise<void> {
  const asked = async ({ authority, session, row }: Opened): Promise<void> => {
    const state = await askAccount(session, holderOf(row))
    await change(call.db, call.actor, 'acme_account.check', async ({ tx, audit }) => {
      await tx.updateTable('acme_account').set({ state, checked_at: call.at }).where('id', '=', row.id).execute()
      audit({ ...targetOf(row, authority), before: { state: row.state }, after: { state } })
    })
  }
  await onAccount(call, asked, true)
}

/** Tells the authority the mailbox that is set. */
export async function tellContact(call: AcmeCall): Promise<void> {
  await onAccount(call, async ({ authority, session, row }) => {
    const { email } = authority
    const state = await changeContact(session, holderOf(row), email)
    await change(call.db, call.actor, 'acme_account.contact', async ({ tx, audit }) => {
      await tx.updateTable('acme_account').set({ email, state, checked_at: call.at }).where('id', '=', row.id).execute()
      audit({ ...targetOf(row, authority), before: { email: row.email }, after: { email } })
    })
  })
}

export async function changeKey(call: AcmeCall): Promise<void> {
  const { db, at } = call
  await onAccount(call, async ({ authority, session, row: found }) => {
    const row = await keptForRollover(db, found.id)
    const nextKey = keyOf(row, 'next_key')
    try {
      await rollOver(session, holderOf(row), nextKey)
    } catch (cause) {
      if (!(cause instanceof AcmeProblem) || cause.kind !== 'refused') throw cause
      // Refused for itself, the key is nobody's. Refused for anything else, it may have come through for another call meanwhile.
      if (cause.code === 'badPublicKey') await forgetNextKey(db, row)
      if (cause.code === 'badPublicKey' || (await findAccount(session, nextKey)) !== row.account_url) throw cause
    }
    await change(db, call.actor, 'acme_account.rollover', async ({ tx, audit }) => {
      const now = await takeNextKey(tx, row, at)
      audit({ ...targetOf(row, authority), before: { fingerprint: row.key_thumbprint }, after: { fingerprint: now.key_thumbprint } })
    })
  })
}

/** Closes the account; its keys are good for nothing more, and go. */
export async function deactivate(call: AcmeCall): Promise<void> {
  await onAccount(call, async ({ authority, session, row }) => {
    await deactivateAccount(session, holderOf(row))
    await change(call.db, call.actor, 'acme_account.deactivate', async ({ tx, audit }) => {
      await tx
        .updateTable('acme_account')
        .set({ state: 'deactivated', account_key: null, next_key: null, checked_at: call.at })
        .where('id', '=', row.id)
        .execute()
      audit({ ...targetOf(row, authority), before: { state: row.state }, after: { state: 'deactivated' } })
    })
  })
}
