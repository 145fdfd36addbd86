import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { apiToken } from '@nameplane/contract/account/api-token'
import { factor } from '@nameplane/contract/account/factor'
import { session } from '@nameplane/contract/account/session'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { domain } from '@nameplane/contract/dns/domain'
import { nodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { loginRules } from '@nameplane/contract/system/settings/login-rules'
import { openDb, openPool, type Db } from '../../server/src/db/connection.ts'
import { sha256 } from '../../server/src/features/account/session/session.store.ts'
import { nextTime } from '../../server/src/features/system/job/next-times.ts'
import { canSetClocks, otherClock, startDatabaseWith, type OtherClock } from '../support/other-clock.ts'
import { freePorts } from '../support/free-port.ts'
import { giveLineTable, startServer, type ServerProcess } from '../support/server-process.ts'
import { setSetting } from '../support/settings.ts'
import { step } from '../support/step.ts'

/*
 * A platform and its database on a machine whose clock is set while they run: on by 400 days, back by an hour, to the eve of a leap
 * day, into another zone. What is given for a while ends by the time that passes; jobs are neither left out nor run twice.
 */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const password = 'correct horse 7'
const folder = mkdtempSync(join(tmpdir(), 'nameplane-clock-'))

/** Headers that say who calls. */
type Caller = Record<string, string>

describe.runIf(canSetClocks)('a platform whose clock is set', () => {
  let clock: OtherClock
  let database: Awaited<ReturnType<typeof startDatabaseWith>>
  let db: Db
  let server: ServerProcess
  let url: string
  let signedIn: Caller
  let key: Caller
  let enrolment: string
  let secret: string
  let pulse: number

  async function start(zone: string): Promise<void> {
    const { port } = await freePorts()
    url = `http://127.0.0.1:${port}/api/`
    server = startServer({
      ...clock.variables,
      TZ: zone,
      NAMEPLANE_DATA: join(folder, 'platform'),
      NAMEPLANE_DATABASE_URL: database.connectionString,
      NAMEPLANE_PORT: String(port),
      NAMEPLANE_DNS_PORT: '0',
      NAMEPLANE_ADMIN_PASSWORD: password,
    })
    await server.ready()
  }

  async function send<E extends Endpoint>(endpoint: E, input: Sent<E>, caller: Caller = {}): Promise<Reply<E> & { cookie: string; problem?: string }> {
    const fields = Object.entries(input as Record<string, unknown>).map(([name, value]): [string, string] => [name, String(value)])
    const answer =
      endpoint.method === 'GET'
        ? await fetch(`${url}${endpoint.path}?${new URLSearchParams(fields).toString()}`, { headers: caller })
        : await fetch(`${url}${endpoint.path}`, { method: 'POST', headers: { ...caller, 'content-type': 'application/json' }, body: JSON.stringify(input) })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const body: Record<string, unknown> = { ...((await answer.json()) as object), cookie }
    return body as Reply<E> & { cookie: string; problem?: string }
  }
  /** The problem's code, or '' for an answer. */
  async function problemOf<E extends Endpoint>(endpoint: E, input: Sent<E>, caller: Caller = {}): Promise<string> {
    return (await send(endpoint, input, caller)).problem ?? ''
  }
  async function signIn(username: string): Promise<Caller> {
    const { token, cookie } = await send(session.login, { username, password })
    return { cookie, token: token! }
  }
  const isIn = async (caller: Caller): Promise<boolean> => (await problemOf(domain.list, {}, caller)) === ''
  const codeAt = (at: Date, stepsLater = 0): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() + stepsLater * 30_000 })
  /** Codes change every half minute: what is tried at the end of one might be judged in the next. */
  async function earlyInStep(): Promise<void> {
    const leftMs = 30_000 - (clock.now().getTime() % 30_000)
    if (leftMs < 8000) await pause(leftMs + 100)
  }
  /** What the second step says of a code. */
  async function codeTried(code: string): Promise<string> {
    const { second } = await send(session.login, { username: 'second', password })
    return problemOf(session.second, { ticket: second!.ticket, method: 'totp', code })
  }
  const count = async (table: 'session' | 'api_token' | 'node_enrolment' | 'sign_in_attempt' | 'audit_entry'): Promise<number> =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((of) => of.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const runsOf = async (id: number) =>
    db.selectFrom('job_run').select(['state', 'planned_for']).where('job_id', '=', id).where('planned_for', 'is not', null).orderBy('id').execute()
  const served = async (at: Date): Promise<number> =>
    (await runsOf(pulse)).filter((run) => run.state === 'succeeded' && run.planned_for!.getTime() === at.getTime()).length

  async function addJob(name: string, cron: string): Promise<number> {
    const { id } = await db
      .insertInto('job')
      .values({
        name,
        handler: 'trial_run',
        params: '{"seconds":0}',
        cron,
        time_zone: 'UTC',
        overlap: 'skip',
        misfire: 'run_once',
        timeout_seconds: 60,
        retries: 0,
        retry_pause_seconds: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  /** Jobs whose next time is not the one that follows from the clock as it is. */
  async function jobsAstray(): Promise<number> {
    const from = new Date(clock.now().getTime() - 2000)
    const jobs = await db.selectFrom('job').select(['cron', 'time_zone', 'next_run_at']).where('status', '=', 1).execute()
    return jobs.filter((job) => {
      const next = nextTime(job.cron, job.time_zone, from)!
      return job.next_run_at === null || Math.abs(job.next_run_at.getTime() - next.getTime()) > 61_000
    }).length
  }
  /** Until jobs go by the clock as it is, and no run is open. */
  async function settled(): Promise<void> {
    const open = async () => (await db.selectFrom('job_run').select('id').where('state', 'in', ['waiting', 'running']).execute()).length
    while ((await jobsAstray()) > 0 || (await open()) > 0) await pause(200)
  }

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    clock = otherClock(folder)
    database = await startDatabaseWith(clock, join(folder, 'outside'))
    db = openDb(openPool({ connectionString: database.connectionString }, 4))
    mkdirSync(join(folder, 'platform'), { mode: 0o700 })
    giveLineTable(join(folder, 'platform'))
    await start('UTC')
    await setSetting(db, loginRules, { captcha: 'never' })
    signedIn = await signIn('admin')
    await send(admin.save, { username: 'second', password, passwordAgain: password, isSuper: true }, signedIn)
    key = { authorization: `Bearer ${(await send(apiToken.save, { name: 'a key', password, scopes: null, days: 90 }, signedIn)).data.token}` }
    enrolment = /npe_[\w-]{43}/.exec((await send(nodeEnrolment.save, { name: 'edge-1' }, signedIn)).data.command)![0]
    const other = await signIn('second')
    const offer = (await send(factor.totpOffer, { password }, other)).data
    secret = offer.secret
    await earlyInStep()
    await send(factor.totpSave, { seal: offer.seal, code: codeAt(clock.now(), -1) }, other)
    pulse = await addJob('pulse', '* * * * *')
    await settled()
  })
  afterAll(async () => {
    server?.signal('SIGKILL')
    await server?.ended
    await db?.destroy()
    await database?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  it('keeps its promises through every jump', { timeout: 900_000 }, async () => {
    await step('400 days on: nothing expires and nothing is cleared away, though every job has run', async () => {
      const tables = ['session', 'api_token', 'node_enrolment', 'sign_in_attempt', 'audit_entry'] as const
      const before = await Promise.all(tables.map(count))
      const oldest = await db.selectFrom('audit_entry').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      const jumpedAt = clock.now()
      await clock.set({ offsetMs: 400 * dayMs })
      await settled()
      // Every job was due by the new time, and has run once for all that it missed.
      const jobs = await db.selectFrom('job').select('id').where('status', '=', 1).execute()
      const runs = await db
        .selectFrom('job_run')
        .select(['job_id', 'state'])
        .where('planned_for', '>', new Date(jumpedAt.getTime() + 300 * dayMs))
        .execute()
      expect(new Set(runs.map((run) => run.job_id)).size).toBe(jobs.length)
      for (const { id } of jobs.filter((job) => job.id !== pulse)) expect(runs.filter((run) => run.job_id === id).length).toBeLessThanOrEqual(2)
      expect((await Promise.all(tables.map(count))).map((now, index) => now >= before[index]!)).toEqual(tables.map(() => true))
      expect(await db.selectFrom('audit_entry').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).toEqual(oldest)
      expect([await isIn(signedIn), await isIn(key)]).toEqual([true, true])
      const { data } = await send(nodeEnrolment.list, {}, signedIn)
      expect(data.map(({ state }) => state)).toEqual(['open'])
      const fresh = await signIn('admin')
      expect(await isIn(fresh)).toBe(true)
    })

    await step('a code of an authenticator app is taken a step before and after the clock, whatever it was before', async () => {
      const { now } = clock
      await earlyInStep()
      const real = (): Date => new Date(now().getTime() - 400 * dayMs)
      expect([await codeTried(codeAt(now(), -2)), await codeTried(codeAt(now(), 2)), await codeTried(codeAt(real()))]).toEqual(
        Array.from({ length: 3 }, () => 'second_factor_wrong'),
      )
      expect(await codeTried(codeAt(now()))).toBe('')
    })

    await step('put back to what it was: everything is as before, and no job waits for the year after next', async () => {
      await clock.set({ offsetMs: 0 })
      await settled()
      expect([await isIn(signedIn), await isIn(key)]).toEqual([true, true])
      // The code that was taken 400 days ahead shuts nobody out.
      await earlyInStep()
      expect(await codeTried(codeAt(clock.now(), 1))).toBe('')
      expect(await codeTried(codeAt(clock.now(), 1))).toBe('second_factor_used')
      expect(await problemOf(nodeEnrolment.enrol, { token: enrolment })).toBe('')
    })

    await step('an hour back: what has expired stays so, also over a start in another zone, and no job runs twice', async () => {
      const over = await signIn('admin')
      const spent = (await send(nodeEnrolment.save, { name: 'edge-2' }, signedIn)).data.command.match(/npe_[\w-]{43}/)![0]
      // Five minutes ago, which is to come again.
      const ended = { expires_at: new Date(clock.now().getTime() - 300_000) }
      const ofOver = sha256(over['token']!)
      await db.updateTable('job').set({ status: 0 }).where('handler', '=', 'session_delete_expired').execute()
      await db.updateTable('session').set(ended).where('token_hash', '=', ofOver).execute()
      await db.updateTable('node_enrolment').set(ended).where('name', '=', 'edge-2').execute()
      const last = new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000)
      await db.updateTable('job').set({ next_run_at: last }).where('id', '=', pulse).execute()
      await expect.poll(() => served(last)).toBe(1)
      await clock.set({ offsetMs: -hourMs })
      expect([await isIn(over), await isIn(signedIn)]).toEqual([false, true])
      expect(await problemOf(nodeEnrolment.enrol, { token: spent })).toBe('enrolment_token_unknown')
      const times = async () => db.selectFrom('job').select(['id', 'next_run_at']).where('id', '!=', pulse).orderBy('id').execute()
      await settled()
      const planned = await times()
      server.signal('SIGTERM')
      await server.ended
      await start('Pacific/Auckland')
      expect([await isIn(over), await isIn(signedIn), await isIn(key)]).toEqual([false, true, true])
      // It was there to be revived.
      expect(await db.selectFrom('session').select('id').where('token_hash', '=', ofOver).execute()).toHaveLength(1)
      await settled()
      expect((await times()).filter((job, index) => job.next_run_at!.getTime() < planned[index]!.next_run_at!.getTime())).toEqual([])
      // The minute that was served comes round again.
      await clock.set(new Date(last.getTime() - 5000))
      await expect.poll(() => clock.now().getTime() > last.getTime() + 3000).toBe(true)
      expect(await served(last)).toBe(1)
    })

    await step('the day that only leap years have comes once, for the job of that day as for that of every minute', async () => {
      const leap = await addJob('leap', '0 0 29 2 *')
      const midnight = new Date('2028-02-29T00:00:00Z')
      await clock.set(new Date(midnight.getTime() - 8000))
      await expect.poll(() => served(midnight)).toBe(1)
      const nextMidnight = new Date('2028-03-01T00:00:00Z')
      await clock.set(new Date(nextMidnight.getTime() - 8000))
      await expect.poll(() => served(nextMidnight)).toBe(1)
      await settled()
      expect(await served(midnight)).toBe(1)
      expect((await runsOf(leap)).map((run) => [run.state, run.planned_for])).toEqual([['succeeded', midnight]])
      const { next_run_at } = await db.selectFrom('job').select('next_run_at').where('id', '=', leap).executeTakeFirstOrThrow()
      expect(next_run_at).toEqual(new Date('2032-02-29T00:00:00Z'))
    })

    await step('the log says that the clock has jumped', async () => {
      await expect.poll(() => server.output() + server.errors()).toContain('clock of this machine jumped')
    })
  })
})
