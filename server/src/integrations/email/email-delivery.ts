import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Language } from '@nameplane/contract/problems'
import type { EmailWords } from '@nameplane/contract/system/email/email-defaults'
import { emailWords, renderedEmail } from '@nameplane/contract/system/email/email-rendering'
import { emailScenarioOf, type EmailScenarioKey } from '@nameplane/contract/system/email/email-scenarios'
import type { EmailFailure } from '@nameplane/contract/system/email/email-failures'
import type { EmailServer } from '@nameplane/contract/system/settings/email-server'
import type { Db } from '../../db/connection.ts'
import type { EmailTable } from '../../db/email-tables.ts'
import type { OutboxWork } from '../../jobs/outbox.ts'
import { SealProblem, unseal } from '../../secrets/seal.ts'
import { emailPlace } from '../../secrets/sealed-places.ts'
import { emailWork } from './email-queue.ts'
import { readEmailServer, readSiteName } from './email-server.ts'
import { sendThrough } from './email-sending.ts'
import { EmailProblem, type Email } from './email.ts'

/*
 * Sends what stands in the queue. A letter is claimed, sent outside of any transaction, and noted: when the process ends in
 * between it is sent again, under the same Message-ID.
 */

/** Pauses after the first, second … try that found the server unwilling; greylisting wants about five minutes (RFC 6647 §5). */
const pausesSeconds = [60, 300, 900, 3600, 10_800, 21_600, 43_200]
const lifeSeconds = 3 * 86_400
/** A claim older than this belongs to a process that is gone. */
const claimSeconds = 300
/** After so many letters in a row that failed because of the server itself, the others wait a minute. */
const failuresToRest = 3
const restMs = 60_000

const ofTheServer: ReadonlySet<EmailFailure> = new Set([
  'not_set_up',
  'sealed',
  'name_not_found',
  'unreachable',
  'timed_out',
  'certificate',
  'no_tls',
  'tls',
  'credentials',
  'token',
  'token_unreachable',
])

type EmailRow = Selectable<EmailTable>

/** What the platform's outbox does about letters. */
export function emailDelivery(db: Db): OutboxWork {
  return { name: emailWork, work: (signal) => deliverEmails(db, signal) }
}

/** Sends every letter that is due; answers when the next one will be, or null. */
export async function deliverEmails(db: Db, signal: AbortSignal = new AbortController().signal): Promise<Date | null> {
  await db
    .updateTable('letter')
    .set({ state: 'queued', claimed_at: null })
    .where('state', '=', 'sending')
    .where('claimed_at', '<', sql<Date>`now() - make_interval(secs => ${claimSeconds})`)
    .execute()
  let failures = 0
  while (!signal.aborted) {
    const email = await claimEmail(db)
    if (!email) break
    const failure = await deliver(db, email, signal)
    failures = failure !== null && ofTheServer.has(failure) ? failures + 1 : 0
    if (failures >= failuresToRest) return new Date(Date.now() + restMs)
  }
  const next = await db.selectFrom('letter').select('due_at').where('state', '=', 'queued').orderBy('due_at').limit(1).executeTakeFirst()
  return next?.due_at ?? null
}

async function claimEmail(db: Db): Promise<EmailRow | undefined> {
  return db
    .updateTable('letter')
    .set((row) => ({ state: 'sending', claimed_at: sql<Date>`now()`, tries: row('tries', '+', 1) }))
    .where('id', '=', (of) =>
      of
        .selectFrom('letter')
        .select('id')
        .where('state', '=', 'queued')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

async function deliver(db: Db, email: EmailRow, signal: AbortSignal): Promise<EmailFailure | null> {
  const until = email.good_until ?? new Date(email.created_at.getTime() + lifeSeconds * 1000)
  try {
    if (until.getTime() <= Date.now()) throw new EmailProblem('expired', 'the email expired before delivery')
    const server = await readEmailServer(db)
    if (!server) throw new EmailProblem('not_set_up', 'no mail server configured', { isTemporary: true })
    const reply = await sendThrough(db, server, await writtenEmail(db, server, email), signal)
    await finish(db, email.id, { state: 'sent', variables: null, failure: null, reply: oneLine(reply) })
    return null
  } catch (cause) {
    const problem = cause instanceof EmailProblem ? cause : new EmailProblem('unknown', String(cause), { isTemporary: true, cause })
    if (signal.aborted) await sendLater(db, email, new Date(), email.tries - 1, null)
    else await settleFailure(db, email, problem, until)
    return problem.failure
  }
}

async function settleFailure(db: Db, email: EmailRow, problem: EmailProblem, until: Date): Promise<void> {
  const pause = pausesSeconds[Math.min(email.tries, pausesSeconds.length) - 1] ?? 60
  const next = new Date(Date.now() + pause * 1000)
  if (problem.isTemporary && next < until) return sendLater(db, email, next, email.tries, problem)
  await finish(db, email.id, {
    state: 'failed',
    failure: problem.failure,
    reply: problem.reply,
    // Kept for an administrator who mends the cause and sends it again; a code that lapses meanwhile is not.
    ...(email.good_until === null ? {} : { variables: null }),
  })
}

async function sendLater(db: Db, email: EmailRow, at: Date, tries: number, problem: EmailProblem | null): Promise<void> {
  await db
    .updateTable('letter')
    .set({ state: 'queued', claimed_at: null, due_at: at, tries, ...(problem ? { failure: problem.failure, reply: problem.reply } : {}) })
    .where('id', '=', email.id)
    .execute()
}

type Outcome = { state: 'sent' | 'failed'; failure: EmailFailure | null; reply: string; variables?: null }

async function finish(db: Db, id: number, outcome: Outcome): Promise<void> {
  await db
    .updateTable('letter')
    .set({ ...outcome, claimed_at: null, finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300)

async function writtenEmail(db: Db, server: EmailServer, email: EmailRow): Promise<Email> {
  if (!emailScenarioOf(email.scenario) || email.variables === null) throw new EmailProblem('unknown', `unknown email type ${email.scenario}`)
  const words = emailWords(email.scenario as EmailScenarioKey, server.templates, email.language)
  const values = { ...openedVariables(email.variables, email.key), site: await readSiteName(db) }
  return { to: email.recipient, ...renderedEmail(words, email.language, values), messageId: messageId(email.key, server) }
}

function openedVariables(sealed: string, key: string): Record<string, string> {
  try {
    return JSON.parse(unseal(sealed, emailPlace(key))) as Record<string, string>
  } catch (cause) {
    if (cause instanceof SealProblem) throw new EmailProblem('sealed', 'the email cannot be decrypted with this master key', { cause })
    throw cause
  }
}

const messageId = (key: string, server: EmailServer): string => `${key}@${server.username.slice(server.username.lastIndexOf('@') + 1)}`

/** A letter that somebody waits for: a try of the mail server or of a template. It stands in the letter log as others do. */
export type TestEmail = {
  readonly to: string
  readonly language: Language
  readonly scenario: EmailScenarioKey
  /** What the letter is to say; the words of the mail server's templates when absent. */
  readonly words?: EmailWords
  readonly variables: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends a letter now, through this mail server whether it is saved or not. @throws EmailProblem */
export async function sendTestEmail(db: Db, server: EmailServer, test: TestEmail): Promise<void> {
  const key = randomBytes(16).toString('hex')
  const words = test.words ?? emailWords(test.scenario, server.templates, test.language)
  const written = renderedEmail(words, test.language, { ...test.variables, site: await readSiteName(db) })
  const { id } = await db
    .insertInto('letter')
    .values({
      key,
      scenario: test.scenario,
      language: test.language,
      recipient: test.to,
      about: test.scenario === 'test' ? `${server.host}:${server.port}` : '',
      variables: null,
      state: 'sending',
      tries: 1,
      claimed_at: new Date(),
      good_until: new Date(),
      failure: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const reply = await sendThrough(db, server, { to: test.to, ...written, messageId: messageId(key, server) }, test.signal)
    await finish(db, id, { state: 'sent', failure: null, reply: oneLine(reply) })
  } catch (cause) {
    const problem = cause instanceof EmailProblem ? cause : new EmailProblem('unknown', String(cause), { cause })
    await finish(db, id, { state: 'failed', failure: problem.failure, reply: problem.reply })
    throw problem
  }
}
