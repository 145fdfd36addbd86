import { sql } from 'kysely'
import type { SignInResult } from '@nameplane/contract/dns/log'
import type { ProblemCode } from '@nameplane/contract/problems'
import type { Db } from '../../../db/connection.ts'
import type { Actor } from '../../../access/actor.ts'
import { Problem } from '../../../problem.ts'
import { isFromAdministratorNetwork } from './administrator-networks.ts'
import { readLoginRules } from './login-rules.ts'
import { findAccountByName, type SignInAccount } from './session.store.ts'

/*
 * The sign-in log: one row a try. Trying is open to everybody, so what strangers can add is bounded: refused tries of one
 * name, address and reason within a minute are one row with a count, and beyond so many rows a minute names, then
 * addresses, are not told apart any more.
 */

const rowsOfAddressAMinute = 30
const rowsAMinute = 1000
/** Stands for names and addresses that are not told apart. */
const many = '*'

/** What a try to sign in came to. */
type Attempt = {
  username: string
  account: Pick<SignInAccount, 'id' | 'type'> | null
  result: SignInResult
  /** Kind of the second factor that was asked for; empty when none was. */
  secondFactor: string
  durationMs: number
}

/** Notes a try to sign in. */
async function noteAttempt(db: Db, actor: Actor, attempt: Attempt): Promise<void> {
  const at = new Date()
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const isBounded = attempt.result !== 'ok'
  const rows = isBounded ? await rowsSince(db, minute, actor.address) : { ofAddress: 0, all: 0 }
  const isCrowded = rows.all >= rowsAMinute
  const username = isCrowded || rows.ofAddress >= rowsOfAddressAMinute ? many : attempt.username.slice(0, 64)
  await sql`
    insert into sign_in_attempt (at, minute, is_user, account_id, username, result, second_factor, address, agent, duration_ms, request_id)
    values (${at}, ${minute}, ${attempt.account !== null && attempt.account.type !== 1}, ${username === many ? null : (attempt.account?.id ?? null)}, ${username},
      ${attempt.result}, ${attempt.secondFactor}, ${isCrowded ? many : actor.address}, ${actor.agent}, ${Math.round(attempt.durationMs)}, ${actor.requestId})
    on conflict (minute, address, lower(username), result) where result <> 'ok' do update
      set tries = sign_in_attempt.tries + 1, at = excluded.at, agent = excluded.agent, request_id = excluded.request_id`.execute(db)
}

/** How many refused tries of this minute have a row of their own. */
async function rowsSince(db: Db, minute: Date, address: string): Promise<{ ofAddress: number; all: number }> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .where('minute', '=', minute)
    .where('result', '<>', 'ok')
    .select((of) => [of.fn.countAll<number>().as('all'), of.fn.countAll<number>().filterWhere('address', '=', address).as('ofAddress')])
    .executeTakeFirstOrThrow()
  return { ofAddress: row.ofAddress, all: row.all }
}

const resultOfProblem: Partial<Record<ProblemCode, SignInResult>> = {
  captcha_required: 'captcha',
  captcha_wrong: 'captcha',
  login_locked: 'locked',
  wechat_unbound: 'wechat_unbound',
}

/**
 * Signs in by `work` and notes what came of it: `ok` once there is a session, `second_factor_asked` while the password was
 * right and the second step is due. The reason of a refusal is for the log only; the caller hears one text for all.
 * `secondFactor` is the kind of the second step, and empty in the first.
 */
export async function withAttemptNoted<Result extends object>(
  db: Db,
  actor: Actor,
  { username, secondFactor }: { username: string; secondFactor: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  const note = async (resultOf: (account: SignInAccount | null) => SignInResult | Promise<SignInResult>): Promise<void> => {
    const durationMs = performance.now() - startedAt
    const account = (await findAccountByName(db, username)) ?? null
    await noteAttempt(db, actor, { username, account, result: await resultOf(account), secondFactor, durationMs })
  }
  return work().then(
    async (done) => {
      await note(() => ('secret' in done ? 'ok' : 'second_factor_asked'))
      return done
    },
    async (cause: unknown) => {
      if (cause instanceof Problem)
        await note((account) => resultOfProblem[cause.code] ?? (secondFactor === '' ? reasonOf(db, account, actor.address) : 'second_factor'))
      throw cause
    },
  )
}

/** Why a name with its password was refused. */
async function reasonOf(db: Db, account: SignInAccount | null, address: string): Promise<SignInResult> {
  // Read for everybody, so that the time of the answer tells no administrator from others.
  const rules = await readLoginRules(db)
  if (!account) return 'name'
  if (account.status !== 1) return 'disabled'
  return account.type === 1 && !isFromAdministratorNetwork(rules, address) ? 'network' : 'password'
}
