import { afterAll, describe, expect, it } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { adding, newTestDomain } from '../../../../../tests/support/records.ts'
import { changeSetActs, namesOf } from './change-sets.testing.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

describe('exporting domains', () => {
  const exported = async (input: object, token = test.adminToken) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' }
    return test.app.inject({ method: 'POST', url: '/api/sys/dns/change_set/record_export', headers, payload: input })
  }

  it('gives one file of one domain, which comes back whole', async () => {
    for (const [format, read] of [
      ['bind', 'bind'],
      ['csv', 'table'],
      ['txt', 'table'],
      ['json', 'json'],
    ] as const) {
      const [zone, copy] = [await newTestDomain(test), await newTestDomain(test)]
      await zone.apply([
        adding('www A 192.0.2.1', { remark: '主站 "1"', line: 'telecom' }),
        adding('www A 192.0.2.2'),
        adding('t TXT "a\tb; c"', { status: 0 }),
      ])
      const answer = await exported({ domains: zone.name, format })
      expect(answer.headers['content-disposition']).toContain(`${zone.name}.${format === 'bind' ? 'zone' : format}`)
      await test.call(record.import, { domainId: copy.id, format: read, text: answer.body.replaceAll(zone.name, copy.name), mode: 'add' })
      expect([format, await copy.records()]).toEqual([format, await zone.records()])
    }
  })

  it('gives a ZIP file of several, within reach only', async () => {
    const zones = [await newTestDomain(test), await newTestDomain(test)]
    for (const zone of zones) await zone.add('www A 192.0.2.1')
    const zip = (await exported({ domains: namesOf(...zones), format: 'json' })).rawPayload
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    for (const { name } of zones) expect(zip.includes(`${name}.json`)).toBe(true)
    const viewer = await acts.administrator(['record.read'])
    await test.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', viewer.roleId).execute()
    await test.db.updateTable('domain').set({ account_id: viewer.accountId }).where('id', '=', zones[0]!.id).execute()
    expect((await exported({ format: 'json' }, viewer.token)).json()).toMatchObject({ domain: zones[0]!.name })
    expect((await exported({ domains: namesOf(...zones) }, viewer.token)).json()).toMatchObject({ msg: `Domain not found: ${zones[1]!.name}` })
    expect((await exported({ domainSearch: 'there-is-none' })).json()).toMatchObject({ problem: 'no_domain_fits' })
  })
})
