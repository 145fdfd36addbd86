import type { registration as calls } from '@nameplane/contract/account/registration'
import type { Received } from '@nameplane/contract/endpoint'
import type { Language } from '@nameplane/contract/problems'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { change } from '../../../changes/change.ts'
import type { Db } from '../../../db/connection.ts'
import { foldCase } from '../../../db/fold-case.ts'
import type { Actor } from '../../../access/actor.ts'
import { queueEmails, type EmailRequest } from '../../../integrations/email/email-queue.ts'
import { hasEmailServer } from '../../../integrations/email/email-server.ts'
import { Problem } from '../../../problem.ts'
import { keyedDigest } from '../../../secrets/seal.ts'
import { readSettingOrDefault } from '../../../settings/settings.ts'
import { takenFields } from '../account/account-rules.ts'
import { insertAccount, takenAmong } from '../account/account.store.ts'
import { useCaptcha } from '../session/captcha.ts'
import { readLoginRules } from '../session/login-rules.ts'
import { hashPassword } from '../session/password.ts'
import { askedPerHour, goOnAfterAnswer, refuseTooOften, type AfterAnswer } from '../session/stranger-calls.ts'
import { emailOfLink, linkFor, linkLifeSeconds, linkProblem } from './registration-link.ts'

const ordinaryUser = 2

/**
 * Where links in emails lead: the address that an administrator entered, since a stranger chooses the one that a request was sent
 * to. Null while emails with such links cannot be sent.
 */
export async function reachableAt(db: Db): Promise<string | null> {
  const { publicUrl } = await readSettingOrDefault(db, platformAddress)
  return publicUrl !== '' && (await hasEmailServer(db)) ? publicUrl : null
}

/**
 * Sends an email to whatever address is entered: a link where it is free, a hint where an account has it. Which of the two, neither
 * the answer nor its time tells: the account is looked for after the answer.
 */
export async function askForRegistration(db: Db, actor: Actor, sent: Received<typeof calls.save>, language: Language, parts: AfterAnswer): Promise<void> {
  await refuseClosed(db)
  if (!(await useCaptcha(db, sent.uuid, sent.captcha))) throw new Problem('captcha_wrong', { fields: { captcha: 'captcha_wrong' } })
  const publicUrl = await reachableAt(db)
  if (publicUrl === null) throw new Problem('registration_unavailable')
  // Of an address that may be a stranger's, the count keeps a digest only, and the log nothing.
  const mailbox = keyedDigest(foldCase(sent.email), 'registration email').toString('hex')
  await refuseTooOften(db, `register-email:${mailbox}`, askedPerHour.name, 'registration_too_often')
  await refuseTooOften(db, `register:${actor.address}`, askedPerHour.address, 'registration_too_often')
  await change(db, actor, 'registration.ask', async ({ audit }) => audit({ type: 'registration', id: null, name: '', after: { address: actor.address } }))
  goOnAfterAnswer(parts, 'registration email', async () => {
    const email = await emailFor(db, sent.email, language, publicUrl)
    await db.transaction().execute((tx) => queueEmails(tx, [email]))
  })
}

async function refuseClosed(db: Db): Promise<void> {
  if (!(await readLoginRules(db)).registration) throw new Problem('registration_closed')
}

/** The email that an address gets. */
async function emailFor(db: Db, to: string, language: Language, publicUrl: string): Promise<EmailRequest> {
  const account = await db
    .selectFrom('account')
    .select(['username', 'email', 'language'])
    .where((where) => where.eb(where.fn<string>('lower', ['email']), '=', foldCase(to)))
    .executeTakeFirst()
  const lifeSeconds = linkLifeSeconds
  if (account === undefined) {
    const variables = { link: `${publicUrl}/#/register?link=${linkFor(to)}`, minutes: String(lifeSeconds / 60) }
    return { scenario: 'registration_link', to, language, variables, about: '', lifeSeconds }
  }
  const { username, email, language: own } = account
  return {
    scenario: 'registration_known',
    to: email,
    language: own === 'en' ? 'en' : own === 'cn' ? 'zh' : language,
    variables: { username },
    about: username,
    lifeSeconds,
  }
}

/** The address of a link that can still be used. */
export async function lookAtLink(db: Db, link: string): Promise<string> {
  const email = emailOfLink(link)
  const { emails } = await takenAmong(db, { usernames: [], emails: [email], mobiles: [] }, null)
  if (emails.size > 0) throw linkProblem('registration_link_used')
  return email
}

/** Opens the account of a link's address. One address has one account, so that a link opens no second one. */
export async function confirmRegistration(db: Db, actor: Actor, sent: Received<typeof calls.confirm>): Promise<void> {
  await refuseClosed(db)
  await refuseTooOften(db, `register-confirm:${actor.address}`, askedPerHour.lookedAt, 'registration_too_often')
  const email = await lookAtLink(db, sent.link)
  const { username } = sent
  const passwordHash = await hashPassword(sent.password)
  await change(db, { ...actor, name: actor.name || username }, 'user.register', async ({ tx, audit }) => {
    const { email: isUsed, ...taken } = await takenFields(tx, { username, email }, null)
    if (isUsed) throw linkProblem('registration_link_used')
    if (taken['username']) throw new Problem(taken['username'], { fields: taken })
    const id = await insertAccount(tx, { username, email, type: ordinaryUser }, passwordHash)
    audit({ type: 'user', id, name: username, after: { username, email } })
  })
}
