import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verification, verificationCallbackPath } from '@nameplane/contract/account/verification'
import { user } from '@nameplane/contract/account/user'
import { platformAddress } from '@nameplane/contract/system/settings/platform-address'
import { verificationAli, verificationWechat } from '@nameplane/contract/system/settings/verification'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { isPythonThere, startCloudJudge, type CloudJudge } from '../../../../../tests/support/cloud-judge.ts'
import { faceKeys, faceScenes, startFakeAlibabaFace, startFakeTencentFace, type FakeFace } from '../../../../../tests/support/fake-identity.ts'
import { setSetting } from '../../../../../tests/support/settings.ts'
import { placeFakes } from '../../../integrations/http/loopback.testing.ts'
import { callbackClaim } from './verification-callback.ts'
import { askForVerifications } from './verification-poll.ts'
import { verificationPartsOfSettings } from './verification.service.ts'

const idNumber = '11010519491231002X'
const otherNumber = '440524188001010014'
const person = { provider: 'wechat', name: '张三', idNumber } as const
const aliPerson = { provider: 'ali', name: '张三', idNumber, metaInfo: '{"deviceType":"h5"}' } as const

describe('a callback of a face check', () => {
  const [id, token] = ['91707dc296d469ad38e4c5efa6a0f24b', 'T'.repeat(43)]
  it('names a check and a token', () => {
    expect(callbackClaim(new URLSearchParams({ certifyId: id, callbackToken: token, passed: 'T' }))).toEqual({ certifyId: id, token })
    expect(callbackClaim(new URLSearchParams({ CertifyId: id, CallbackToken: token }))).toEqual({ certifyId: id, token })
  })
  const crooked = [
    '',
    `certifyId=${id}`,
    `callbackToken=${token}`,
    `certifyId=&callbackToken=${token}`,
    `certifyId=${id}&callbackToken=`,
    `certifyId=${id}&certifyId=${id}&callbackToken=${token}`,
    `certifyId=${id}&callbackToken=${token}&callbackToken=${token}`,
    `certifyId=${id}&CertifyId=${id}&callbackToken=${token}`,
    `certifyId=${id}&callbackToken=${token}&CallbackToken=${token}`,
    `certifyid=${id}&callbacktoken=${token}`,
    `certifyId[]=${id}&callbackToken=${token}`,
    `certifyId=${id}&callbackToken=${token}%00`,
    `certifyId=${id}%00&callbackToken=${token}`,
    `certifyId=${id}&callbackToken=${token}T`,
    `certifyId=${id}&callbackToken=${token.slice(1)}`,
    `certifyId=${id}&callbackToken=${token.slice(1)}%20`,
    `certifyId=${id}&callbackToken=${token.slice(1)}%0A`,
    `certifyId=${id}&callbackToken=${token.slice(1)}=`,
    `certifyId=${id}&callbackToken=${token.slice(1)}%2B`,
    `certifyId=${id}'--&callbackToken=${token}`,
    `certifyId=${'a'.repeat(129)}&callbackToken=${token}`,
    `certifyId=abc&callbackToken=${token}`,
    `{"certifyId":"${id}","callbackToken":"${token}"}`,
  ]
  it.each(crooked)('is none in the form %j', (text) => {
    expect(callbackClaim(new URLSearchParams(text))).toBeNull()
  })
})

describe.runIf(isPythonThere)('real-name verification', () => {
  let test: TestApp
  let judge: CloudJudge
  let tencent: FakeFace
  let alibaba: FakeFace
  let restore: () => void
  let who: { id: number; token: string }
  beforeAll(async () => {
    test = await createTestApp()
    judge = await startCloudJudge()
    tencent = await startFakeTencentFace(judge)
    alibaba = await startFakeAlibabaFace(judge, 'cloudauth.cn-shanghai.aliyuncs.com')
    await setSetting(test.db, platformAddress, { publicUrl: 'https://dns.example' })
  })
  afterAll(async () => {
    await Promise.all([tencent.close(), alibaba.close(), judge.close()])
    await test.close()
  })
  beforeEach(async () => {
    restore = placeFakes({ 'https://faceid.tencentcloudapi.com': tencent.baseUrl, 'https://cloudauth.cn-shanghai.aliyuncs.com': alibaba.baseUrl })
    await test.db.deleteFrom('identity_verification').execute()
    await setSetting(test.db, verificationWechat, { secretId: faceKeys.id, secretKey: faceKeys.secret, ruleId: faceScenes.tencent, freeCount: 3, feeCents: 0 })
    await setSetting(test.db, verificationAli, { accessKeyId: faceKeys.id, accessKeySecret: faceKeys.secret, sceneId: faceScenes.alibaba })
    who = await newUser(test)
  })
  afterEach(() => restore())

  const refusalOf = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (cause: unknown) => (cause as Refused).refusal.problem,
    )
  const begin = (as = who.token, sent: object = person) => test.call(verification.begin, sent as typeof person, as)
  const rowOf = (accountId: number) =>
    test.db.selectFrom('identity_verification').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').executeTakeFirstOrThrow()
  const accountOf = (id: number) => test.db.selectFrom('account').select(['verified', 'balance_cents']).where('id', '=', id).executeTakeFirstOrThrow()
  const pollAt = (minutes: number) =>
    askForVerifications(
      verificationPartsOfSettings(() => new Date(Date.now() + minutes * 60_000)),
      test.db,
    )
  const callBack = (query: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
    test.app.inject({
      method,
      url: method === 'GET' ? `${verificationCallbackPath}?${new URLSearchParams(query).toString()}` : verificationCallbackPath,
      ...(method === 'POST' ? { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: new URLSearchParams(query).toString() } : {}),
    })

  it('passes a user whom the provider has seen, and nobody before', async () => {
    expect((await begin()).data.url).toMatch(/^https:\/\/open\.weixin\.qq\.com\//)
    expect((await test.call(verification.check, {}, who.token)).data).toMatchObject({ state: 'pending', finishTime: null })
    expect((await accountOf(who.id)).verified).toBe(0)
    tencent.checks.at(-1)!.outcome = 'passed'
    await pollAt(2)
    expect((await test.call(verification.state, {}, who.token)).data).toMatchObject({ isVerified: true, last: { state: 'passed', provider: 'wechat' } })
    expect((await test.call(user.list, { verified: 1 })).data.list.map(({ id }) => id)).toContain(who.id)
    expect(await refusalOf(begin())).toBe('verification_done')
  })

  it('says why one is not passed, and lets the user try again', async () => {
    await begin()
    tencent.checks.at(-1)!.outcome = 'failed'
    expect((await test.call(verification.check, {}, who.token)).data).toMatchObject({ state: 'failed', reason: '2016' })
    expect((await accountOf(who.id)).verified).toBe(0)
    await begin()
  })

  it('asks the provider no more often than every few seconds, and shows nobody else’s', async () => {
    await begin()
    await test.call(verification.check, {}, who.token)
    expect(await refusalOf(test.call(verification.check, {}, who.token))).toBe('verification_too_young')
    const other = await newUser(test)
    expect(await refusalOf(test.call(verification.check, {}, other.token))).toBe('verification_missing')
    expect((await test.call(verification.state, {}, other.token)).data.last).toBeNull()
  })

  it('keeps name and number sealed, out of the log and of every reply but one', async () => {
    const { data } = await begin()
    const row = await rowOf(who.id)
    expect(JSON.stringify(row)).not.toMatch(/张三|11010519491231002/)
    expect([row.name, row.id_number].every((sealed) => sealed.startsWith('s1.'))).toBe(true)
    const page = (await test.call(verification.list, { userId: who.id })).data
    expect(page).toMatchObject({ totalCount: 1, list: [{ maskedName: '张*', maskedIdNumber: '1****************X', state: 'pending' }] })
    expect((await test.call(verification.reveal, { id: data.id })).data).toEqual({ name: '张三', idNumber })
    const log = await test.db.selectFrom('audit_entry').selectAll().where('action', 'like', 'verification.%').execute()
    expect(log.map(({ action }) => action)).toContain('verification.reveal')
    expect(JSON.stringify(log)).not.toMatch(/张三|11010519491231002/)
    const began = Date.parse(page.list[0]!.createTime)
    const countOf = async (from: number, to: number) => {
      const range = { from: new Date(began + from).toISOString(), to: new Date(began + to).toISOString() }
      return (await test.call(verification.list, range)).data.totalCount
    }
    expect([await countOf(-1, 1), await countOf(0, 0), await countOf(1, 2), await countOf(-2, -1)]).toEqual([1, 1, 0, 0])
    const limited = await test.tokenWith(['verification.read'])
    expect((await test.call(verification.list, {}, limited)).data.totalCount).toBe(1)
    expect(await refusalOf(test.call(verification.reveal, { id: data.id }, limited))).toBe('right_missing')
    expect(await refusalOf(test.call(verification.list, {}, who.token))).toBe('right_missing')
  })

  it('lists what a lost key has sealed, and says so to whom asks for it', async () => {
    const { data } = await begin()
    const { name } = await rowOf(who.id)
    // Sealed for another place, it opens here no more than under another key.
    await test.db.updateTable('identity_verification').set({ id_number: name }).where('id', '=', data.id).execute()
    expect((await test.call(verification.list, {})).data.list).toMatchObject([{ id: data.id, maskedName: '', maskedIdNumber: '', state: 'pending' }])
    expect(await refusalOf(test.call(verification.reveal, { id: data.id }))).toBe('verification_sealed')
  })

  it('lets one number verify one account, also when two pass at once', async () => {
    const others = [who, await newUser(test), await newUser(test)]
    for (const one of others) await begin(one.token)
    for (const check of tencent.checks.slice(-3)) check.outcome = 'passed'
    await Promise.all([pollAt(2), pollAt(2)])
    const rows = await Promise.all(others.map(({ id }) => rowOf(id)))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'passed'])
    expect(rows.filter(({ state }) => state === 'failed').map(({ reason }) => reason)).toEqual(['identity-taken', 'identity-taken'])
    const loser = rows.find(({ state }) => state === 'failed')!
    expect(await refusalOf(test.call(verification.decide, { id: loser.id, state: 'passed', reason: 'seen' }))).toBe('verification_identity_taken')
  })

  it('takes its price once the free ones are used, and nothing from who cannot pay', async () => {
    await setSetting(test.db, verificationWechat, { freeCount: 1, feeCents: 250 })
    const ways = async () => (await test.call(verification.state, {}, who.token)).data.ways
    expect(await ways()).toEqual([
      { provider: 'wechat', feeCents: 0, currency: 'CNY' },
      { provider: 'ali', feeCents: 0, currency: 'CNY' },
    ])
    await begin()
    tencent.checks.at(-1)!.outcome = 'failed'
    await pollAt(2)
    expect((await ways())[0]).toEqual({ provider: 'wechat', feeCents: 250, currency: 'CNY' })
    const begunBefore = tencent.checks.length
    expect(await refusalOf(begin())).toBe('verification_unpaid')
    expect(tencent.checks.length).toBe(begunBefore)
    await test.db.updateTable('account').set({ balance_cents: 600 }).where('id', '=', who.id).execute()
    await begin()
    expect((await accountOf(who.id)).balance_cents).toBe(350)
    const entry = await test.db.selectFrom('ledger_entry').selectAll().where('account_id', '=', who.id).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ kind: 'verification_fee', amount_cents: -250, balance_after_cents: 350, verification_id: (await rowOf(who.id)).id })
  })

  it('is begun once at a time and five times a day', async () => {
    const answers = await Promise.allSettled([begin(), begin()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(begin())).toBe('verification_pending')
    for (let count = 1; count < 5; count += 1) {
      await test.db.updateTable('identity_verification').set({ state: 'expired', finished_at: new Date(), next_query_at: null }).execute()
      await begin()
    }
    await test.db.updateTable('identity_verification').set({ state: 'expired', finished_at: new Date(), next_query_at: null }).execute()
    expect(await refusalOf(begin())).toBe('verification_too_many')
  })

  it('expires when nobody finished it, but not while the provider is silent', async () => {
    await begin()
    tencent.failAlways('status-500')
    await pollAt(60)
    expect((await rowOf(who.id)).state).toBe('pending')
    tencent.failAlways(null)
    tencent.checks.at(-1)!.outcome = 'passed'
    await pollAt(120)
    expect((await rowOf(who.id)).state).toBe('passed')
    const other = await newUser(test)
    await begin(other.token, { ...person, idNumber: otherNumber })
    await pollAt(40)
    expect(await rowOf(other.id)).toMatchObject({ state: 'expired', reason: 'unfinished' })
  })

  it.each([
    ['a number with a wrong check character', { idNumber: '110105194912310021' }, 'invalid_id_card'],
    ['a number of fifteen digits', { idNumber: '110105491231002' }, 'invalid_id_card'],
    ['a number of no day', { idNumber: '11010519490231002X' }, 'invalid_id_card'],
    ['no name', { name: '' }, 'invalid_value'],
    ['a name with a line break', { name: '张\n三' }, 'control_characters'],
    ['a name of signs', { name: '<b>' }, 'invalid_value'],
    ['another provider', { provider: 'manual' }, 'invalid_value'],
  ])('is not begun with %s', async (_, changed, problem) => {
    const before = tencent.calls.length
    expect(await refusalOf(begin(who.token, { ...person, ...changed }))).toBe(problem)
    expect(tencent.calls.length).toBe(before)
  })

  it('is off where its setting is, and says when the provider is silent or refuses', async () => {
    await test.db.updateTable('system_config').set({ status: 0 }).where('param_key', '=', verificationWechat.key).execute()
    expect(await refusalOf(begin())).toBe('verification_off')
    await setSetting(test.db, verificationWechat, { ruleId: 'unknown' })
    expect(await refusalOf(begin())).toBe('verification_refused')
    tencent.failNext('reset')
    expect(await refusalOf(begin())).toBe('verification_unanswered')
    expect(await refusalOf(begin(who.token, { ...aliPerson, metaInfo: '' }))).toBe('required')
    expect((await test.call(verification.list, { userId: who.id })).data.totalCount).toBe(0)
  })

  it('is decided by hand with a reason, both ways', async () => {
    const { data } = await begin()
    expect(await refusalOf(test.call(verification.decide, { id: data.id, state: 'passed', reason: ' ' }))).toBe('required')
    await test.call(verification.decide, { id: data.id, state: 'passed', reason: 'seen in person' })
    expect((await accountOf(who.id)).verified).toBe(1)
    expect((await test.call(verification.list, { state: 'passed' })).data.list[0]).toMatchObject({ decidedBy: 'admin', reason: 'seen in person' })
    await test.call(verification.decide, { id: data.id, state: 'failed', reason: 'a mistake' })
    expect((await accountOf(who.id)).verified).toBe(0)
    const trail = await test.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'verification.decide')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(trail.toReversed()).toEqual([
      {
        before: { verificationId: data.id, state: 'pending', verified: 0 },
        after: { verificationId: data.id, state: 'passed', reason: 'seen in person', verified: 1 },
      },
      {
        before: { verificationId: data.id, state: 'passed', verified: 1 },
        after: { verificationId: data.id, state: 'failed', reason: 'a mistake', verified: 0 },
      },
    ])
  })

  describe('called back by Alibaba', () => {
    const begunAli = async () => {
      await begin(who.token, aliPerson)
      const check = alibaba.checks.at(-1)!
      return { check, claim: { certifyId: check.id, callbackToken: check.callback!.token } }
    }

    it.each(['GET', 'POST'] as const)('by %s asks at once, once', async (method) => {
      const { check, claim } = await begunAli()
      expect(check.callback).toEqual({ url: `https://dns.example${verificationCallbackPath}`, token: expect.stringMatching(/^[\w-]{43}$/) as string })
      check.outcome = 'passed'
      expect((await callBack({ ...claim, passed: 'T' }, method)).body).toBe('success')
      expect((await accountOf(who.id)).verified).toBe(1)
      expect((await callBack({ ...claim, passed: 'T' }, method)).statusCode).toBe(403)
    })

    it('believes nothing that it says', async () => {
      const { check, claim } = await begunAli()
      expect((await callBack({ ...claim, passed: 'T', subCode: '200' })).statusCode).toBe(200)
      expect(await rowOf(who.id)).toMatchObject({ state: 'pending', callback_digest: null })
      check.outcome = 'failed'
      await pollAt(5)
      expect((await rowOf(who.id)).state).toBe('failed')
      expect((await accountOf(who.id)).verified).toBe(0)
    })

    it('takes no other token, whatever it looks like, and asks nobody', async () => {
      const { check, claim } = await begunAli()
      check.outcome = 'passed'
      const token = claim.callbackToken
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      const flipped = Array.from(token, (letter, index) => token.slice(0, index) + letters[(letters.indexOf(letter) + 1) % 64]! + token.slice(index + 1))
      const before = alibaba.calls.length
      const wrong = [...flipped, token.toLowerCase() + '_', `${token}${token}`, token.split('').toReversed().join(''), '', 'T'.repeat(43), 'null', 'undefined']
      const claims = [
        ...wrong.map((callbackToken) => ({ ...claim, callbackToken })),
        { ...claim, certifyId: `${claim.certifyId}0` },
        { ...claim, certifyId: claim.certifyId.toUpperCase() },
      ]
      expect(claims.length).toBeGreaterThanOrEqual(40)
      for (const one of claims) expect((await callBack(one)).statusCode, JSON.stringify(one)).toBe(403)
      expect(alibaba.calls.length).toBe(before)
      expect((await rowOf(who.id)).state).toBe('pending')
      expect((await callBack(claim)).statusCode).toBe(200)
    })

    it('is worth nothing once its check is decided', async () => {
      const { check, claim } = await begunAli()
      check.outcome = 'passed'
      await pollAt(5)
      expect(await rowOf(who.id)).toMatchObject({ state: 'passed', callback_digest: null })
      expect((await callBack(claim)).statusCode).toBe(403)
    })

    it('is not asked for where the switch is off', async () => {
      await setSetting(test.db, verificationAli, { isCalledBack: false })
      await begin(who.token, aliPerson)
      expect(alibaba.checks.at(-1)!.callback).toBeNull()
      expect((await rowOf(who.id)).callback_digest).toBeNull()
      await setSetting(test.db, verificationAli, { isCalledBack: true })
    })
  })
})
