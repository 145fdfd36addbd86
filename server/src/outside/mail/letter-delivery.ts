import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Language } from '@nameplane/contract/problems'
import type { LetterWords } from '@nameplane/contract/system/mail/letter-defaults'
import { letterWords, renderedLetter } from '@nameplane/contract/system/mail/letter-rendering'
import { letterScenarioOf, type LetterScenarioKey } from '@nameplane/contract/system/mail/letter-scenarios'
import type { MailFailure } from '@nameplane/contract/system/mail/mail-failures'
import type { MailServer } from '@nameplane/contract/system/settings/mail-server'
import type { Db } from '../../db/connection.ts'
import type { LetterTable } from '../../db/mail-tables.ts'
import type { OutboxWork } from '../../jobs/outbox.ts'
import { SealProblem, unseal } from '../../secrets/seal.ts'
import { letterPlace } from '../../secrets/sealed-places.ts'
import { steadyIn } from '../../time/steady-time.ts'
import { letterWork } from './letter-queue.ts'
import { readMailServer, readSiteName } from './mail-server.ts'
import { sendThrough } from './mail-sending.ts'
import { MailProblem, type Letter } from './mail.ts'

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

const ofTheServer: ReadonlySet<MailFailure> = new Set([
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

type LetterRow = Selectable<LetterTable>

/** What the platform's outbox does about letters. */
export function letterDelivery(db: Db): OutboxWork {
  return { name: letterWork, work: (signal) => deliverLetters(db, signal) }
}

/** Sends every letter that is due; answers when the next one will be, or null. */
export async function deliverLetters(db: Db, signal: AbortSignal = new AbortController().signal): Promise<Date | null> {
  await db
    .updateTable('letter')
    .set({ state: 'queued', claimed_at: null })
    .where('state', '=', 'sending')
    .where('claimed_at', '<', sql<Date>`now() - make_interval(secs => ${claimSeconds})`)
    .execute()
  let failures = 0
  while (!signal.aborted) {
    const letter = await claimLetter(db)
    if (!letter) break
    const failure = await deliver(db, letter, signal)
    failures = failure !== null && ofTheServer.has(failure) ? failures + 1 : 0
    if (failures >= failuresToRest) return new Date(Date.now() + restMs)
  }
  const next = await db.selectFrom('letter').select('due_at').where('state', '=', 'queued').orderBy('due_at').limit(1).executeTakeFirst()
  return next?.due_at ?? null
}

async function claimLetter(db: Db): Promise<LetterRow | undefined> {
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

async function deliver(db: Db, letter: LetterRow, signal: AbortSignal): Promise<MailFailure | null> {
  const until = letter.good_until ?? new Date(letter.created_at.getTime() + lifeSeconds * 1000)
  try {
    if (until.getTime() <= Date.now()) throw new MailProblem('expired', 'the letter is not worth sending any more')
    const server = await readMailServer(db)
    if (!server) throw new MailProblem('not_set_up', 'no mail server is set up', { isTemporary: true })
    const reply = await sendThrough(db, server, await writtenLetter(db, server, letter), signal)
    await finish(db, letter.id, { state: 'sent', variables: null, failure: null, reply: oneLine(reply) })
    return null
  } catch (cause) {
    const problem = cause instanceof MailProblem ? cause : new MailProblem('unknown', String(cause), { isTemporary: true, cause })
    if (signal.aborted) await sendLater(db, letter, new Date(), letter.tries - 1, null)
    else await settleFailure(db, letter, problem, until)
    return problem.failure
  }
}

async function settleFailure(db: Db, letter: LetterRow, problem: MailProblem, until: Date): Promise<void> {
  const pause = pausesSeconds[Math.min(letter.tries, pausesSeconds.length) - 1] ?? 60
  const next = new Date(Date.now() + pause * 1000)
  if (problem.isTemporary && next < until) return sendLater(db, letter, next, letter.tries, problem)
  await finish(db, letter.id, {
    state: 'failed',
    failure: problem.failure,
    reply: problem.reply,
    // Kept for an administrator who mends the cause and sends it again; a code that lapses meanwhile is not.
    ...(letter.good_until === null ? {} : { variables: null }),
  })
}

async function sendLater(db: Db, letter: LetterRow, at: Date, tries: number, problem: MailProblem | null): Promise<void> {
  await db
    .updateTable('letter')
    .set({ state: 'queued', claimed_at: null, due_at: at, tries, ...(problem ? { failure: problem.failure, reply: problem.reply } : {}) })
    .where('id', '=', letter.id)
    .execute()
}

type Outcome = { state: 'sent' | 'failed'; failure: MailFailure | null; reply: string; variables?: null }

async function finish(db: Db, id: number, outcome: Outcome): Promise<void> {
  await db
    .updateTable('letter')
    .set({ ...outcome, claimed_at: null, finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300)

async function writtenLetter(db: Db, server: MailServer, letter: LetterRow): Promise<Letter> {
  if (!letterScenarioOf(letter.scenario) || letter.variables === null) throw new MailProblem('unknown', `nothing is known of letters ${letter.scenario}`)
  const words = letterWords(letter.scenario as LetterScenarioKey, server.templates, letter.language)
  const values = { ...openedVariables(letter.variables, letter.key), site: await readSiteName(db) }
  return { to: letter.recipient, ...renderedLetter(words, letter.language, values), messageId: messageId(letter.key, server) }
}

function openedVariables(sealed: string, key: string): Record<string, string> {
  try {
    return JSON.parse(unseal(sealed, letterPlace(key))) as Record<string, string>
  } catch (cause) {
    if (cause instanceof SealProblem) throw new MailProblem('sealed', 'the letter cannot be opened with this master key', { cause })
    throw cause
  }
}

const messageId = (key: string, server: MailServer): string => `${key}@${server.username.slice(server.username.lastIndexOf('@') + 1)}`

/** A letter that somebody waits for: a try of the mail server or of a template. It stands in the letter log as others do. */
export type TestLetter = {
  readonly to: string
  readonly language: Language
  readonly scenario: LetterScenarioKey
  /** What the letter is to say; the words of the mail server's templates when absent. */
  readonly words?: LetterWords
  readonly variables: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends a letter now, through this mail server whether it is saved or not. @throws MailProblem */
export async function sendTestLetter(db: Db, server: MailServer, test: TestLetter): Promise<void> {
  const key = randomBytes(16).toString('hex')
  const words = test.words ?? letterWords(test.scenario, server.templates, test.language)
  const written = renderedLetter(words, test.language, { ...test.variables, site: await readSiteName(db) })
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
    const problem = cause instanceof MailProblem ? cause : new MailProblem('unknown', String(cause), { cause })
    await finish(db, id, { state: 'failed', failure: problem.failure, reply: problem.reply })
    throw problem
  }
}

/** Forgets letters whose end is long past. */
export async function deleteOldLetters(db: Db, keptDays: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('letter')
    .where('state', 'in', ['sent', 'failed'])
    .where('created_at', '<', steadyIn(-keptDays * 86_400))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
