import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { setting } from '@nameplane/contract/system/setting'
import { secretMask } from '@nameplane/contract/secret-mask'
import { settings } from '@nameplane/contract/system/settings'
import { createTestApp, type Refused, type TestApp } from '../../../../../tests/support/app.ts'
import { nodeCheck } from '@nameplane/contract/system/settings/node-check'
import { stripe } from '@nameplane/contract/system/settings/payment-stripe'
import { readSetting } from '../../../settings/settings.ts'
import { emailServer } from '@nameplane/contract/system/settings/email-server'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  await sql`create table settings_as_seeded as table system_config`.execute(test.db)
})
afterAll(() => test.close())
// Every test begins with the settings as they are seeded.
afterEach(async () => {
  await sql`truncate system_config cascade`.execute(test.db)
  await sql`insert into system_config table settings_as_seeded`.execute(test.db)
})

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause as Refused).refusal,
  )
const record = async (key: string) => (await test.call(setting.ofKey, { key })).config
const valueOf = async (key: string) => JSON.parse((await record(key)).paramValue) as Record<string, unknown>
const update = async (key: string, sent: Omit<Sent<typeof setting.update>, 'id'>) => test.call(setting.update, { id: (await record(key)).id, ...sent })
let keys = 0
const own = async (paramValue: Record<string, unknown>) => {
  const paramKey = `own.${(keys += 1)}`
  const { data } = await test.call(setting.save, { paramKey, paramValue, remark: 'mine' })
  return { paramKey, id: data.id }
}
const fakeEmail = { host: 'smtp.example.net', username: 'platform@example.net', password: 'canary-5up3rs3cret', port: 465 }

describe('the records of settings', () => {
  it('are there from the start, each with its name, fixed ids among them', async () => {
    const { page } = await test.call(setting.list, { page: 1, limit: 50 })
    expect(page.list.map((row) => row.paramKey).toSorted()).toEqual(settings.map((one) => one.key).toSorted())
    expect(page).toMatchObject({ totalCount: settings.length, pageSize: 50, currPage: 1, totalPage: Math.ceil(settings.length / 50) })
    expect((await test.call(setting.info, { id: limits.nodeCheckSettingId })).config).toMatchObject({ paramKey: nodeCheck.key, remark: 'CDN 节点检测' })
  })

  it('answer what the platform goes by while nothing was saved, and nothing where something is missing', async () => {
    const defaults = {
      DnsDispatchMode: 'online',
      ModeTimingFrequency: 60,
      checkNodePortList: '80|443',
      checkNodeFrequency: 10,
      failPercent: 80,
      mailNotice: '',
      mailNoticeStatus: 0,
      smsNotice: '',
      smsNoticeStatus: 0,
    }
    expect(JSON.parse((await test.call(setting.info, { id: limits.nodeCheckSettingId })).config.paramValue)).toEqual(defaults)
    expect((await test.call(setting.view, {})).data[nodeCheck.key]).toEqual(defaults)
    expect(await valueOf(emailServer.key)).toEqual({})
  })

  it.each(['application/json', 'application/x-www-form-urlencoded'])('are edited as the specification sends them, as %s', async (contentType) => {
    const { id, paramKey } = await record(nodeCheck.key)
    const sent = { id: String(id), paramKey, remark: 'CDN node check config', paramValue: JSON.stringify({ failPercent: 60 }), weight: '3' }
    const reply = await test.app.inject({
      method: 'POST',
      url: '/antsxdp/sys/config/update',
      headers: { authorization: `Bearer ${test.adminToken}`, 'content-type': contentType },
      payload: contentType.endsWith('json') ? JSON.stringify(sent) : new URLSearchParams(sent).toString(),
    })
    expect(reply.json()).toMatchObject({ code: 1, data: { id: 37 } })
    expect(await record(nodeCheck.key)).toMatchObject({ paramKey, remark: sent.remark, weight: 3 })
    expect(await valueOf(nodeCheck.key)).toMatchObject({ failPercent: 60, checkNodeFrequency: 10 })
  })

  it('are found by key, remark and status, and are the same on every path', async () => {
    const found = await test.call(setting.search, { paramKey: 'node_check', remark: '节点', status: '1' })
    expect(found.page.list.map((row) => row.id)).toEqual([37])
    expect((await test.call(setting.infoAgain, { id: 37 })).config).toEqual((await test.call(setting.info, { id: 37 })).config)
    expect((await test.call(setting.ofKey, { key: nodeCheck.key })).config.id).toBe(37)
  })

  it('cannot be deleted, nor have another key', async () => {
    expect(await refusalOf(test.call(setting.delete, { ids: '37' }))).toMatchObject({ problem: 'config_built_in' })
    expect(await refusalOf(update(nodeCheck.key, { paramKey: 'other' }))).toMatchObject({
      problem: 'config_key_fixed',
      fields: { paramKey: 'config_key_fixed' },
    })
  })

  it('say which kind they are of', async () => {
    const { data } = await test.call(setting.classes, {})
    expect(data.find((one) => one.paramClass === 'email')).toMatchObject({ zh: '邮件', paramKeys: [emailServer.key] })
    expect(data.flatMap((one) => one.paramKeys).toSorted()).toEqual(settings.map((one) => one.key).toSorted())
  })
})

describe('what a setting holds', () => {
  it('is checked by its own rules, each wrong member named by its path', async () => {
    const refusal = await refusalOf(update(emailServer.key, { paramValue: { ...fakeEmail, host: '', port: 70_000 } }))
    expect(refusal?.fields).toMatchObject({ host: expect.any(String), port: expect.any(String) })
    expect(await valueOf(emailServer.key)).toEqual({})
  })

  it('may come as JSON in a string, as the specification sends it', async () => {
    await update(nodeCheck.key, { paramValue: JSON.stringify({ checkNodeFrequency: 20 }) })
    expect(await readSetting(test.db, nodeCheck)).toMatchObject({ checkNodeFrequency: 20, failPercent: 80 })
  })

  it('keeps members that no version of it knows', async () => {
    await update(nodeCheck.key, { paramValue: { checkNodeFrequency: 30, vendorMember: { deep: [1] } } })
    await update(nodeCheck.key, { paramValue: { checkNodeFrequency: 40 } })
    expect(await valueOf(nodeCheck.key)).toMatchObject({ checkNodeFrequency: 40, vendorMember: { deep: [1] } })
  })

  it('is refused when somebody else changed it meanwhile', async () => {
    const { rowVersion } = await record(nodeCheck.key)
    await update(nodeCheck.key, { paramValue: { failPercent: 50 }, rowVersion })
    expect(await refusalOf(update(nodeCheck.key, { paramValue: { failPercent: 60 }, rowVersion }))).toMatchObject({ problem: 'changed_meanwhile' })
    expect(await valueOf(nodeCheck.key)).toMatchObject({ failPercent: 50 })
  })

  it('of one key is saved once by many at the same time', async () => {
    const saves = Array.from({ length: 8 }, (_, index) => test.call(setting.save, { paramKey: 'own.race', paramValue: { index } }))
    await Promise.all(saves)
    const { page } = await test.call(setting.list, { paramKey: 'own.race' })
    expect(page.totalCount).toBe(1)
    expect(page.list[0]?.rowVersion).toBe(8)
  })

  it('is not larger than its limit', async () => {
    expect(await refusalOf(test.call(setting.save, { paramKey: 'own.large', paramValue: { text: 'x'.repeat(limits.settingValueLength) } }))).toMatchObject({
      problem: 'config_too_large',
    })
  })
})

describe('a recipient of notices of the node check', () => {
  it.each([
    ['mailNotice', 'mailNoticeStatus', 'ops@example.net', 'not a mailbox', 'invalid_email', 'notice_email_required'],
    ['smsNotice', 'smsNoticeStatus', '13800138000', 'not a phone', 'invalid_phone', 'notice_phone_required'],
  ])('%s is required and sound while its switch is on, and emptied while it is off', async (recipient, status, right, wrong, invalid, required) => {
    expect((await refusalOf(update(nodeCheck.key, { paramValue: { [status]: 1 } })))?.fields).toEqual({ [recipient]: required })
    expect((await refusalOf(update(nodeCheck.key, { paramValue: { [status]: 1, [recipient]: wrong } })))?.fields).toEqual({ [recipient]: invalid })
    await update(nodeCheck.key, { paramValue: { [status]: 1, [recipient]: right } })
    expect(await valueOf(nodeCheck.key)).toMatchObject({ [status]: 1, [recipient]: right })
    await update(nodeCheck.key, { paramValue: { [status]: 0, [recipient]: right } })
    expect(await valueOf(nodeCheck.key)).toMatchObject({ [status]: 0, [recipient]: '' })
  })

  it.each([
    ['', 'check_ports_required'],
    ['80,443', 'check_ports_invalid'],
    ['80|65535', 'check_ports_invalid'],
    ['80|80', 'check_ports_repeated'],
  ])('ports %j are %s', async (checkNodePortList, problem) => {
    expect((await refusalOf(update(nodeCheck.key, { paramValue: { checkNodePortList } })))?.fields).toEqual({ checkNodePortList: problem })
  })

  it.each([
    [{ checkNodeFrequency: 15 }, 'not_of_step'],
    [{ checkNodeFrequency: 0 }, 'number_too_small'],
    [{ checkNodeFrequency: 310 }, 'number_too_big'],
    [{ ModeTimingFrequency: 90 }, 'not_of_step'],
    [{ failPercent: 101 }, 'number_too_big'],
  ])('%j is %s', async (paramValue, problem) => {
    expect(Object.values((await refusalOf(update(nodeCheck.key, { paramValue })))?.fields ?? {})).toEqual([problem])
  })
})

describe('a secret of a setting', () => {
  it('is sealed where it is stored, masked where it is shown, and kept when its mask comes back', async () => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const stored = await test.db.selectFrom('system_config').selectAll().where('param_key', '=', emailServer.key).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(fakeEmail.password)
    expect(await valueOf(emailServer.key)).toMatchObject({ host: fakeEmail.host, password: secretMask })
    await update(emailServer.key, { paramValue: { ...(await valueOf(emailServer.key)), senderName: 'Us' } })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ senderName: 'Us', password: fakeEmail.password })
  })

  it.each([{ host: 'other.example.net' }, { port: 587 }, { username: 'other@example.net' }])('is not kept where it would go elsewhere: %j', async (change) => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const paramValue = { ...(await valueOf(emailServer.key)), ...change }
    const refused = { problem: 'config_secret_elsewhere', fields: { password: 'config_secret_elsewhere' } }
    expect(await refusalOf(update(emailServer.key, { paramValue }))).toMatchObject(refused)
    expect(await refusalOf(test.call(setting.save, { paramKey: emailServer.key, paramValue }))).toMatchObject(refused)
    expect(await refusalOf(test.call(setting.test, { paramKey: emailServer.key, paramValue, target: 'ops@example.net' }))).toMatchObject(refused)
    expect(await readSetting(test.db, emailServer)).toMatchObject(fakeEmail)
    // Who types it knows it anyway.
    await update(emailServer.key, { paramValue: { ...paramValue, password: fakeEmail.password } })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ ...fakeEmail, ...change })
  })

  it('of a way to sign in that is not used now is not taken elsewhere either, but may be left out', async () => {
    const oauth = { tenant: 'a.example', clientId: 'client', clientSecret: 'canary-c1ient', refreshToken: 'canary-r3fresh' }
    await update(emailServer.key, { paramValue: { ...fakeEmail, oauth } })
    const elsewhere = { ...fakeEmail, host: 'other.example.net', oauth: { ...oauth, clientSecret: secretMask, refreshToken: '' } }
    expect((await refusalOf(update(emailServer.key, { paramValue: elsewhere })))?.fields).toEqual({ 'oauth.clientSecret': 'config_secret_elsewhere' })
    await update(emailServer.key, { paramValue: { ...elsewhere, oauth: { ...oauth, clientSecret: '', refreshToken: '' } } })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ host: 'other.example.net', oauth: { clientSecret: '', refreshToken: '' } })
  })

  it('is in force with the defaults that were not sent', async () => {
    await update(stripe.key, { paramValue: { secretKey: 'sk_test_canary', webhookSecret: 'whsec_canary' } })
    await update(stripe.key, { paramValue: { secretKey: secretMask, webhookSecret: secretMask, gateway: 'https://api.stripe.com' } })
    const gateway = 'https://stripe.example'
    expect((await refusalOf(update(stripe.key, { paramValue: { secretKey: secretMask, webhookSecret: secretMask, gateway } })))?.fields).toEqual({
      secretKey: 'config_secret_elsewhere',
    })
  })

  it.each([`${secretMask}x`, `x${secretMask}`, `${secretMask}*`])('is never %j: a mask is no data', async (password) => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const refusal = await refusalOf(update(emailServer.key, { paramValue: { ...fakeEmail, password } }))
    expect(refusal).toMatchObject({ problem: 'config_secret_masked', fields: { password: 'config_secret_masked' } })
    expect(await refusalOf(test.call(setting.save, { paramKey: 'own.masked', paramValue: { apiKey: password } }))).toMatchObject({
      fields: { apiKey: 'config_secret_masked' },
    })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ password: fakeEmail.password })
  })

  it('that changes leaves its name in the trail and in the history, and nothing else of it', async () => {
    await update(emailServer.key, { paramValue: fakeEmail })
    await update(emailServer.key, { paramValue: { ...fakeEmail, senderName: 'Us' } })
    await update(emailServer.key, { paramValue: { ...fakeEmail, password: 'canary-another' } })
    const { id } = await record(emailServer.key)
    const { list } = (await test.call(setting.history, { id, limit: 2 })).data
    expect(list.map((version) => version.sensitiveChanged)).toEqual([['password'], []])
    const entries = await test.db.selectFrom('audit_entry').select('after').where('target_id', '=', id).orderBy('id', 'desc').limit(3).execute()
    expect(entries.map(({ after }) => after?.['sensitiveChanged'])).toEqual([['password'], undefined, ['password']])
    expect(JSON.stringify([list, entries])).not.toContain('canary')
  })

  it('is in no reply, no history and no log', async () => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const { id } = await record(emailServer.key)
    const replies = [
      await test.call(setting.list, {}),
      await test.call(setting.view, {}),
      await test.call(setting.history, { id }),
      await test.call(setting.info, { id }),
    ]
    const log = await test.db.selectFrom('audit_entry').selectAll().where('target_type', '=', 'system_config').execute()
    expect(JSON.stringify([replies, log])).not.toContain(fakeEmail.password)
    expect(JSON.stringify(log)).toContain(secretMask)
  })

  it('that is the same again is no change', async () => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const { rowVersion } = await record(emailServer.key)
    await update(emailServer.key, { paramValue: fakeEmail })
    expect((await record(emailServer.key)).rowVersion).toBe(rowVersion)
  })

  it('sealed by other keys has to be entered again, and is never shown', async () => {
    await test.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ ...fakeEmail, password: 's1.AAAA' }) })
      .where('param_key', '=', emailServer.key)
      .execute()
    expect((await record(emailServer.key)).isComplete).toBe(false)
    expect((await refusalOf(update(emailServer.key, { paramValue: await valueOf(emailServer.key) })))?.fields).toHaveProperty('password')
    await update(emailServer.key, { paramValue: fakeEmail })
    expect((await record(emailServer.key)).isComplete).toBe(true)
  })
})

describe('switching a record', () => {
  it.each([
    ['GET toggles', async (id: number) => test.call(setting.toggle, { id })],
    ['POST toggles', async (id: number) => test.call(setting.toggleSafely, { id })],
    ['GET sets', async (id: number) => test.call(setting.setStatus, { id, status: 0 })],
    ['POST sets', async (id: number) => test.call(setting.setStatusSafely, { id, status: '0' })],
  ])('%s the status', async (_, run) => {
    const { id } = await own({ a: 1 })
    expect((await run(id)).config.status).toBe(0)
    expect((await test.call(setting.info, { id })).config.status).toBe(0)
  })

  it('off means that nothing reads it', async () => {
    await update(emailServer.key, { paramValue: fakeEmail })
    const { id } = await record(emailServer.key)
    await test.call(setting.setStatus, { id, status: 0 })
    expect(await readSetting(test.db, emailServer)).toBeNull()
    await test.call(setting.setStatus, { id, status: 1 })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ host: fakeEmail.host })
  })

  it('on is refused while something is missing', async () => {
    const { id } = await record(emailServer.key)
    await test.db.updateTable('system_config').set({ status: 0, param_value: '{}' }).where('id', '=', id).execute()
    expect(await refusalOf(test.call(setting.setStatus, { id, status: 1 }))).toMatchObject({ problem: 'config_incomplete' })
  })
})

describe('the history of a record', () => {
  it('has each saved state, and brings one back with the secrets of its time', async () => {
    await update(emailServer.key, { paramValue: fakeEmail, status: 1 })
    const { id } = await record(emailServer.key)
    await update(emailServer.key, { paramValue: { ...fakeEmail, host: 'later.example.net', password: 'another one' } })
    const { list } = (await test.call(setting.history, { id })).data
    expect(list.slice(0, 2).map((version) => (JSON.parse(version.paramValue) as { host: string }).host)).toEqual(['later.example.net', fakeEmail.host])
    await test.call(setting.restore, { id, versionId: list[1]!.id })
    expect(await readSetting(test.db, emailServer)).toMatchObject({ host: fakeEmail.host, password: fakeEmail.password })
    expect((await test.call(setting.history, { id })).data.totalCount).toBe((await test.call(setting.history, { id, limit: 200 })).data.list.length)
  })

  it('has no state of another record', async () => {
    const [mine, other] = [await own({ a: 1 }), await own({ b: 1 })]
    const { list } = (await test.call(setting.history, { id: other.id })).data
    expect(await refusalOf(test.call(setting.restore, { id: mine.id, versionId: list[0]!.id }))).toMatchObject({ problem: 'config_version_missing' })
  })

  it('keeps a hundred states', async () => {
    const { id } = await own({ count: 0 })
    for (let count = 1; count <= limits.settingVersions + 5; count += 1) await test.call(setting.update, { id, paramValue: { count } })
    expect((await test.call(setting.history, { id })).data.totalCount).toBe(limits.settingVersions)
  })
})

describe('a record of an administrator’s own', () => {
  it('is kept, changed and deleted; what is named like a secret in it is one', async () => {
    const { id, paramKey } = await own({ endpoint: 'https://a.example', apiKey: 'canary-own', nested: { token: 'canary-too' } })
    expect(await valueOf(paramKey)).toEqual({ endpoint: 'https://a.example', apiKey: secretMask, nested: { token: secretMask } })
    const stored = await test.db.selectFrom('system_config').select('param_value').where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain('canary')
    await test.call(setting.delete, { ids: String(id) })
    expect(await refusalOf(test.call(setting.info, { id }))).toMatchObject({ problem: 'config_missing' })
  })

  it.each(['LICENCE', 'LOG_CONFIG', 'SEEDED_WORLD'])('cannot be called %s, which has a door of its own', async (paramKey) => {
    await test.db
      .insertInto('system_config')
      .values({ param_key: paramKey, param_value: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await test.db.selectFrom('system_config').select('id').where('param_key', '=', paramKey).executeTakeFirstOrThrow()
    expect(await refusalOf(test.call(setting.save, { paramKey, paramValue: {} }))).toMatchObject({ problem: 'config_elsewhere' })
    expect(await refusalOf(test.call(setting.update, { id, paramValue: {} }))).toMatchObject({ problem: 'config_missing' })
    expect(await refusalOf(test.call(setting.toggle, { id }))).toMatchObject({ problem: 'config_missing' })
    expect(await refusalOf(test.call(setting.info, { id }))).toMatchObject({ problem: 'config_missing' })
  })
})

describe('the test button', () => {
  it('is refused for what cannot be tried', async () => {
    expect(await refusalOf(test.call(setting.test, { paramKey: nodeCheck.key, paramValue: {} }))).toMatchObject({ problem: 'config_not_testable' })
  })
})
