import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsOpening, type Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { isSuccess } from '@nameplane/contract/envelope'
import { isRight, rights } from '@nameplane/contract/rights'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { seal } from '../../server/src/secrets/seal.ts'
import { identityPlace } from '../../server/src/secrets/sealed-places.ts'
import { administratorWith, withoutCaptcha } from '../support/app-accounts.ts'
import { newUser } from '../support/app-users.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { fingerprintOf } from '../support/fingerprint.ts'
import { inputSchemaOf, plainValue } from '../support/hostile-input.ts'
import { rawCall } from '../support/raw-call.ts'
import { makeFixtureWorld, type FixtureWorld } from '../support/fixture-world.ts'
import { KeptWorlds } from '../support/kept-worlds.ts'
import { validCalls } from '../support/valid-calls.ts'

/*
 * Who may do what, made from the contract's list: every endpoint, called by nobody, an ordinary user, administrators
 * without a role, with every right to look and with every right over one service group, and the super administrator; with
 * an object of the caller's own and with somebody else's.
 */
const callers = ['nobody', 'user', 'none', 'reader', 'keeper', 'super'] as const
type CallerName = (typeof callers)[number]
type Caller = { token: string | null; rights: ReadonlySet<string>; isUser: boolean }

const rows = endpoints.map(({ noun, verb, endpoint }) => ({ name: `${noun}.${verb}`, endpoint }))
/** Streams never end, so that there is no answer to wait for. */
const ending = rows.filter(({ endpoint }) => endpoint.answers !== 'stream')

/** What of a world lies within the reach of some and not of others. */
const reachedMembers: readonly string[] = ['domainId', 'domainVersion', 'recordIds', 'lockedId', 'recycledId', 'groupId']

let platform: TestApp
let caller: Record<CallerName, Caller>
let others: FixtureWorld
let ownToRead: FixtureWorld
let keptGroupId: number
let keeperRoleId: number
let keeperId: number
let userId: number

beforeAll(async () => {
  platform = await createTestApp()
  await withoutCaptcha(platform)
  const servers = { mname: 'ns1.example.net', rname: 'hostmaster.example.net', ns1: 'ns1.example.net', ns2: 'ns2.example.net' }
  keptGroupId = (await platform.call(serviceGroup.save, { name: 'kept', ...servers })).data.id
  const user = await newUser(platform)
  userId = user.id
  const none = await administratorWith(platform, [])
  const reads = rights.filter((right) => right.endsWith('.read'))
  const reader = await administratorWith(platform, reads)
  const keeper = await administratorWith(platform, rights, { dataScope: 'groups', serviceGroupIds: [keptGroupId] })
  keeperId = keeper.accountId
  keeperRoleId = (await platform.db.selectFrom('account_role').select('role_id').where('account_id', '=', keeper.accountId).executeTakeFirstOrThrow()).role_id
  const userRole = await platform.db.selectFrom('role').select('rights').where('built_in', '=', true).executeTakeFirstOrThrow()
  caller = {
    nobody: { token: null, rights: new Set(), isUser: false },
    user: { token: user.token, rights: new Set(userRole.rights), isUser: true },
    none: { token: none.token, rights: new Set(), isUser: false },
    reader: { token: reader.token, rights: new Set(reads), isUser: false },
    keeper: { token: keeper.token, rights: new Set(rights), isUser: false },
    super: { token: platform.adminToken, rights: new Set(rights), isUser: false },
  }
  others = await makeFixtureWorld(platform)
  ownToRead = await makeFixtureWorld(platform)
  await own(ownToRead)
})
afterAll(() => platform.close())

/** The refusal that is due before anything is looked at; null when the caller may make this call at all. */
function gateOf(name: CallerName, endpoint: Endpoint): 'session_lost' | 'right_missing' | null {
  if (endpoint.access === 'public') return null
  if (name === 'nobody') return 'session_lost'
  const { rights: held, isUser } = caller[name]
  if (isUser && endpoint.users === 'none') return 'right_missing'
  const opening = rightsOpening(endpoint)
  return opening.length > 0 && !opening.some((right) => held.has(right)) ? 'right_missing' : null
}

/** The sound input with a world's objects, and which of the world's members it names. */
function inputFor(name: string, endpoint: Endpoint, world: FixtureWorld): { input: Record<string, unknown>; named: Set<string> } {
  const named = new Set<string>()
  const watched = new Proxy(world, { get: (target, member) => (named.add(String(member)), Reflect.get(target, member) as unknown) })
  const input = validCalls[name]?.(watched) ?? (plainValue(inputSchemaOf(endpoint)) as Record<string, unknown>)
  return { input, named }
}

const reaches = (named: ReadonlySet<string>): boolean => reachedMembers.some((member) => named.has(member))

async function send(
  who: CallerName,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<{ isDone: boolean; problem: string | undefined; body: string }> {
  const answer = await rawCall(platform.app, endpoint, input, { token: caller[who].token })
  if (endpoint.answers === 'file' && answer.headers['content-disposition']) return { isDone: true, problem: undefined, body: answer.body }
  if (!String(answer.headers['content-type']).startsWith('application/json')) return { isDone: answer.statusCode < 300, problem: undefined, body: answer.body }
  const { code, problem } = answer.json<{ code: unknown; problem?: string }>()
  return { isDone: answer.statusCode < 300 && isSuccess(code), problem, body: answer.body }
}

/** Makes a world one that a caller owns: its domains are the user's, and stand in the group that the keeper keeps. */
async function own(world: FixtureWorld): Promise<void> {
  const ids = [world.domainId, world.lockedId, world.recycledId]
  await platform.db.updateTable('domain').set({ account_id: userId, service_group_id: keptGroupId }).where('id', 'in', ids).execute()
  await platform.db.insertInto('role_service_group').values({ role_id: keeperRoleId, service_group_id: world.groupId }).execute()
  await addedBy(keeperId, world)
}

/** The users of a world lie within the reach of the administrator who has added them. */
async function addedBy(accountId: number, { userId: owner, payerId }: FixtureWorld): Promise<void> {
  await platform.db.updateTable('account').set({ created_by: accountId }).where('id', 'in', [owner, payerId]).execute()
}

test('every endpoint says who may call it', () => {
  const isSaid = ({ access }: Endpoint): boolean => access === 'public' || access === 'session' || rightsOpening({ access }).length > 0
  expect(rows.filter(({ endpoint }) => !isSaid(endpoint) || !rightsOpening(endpoint).every(isRight))).toEqual([])
  // A list that says everything is public would pass everything below.
  expect(rows.filter(({ endpoint }) => endpoint.access === 'public').length).toBeLessThan(rows.length / 4)
})

/** Takes back that backups of another platform are accepted, which whoever may say so may. */
const trustTaken = 'backup.forgetMakers'

test('what deletes asks for a right to delete: who may add and change need not be able to', () => {
  const deleting = rows.filter(({ endpoint }) => /\/(delete|purge)$/.test(endpoint.path) && rightsOpening(endpoint).length > 0)
  const byAnother = deleting.filter(({ name, endpoint }) => name !== trustTaken && !rightsOpening(endpoint).every((right) => right.endsWith('.delete')))
  expect(byAnother.map(({ name }) => name)).toEqual([])
  expect(deleting.length).toBeGreaterThan(12)
})

/** Who is refused calls for what they are, and how many of all at least: a gate that refuses nobody would pass what follows. */
const refusedShare = { nobody: 0.8, user: 0.6, none: 0.6, reader: 0.3 } as const satisfies Partial<Record<CallerName, number>>

describe.each(Object.entries(refusedShare) as [keyof typeof refusedShare, number][])('%s', (who, share) => {
  test('is refused what is not theirs to call, whatever it names, and changes nothing', async () => {
    const refused = rows.filter(({ endpoint }) => gateOf(who, endpoint) !== null)
    const before = await fingerprintOf(platform.db)
    for (const { name, endpoint } of refused) {
      const { isDone, problem } = await send(who, endpoint, inputFor(name, endpoint, others).input)
      expect([name, isDone, problem]).toEqual([name, false, gateOf(who, endpoint)])
    }
    expect(await fingerprintOf(platform.db)).toEqual(before)
    expect(refused.length / rows.length).toBeGreaterThan(share)
  })
})

describe('an administrator with every right but one', () => {
  const needed = rights.filter((right) => rows.some(({ endpoint }) => endpoint.access === right))
  /** Of these one is enough for a call, which one by what is named: tests/sweeps/setting-rights.test.ts. */
  const anyOf = new Set(rows.flatMap(({ endpoint }) => (typeof endpoint.access === 'string' ? [] : endpoint.access)))

  test('is refused all that asks for it, and changes nothing', async () => {
    const tokens = new Map<string, string>()
    for (const missing of needed) {
      const held = rights.filter((right) => right !== missing)
      tokens.set(missing, (await administratorWith(platform, held)).token)
    }
    const before = await fingerprintOf(platform.db)
    for (const { name, endpoint } of rows) {
      const token = typeof endpoint.access === 'string' ? tokens.get(endpoint.access) : undefined
      if (token === undefined) continue
      const answer = await rawCall(platform.app, endpoint, inputFor(name, endpoint, others).input, { token })
      expect([name, answer.json<{ problem?: string }>().problem]).toEqual([name, 'right_missing'])
    }
    expect(await fingerprintOf(platform.db)).toEqual(before)
  })

  test('was looked at for every right but those that open no call by themselves', () => {
    // One shows more of the messages that everybody may list; nodes have no calls yet.
    expect(rights.filter((right) => !needed.includes(right) && !anyOf.has(right)).toSorted()).toEqual(['message.read', 'node.read'])
  })
})

describe.each(['user', 'keeper'] as const)("%s, with somebody else's objects,", (who) => {
  const named = () => ending.filter(({ name, endpoint }) => gateOf(who, endpoint) === null && reaches(inputFor(name, endpoint, others).named))

  test('is refused as if they were not there, and changes nothing', async () => {
    const before = await fingerprintOf(platform.db)
    for (const { name, endpoint } of named()) {
      const { input } = inputFor(name, endpoint, others)
      const { isDone, problem, body } = await send(who, endpoint, input)
      // What deleting would take away is nothing, for what is not there.
      const isEmpty = name === 'domain.removal' && body.includes('"domains":0')
      expect([name, isDone && !isEmpty, problem === 'right_missing']).toEqual([name, false, false])
      expect(body, name).not.toContain(`"${others.name}"`)
    }
    expect(await fingerprintOf(platform.db)).toEqual(before)
    expect(named().length).toBeGreaterThan(15)
  })

  test('sees nothing of them in any list', async () => {
    const reads = ending.filter(({ endpoint }) => endpoint.effect === 'read' && gateOf(who, endpoint) === null)
    const ofDns = reads.filter(({ endpoint }) => rightsOpening(endpoint).some((right) => /^(domain|record|service_group|dashboard|log)\./.test(right)))
    for (const { name, endpoint } of ofDns) {
      const { body } = await send(who, endpoint, inputFor(name, endpoint, others).input)
      expect(body, name).not.toContain(others.name)
    }
    const found = await send(who, endpoints.find(({ noun }) => noun === 'search')!.endpoint, { text: others.name })
    expect(found.isDone).toBe(true)
    expect(found.body).not.toContain(`"${others.name}"`)
  })
})

describe.each(['user', 'keeper', 'super'] as const)('%s, with objects of the own,', (who) => {
  const mine = () => ending.filter(({ name, endpoint }) => gateOf(who, endpoint) === null && reaches(inputFor(name, endpoint, others).named))
  /** Fields that users may not set, a role that reaches more than the keeper does, and a provider that is at no public address. */
  const ruledOut: Record<typeof who, readonly string[]> = {
    user: ['domain.update', 'providerZone.read'],
    keeper: ['role.update', 'providerZone.read', 'providerZone.transfer'],
    super: ['providerZone.read', 'providerZone.transfer'],
  }

  test('may do all that their rights say', async () => {
    // What a write makes of its world is not for the next one; looking leaves it as it is.
    const worlds = new KeptWorlds(platform, 1, own)
    for (const { name, endpoint } of mine()) {
      const world = endpoint.effect === 'write' ? (await worlds.asMade())[0]! : ownToRead
      const { isDone, problem, body } = await send(who, endpoint, inputFor(name, endpoint, world).input)
      expect([name, isDone, isDone ? '' : body.slice(0, 200)]).toEqual(
        ruledOut[who].includes(name) ? [name, false, expect.stringContaining(problem!)] : [name, true, ''],
      )
    }
  })
})

describe.each(['groups', 'own'] as const)('an administrator with every right and the scope %s', (dataScope) => {
  let who: { token: string; accountId: number }
  let theirs: FixtureWorld
  beforeAll(async () => {
    who = await administratorWith(platform, rights, { dataScope, serviceGroupIds: dataScope === 'groups' ? [keptGroupId] : [] })
    theirs = await makeFixtureWorld(platform)
    await addedBy(who.accountId, theirs)
    await identify(others)
    await identify(theirs)
  })

  /** A tag and a verification of a world's user. */
  async function identify({ userId: account_id, name }: FixtureWorld): Promise<void> {
    await platform.db
      .updateTable('account')
      .set({ tags: [`tag-${name}`] })
      .where('id', '=', account_id)
      .execute()
    await platform.db
      .insertInto('identity_verification')
      .values({
        account_id,
        provider: 'wechat',
        provider_id: name,
        scene: 'rule1',
        name: seal('张三', identityPlace(account_id, 'name')),
        id_number: seal('11010519491231002X', identityPlace(account_id, 'id_number')),
        id_digest: Buffer.from(name),
        expires_at: new Date(Date.now() + 600_000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  const ask = async (endpoint: Endpoint, input: Record<string, unknown>) => {
    const answer = await rawCall(platform.app, endpoint, input, { token: who.token })
    if (endpoint.answers === 'file') return { isDone: answer.statusCode < 300, problem: undefined, body: answer.body }
    const { code, problem } = answer.json<{ code: unknown; problem?: string }>()
    return { isDone: isSuccess(code), problem, body: answer.body }
  }
  const verificationOf = async ({ userId: id }: FixtureWorld) =>
    (await platform.db.selectFrom('identity_verification').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()).id
  const namesOf = async ({ userId: owner, payerId }: FixtureWorld) =>
    (await platform.db.selectFrom('account').select('username').where('id', 'in', [owner, payerId]).execute()).map(({ username }) => username)
  /** Every call that names a user, or what is a user's, in a world; own members of domains are looked at above. */
  const callsOn = async (world: FixtureWorld) => {
    const verificationId = await verificationOf(world)
    return ending.flatMap(({ name, endpoint }) => {
      if (rightsOpening(endpoint).length === 0 && name !== 'admin.password') return []
      const { input, named } = inputFor(name, endpoint, world)
      if (/^verification\.(reveal|decide)$/.test(name)) return [{ name, endpoint, input: { ...input, id: verificationId } }]
      return ['userId', 'payerId', 'paymentId'].some((member) => named.has(member)) && !reaches(named) ? [{ name, endpoint, input }] : []
    })
  }

  test('is refused what users beyond reach are named in, as if they were not there', async () => {
    const calls = await callsOn(others)
    const before = await fingerprintOf(platform.db)
    const unexpected: string[] = []
    for (const { name, endpoint, input } of calls) {
      const { isDone, problem, body } = await ask(endpoint, input)
      // A filter that names them finds nothing.
      const isEmpty = endpoint.effect === 'read' && /"totalCount":0\b/.test(body)
      if ((isDone && !isEmpty) || problem === 'right_missing') unexpected.push(`${name}: ${body.slice(0, 200)}`)
      for (const username of await namesOf(others)) expect(body, name).not.toContain(`"${username}"`)
    }
    expect(unexpected).toEqual([])
    expect(await fingerprintOf(platform.db)).toEqual(before)
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'user.update',
        'user.status',
        'user.tag',
        'user.requirePassword',
        'user.delete',
        'user.impersonate',
        'admin.password',
        'session.listOf',
        'session.endOf',
        'payment.info',
        'payment.recharge',
        'payment.refund',
        'verification.reveal',
        'verification.decide',
      ]),
    )
  })

  test('sees in lists, pickers, exports and the search the users within reach, and no others', async () => {
    const byName = (noun: string, verb: string) => endpoints.find((row) => row.noun === noun && row.verb === verb)!.endpoint
    for (const [noun, verb, input] of [
      ['user', 'list', { limit: 100 }],
      ['user', 'names', { search: 'owner' }],
      ['user', 'export', {}],
      ['user', 'tags', {}],
      ['verification', 'list', { limit: 100 }],
      ['message', 'recipients', { search: 'owner' }],
      ['search', 'find', { text: 'owner' }],
    ] as const) {
      const { isDone, body } = await ask(byName(noun, verb), input)
      const marks = async (world: FixtureWorld) =>
        verb === 'tags' ? [`tag-${world.name}`] : [(await namesOf(world)).find((name) => name.startsWith('owner'))!]
      expect([noun, verb, isDone]).toEqual([noun, verb, true])
      for (const mark of await marks(others)) expect(body, `${noun}.${verb}`).not.toMatch(new RegExp(`\\b${mark}\\b`))
      for (const mark of await marks(theirs)) expect(body, `${noun}.${verb}`).toMatch(new RegExp(`\\b${mark}\\b`))
    }
  })

  test('may do with users of their own all that their rights say', async () => {
    const names = (await callsOn(theirs)).map(({ name }) => name)
    const worlds = new KeptWorlds(platform, 1, async (world) => {
      await addedBy(who.accountId, world)
      await identify(world)
    })
    for (const name of names) {
      const [made] = await worlds.asMade()
      const world = made!
      const { endpoint, input } = (await callsOn(world)).find((one) => one.name === name)!
      const { isDone, body } = await ask(endpoint, input)
      expect([name, isDone, isDone ? '' : body.slice(0, 200)]).toEqual([name, true, ''])
    }
  })
})

describe('somebody with every right to look', () => {
  test('writes nothing at all', async () => {
    const writes = rows.filter(({ endpoint }) => endpoint.effect === 'write' && rightsOpening(endpoint).length > 0)
    expect(writes.filter(({ endpoint }) => gateOf('reader', endpoint) === null).map(({ name }) => name)).toEqual([])
  })

  test('may look at everything that a right opens', async () => {
    for (const { name, endpoint } of ending.filter(
      (row) => row.endpoint.effect === 'read' && rightsOpening(row.endpoint).some((right) => right.endsWith('.read')),
    )) {
      const { problem } = await send('reader', endpoint, inputFor(name, endpoint, others).input)
      expect([name, problem]).not.toEqual([name, 'right_missing'])
    }
  })
})
