import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { payment } from '@nameplane/contract/system/payment'
import { takenNames } from '../../server/src/db/migrate.ts'
import { withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { inputSchemaOf } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * The same write several times at the very same moment, as a double click, an impatient script or two windows send it: nothing
 * breaks, and what may be there once is there once.
 */
const times = 12

let platform: TestApp
const objects = 4
/** As many worlds as objects want one name at once, as they were made, for each test. */
let kept: KeptWorlds
beforeAll(async () => {
  platform = await createTestApp()
  await withoutCaptcha(platform)
  kept = new KeptWorlds(platform, objects)
})
afterAll(() => platform.close())

const writes = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint })).filter(({ endpoint }) => endpoint.effect === 'write')
const taken = /_(exists|taken)$/
const makes = /\.(save|copy)$/

type Answer = { code: unknown; status: number; problem?: string; fields?: Record<string, string> }

async function atOnce(endpoint: Endpoint, inputs: readonly Record<string, unknown>[]): Promise<Answer[]> {
  const answers = await Promise.all(inputs.map((input) => rawCall(platform.app, endpoint, input, { token: platform.adminToken })))
  return answers.map((answer) => {
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { ...(isJson ? answer.json<Omit<Answer, 'status'>>() : { code: 1 }), status: answer.statusCode }
  })
}

const faultsOf = (answers: readonly Answer[]): Answer[] => answers.filter(({ status, problem }) => status >= 500 || problem === 'server_fault')

describe('the same write twelve times at once', () => {
  test.each(writes)('$name breaks nothing', async ({ name, endpoint }) => {
    // The newest has the key that its making took from the others.
    const input = validCalls[name]!((await kept.asMade()).at(-1)!)
    const answers = await atOnce(
      endpoint,
      Array.from({ length: times }, () => input),
    )
    expect(faultsOf(answers)).toEqual([])
    // What has a name is made once; the others are told so, at its field.
    const refusals = answers.filter(({ problem }) => taken.test(problem ?? ''))
    if (refusals.length > 0 && makes.test(name)) expect(refusals).toHaveLength(times - 1)
    for (const { problem, fields } of refusals) expect(Object.values(fields ?? {}), name).toContain(problem)
  })

  test('was about names too', () => {
    expect(writes.filter(({ name, endpoint }) => makes.test(name) && endpoint.problems.some((code) => taken.test(code))).length).toBeGreaterThan(5)
  })
})

describe('one new name for several objects at once', () => {
  const renames = writes.filter(({ name, endpoint }) => name.endsWith('.update') && endpoint.problems.some((code) => taken.test(code)))
  test.each(renames)('$name gives it to one of them', async ({ name, endpoint }) => {
    const worlds = await kept.asMade()
    const [first] = worlds
    // Names of saved filters are told apart within a list, and each world's filter is of a list of its own.
    await platform.db
      .updateTable('saved_filter')
      .set({ screen: '/dns/domain/list' })
      .where(
        'id',
        'in',
        worlds.map((world) => world.savedFilterId),
      )
      .execute()
    // So are names of custom lines within a domain.
    for (const { customLineId } of worlds)
      await platform.db
        .updateTable('custom_line')
        .set({ domain_id: first!.linedDomainId, name: `line ${customLineId}`, segments: `192.0.2.${customLineId % 256}` })
        .where('id', '=', customLineId)
        .execute()
    const answers = await atOnce(
      endpoint,
      worlds.map((world) => validCalls[name]!({ ...world, name: first!.name })),
    )
    expect(faultsOf(answers)).toEqual([])
    const refusals = answers.filter(({ problem }) => taken.test(problem ?? ''))
    expect([answers.filter(({ code }) => code === 1).length, refusals.length]).toEqual([1, objects - 1])
    for (const { problem, fields } of refusals) expect(Object.values(fields ?? {})).toContain(problem)
  })
})

/** Unique indexes that have no words in takenNames, with what keeps two writes at once from them. */
const guarded: Record<string, string> = {
  account_username: 'names of accounts are compared under a lock on all of them',
  account_email: 'as account_username',
  account_mobile: 'as account_username',
  domain_name_key: 'a lock on the name: the refusal names the domain, and the recycle bin',
  system_config_param_key_key: 'a lock on the key: the second save changes what the first has made',
  node_name_key: 'a lock on the enrolment of nodes',
  payment_request_key_key: 'on conflict: the second gets the payment of the first',
  payment_notification_provider_event_id_key: 'on conflict: told twice is taken once',
  ledger_entry_once: 'the account is locked before the ledger is read',
  identity_verification_passed: 'a lock on the identity card number',
  identity_verification_pending: 'the account is locked before its verifications are read',
  backup_maker_fingerprint_key: 'on conflict: the newer name stays',
  acme_account_directory_url_key: 'on conflict: the second goes on with the key of the first',
  wechat_binding_identity_digest_key: 'on conflict: the second is told whose it is',
  passkey_credential_id_key: 'on conflict: the second is told that the key is there',
  mail_token_source_key: 'on conflict: the newer token stays',
  job_own: 'on conflict: a duty of the platform is a job once',
  job_run_planned: 'on conflict: a planned time is served once',
  refused_write_repeat: 'on conflict: counted',
  sign_in_attempt_repeat: 'on conflict: counted',
  menu_seed_key_key: 'written before the first call is answered',
  service_group_one_default: 'written before the first call is answered; no call sets it',
  domain_primary_domain_id_key: 'the domain is locked before its primaries are read',
  change_set_key: 'a lock on the key: the second submission is the set of the first',
  identity_verification_provider_provider_id_key: 'numbers of our own making',
  change_set_domain_change_set_id_position_key: 'the same',
  ...Object.fromEntries(
    [
      'api_token_token_hash_key',
      'dynamic_host_secret_hash_key',
      'letter_key_key',
      'node_enrolment_key',
      'node_enrolment_token_hash_key',
      'payment_out_trade_no_key',
      'payment_refund_refund_no_key',
      'session_id_key',
      'wechat_scan_scene_hash_key',
    ].map((name) => [name, 'made at random or counted, never sent']),
  ),
}

test('one idempotency key for refunds of two payments at once is taken by one of them', async () => {
  const inputs = (await kept.asMade()).slice(0, 2).map(({ paymentId }) => ({ id: paymentId, amountCents: 100 }))
  const headers = { 'idempotency-key': 'one-for-both' }
  const answers = await Promise.all(inputs.map((input) => rawCall(platform.app, payment.refund, input, { token: platform.adminToken, headers })))
  expect(answers.map((answer) => answer.json<Answer>().problem ?? '').sort()).toEqual(['', 'idempotency_key_reused'])
})

describe('a unique index', () => {
  test('has words for whom it refuses, or a reason why it refuses nobody', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where i.indisunique and not i.indisprimary and n.nspname = 'public'`.execute(platform.db)
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(takenNames), ...Object.keys(guarded)].sort())
  })

  test.each(Object.entries(takenNames))('%s: some endpoint says what it is refused with', (_name, { problem, field }) => {
    const said = writes.filter(({ endpoint }) => endpoint.problems.includes(problem))
    expect(said.map(({ name }) => name)).not.toEqual([])
    for (const { endpoint } of said)
      expect(Object.keys(inputSchemaOf(endpoint).properties ?? {})).toEqual(field === null ? expect.anything() : expect.arrayContaining([field]))
  })
})
