import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { log } from '@nameplane/contract/dns/log'
import { domain } from '@nameplane/contract/dns/domain'
import { setting } from '@nameplane/contract/system/setting'
import { siteSettings } from '@nameplane/contract/system/settings/site'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { holdClock } from '../../../../../tests/support/held-clock.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())
beforeEach(async () => void (await sql`truncate audit_entry, audit_cut, refused_write`.execute(test.db)))

const operations = async (filters: Partial<Parameters<typeof test.call<typeof log.operations>>[1]> = {}) =>
  (await test.call(log.operations, { audience: 'admin', limit: 200, ...filters })).data

let made = 0
async function newDomain(name = `refused-${(made += 1)}.example`): Promise<{ id: number }> {
  return { id: (await test.call(domain.save, { domain: name })).data.id }
}

describe('refused writes', () => {
  it('are kept where they lack a right or conflict, not where a form has a slip; repeats of a minute are one row', async () => {
    const reader = await test.tokenWith(['domain.read', 'service_group.read'])
    const { id } = await newDomain()
    // The clock stands at the beginning of this minute: three tries must not fall into two by chance.
    const minute = Math.floor(Date.now() / 60_000) * 60_000
    holdClock(minute)
    for (let time = 0; time < 3; time++) expect(await refusalOf(test.call(domain.delete, { ids: [id] }, reader))).toMatchObject({ problem: 'right_missing' })
    await test.call(domain.lock, { ids: [id], locked: true })
    expect(await refusalOf(test.call(domain.delete, { ids: [id] }))).toMatchObject({ problem: 'domain_locked' })
    await refusalOf(test.call(domain.save, { domain: 'no domain' }))
    await refusalOf(test.call(domain.delete, { ids: [id] }, null))
    const { list } = await operations({ result: 'refused' })
    expect(list.map(({ action, result, tries, targetId }) => [action, result, tries, targetId])).toEqual([
      ['domain.delete', 'domain_locked', 1, id],
      ['domain.delete', 'right_missing', 3, id],
    ])
    expect((await test.call(log.operation, { id: list[0]!.id })).data.differences).toEqual([])
    expect((await operations({ result: 'ok' })).list.every((row) => row.result === 'ok')).toBe(true)
    holdClock(minute + 60_000)
    await refusalOf(test.call(domain.delete, { ids: [id] }))
    expect((await operations({ result: 'refused' })).list.map(({ tries }) => tries)).toEqual([1, 1, 3])
  })

  it('are found by the name that their target has now, as it is shown', async () => {
    const { id } = await newDomain('refused-bücher.example')
    const other = await newDomain()
    const reader = await test.tokenWith(['domain.read', 'config_site.read'])
    const site = (await test.call(setting.ofKey, { key: siteSettings.key })).config.id
    for (const ids of [[id], [other.id]]) await refusalOf(test.call(domain.delete, { ids }, reader))
    await refusalOf(test.call(setting.update, { id: site, status: 1 }, reader))
    const found = async (filters: Parameters<typeof operations>[0]) =>
      (await operations({ result: 'refused', ...filters })).list.map(({ targetId, targetName }) => [targetId, targetName])
    const ofDomain = [[id, 'refused-bücher.example']]
    for (const words of ['Refused-BÜCHER', 'xn--refused-b'])
      expect([await found({ target: words }), await found({ search: words })]).toEqual([ofDomain, ofDomain])
    for (const words of [siteSettings.key.toLowerCase(), siteSettings.remark.zh]) expect(await found({ target: words })).toEqual([[site, siteSettings.key]])
    expect(await found({ target: 'refused-b%' })).toEqual([])
    expect((await operations({ target: 'refused-b' })).list.map(({ result }) => result).toSorted()).toEqual(['ok', 'right_missing'])
  })
})
