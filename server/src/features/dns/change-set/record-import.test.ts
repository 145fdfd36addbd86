import { afterAll, describe, expect, it } from 'vitest'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Sent } from '@nameplane/contract/endpoint'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { newTestDomain, refusalOf } from '../../../../../tests/support/records.ts'
import { changeSetActs, namesOf } from './change-sets.testing.ts'

const test = await createTestApp()
afterAll(() => test.close())
const acts = changeSetActs(test)

const imported = async (text: string, sent: Partial<Sent<typeof changeSet.recordImport>> = {}, token?: string) =>
  (await test.call(changeSet.recordImport, { files: [{ name: '', text }], ...sent }, token)).data
const recordsOf = async (name: string): Promise<string[]> => {
  const { list } = (await test.call(domain.list, { search: name })).data
  return (await test.call(record.list, { domainId: list[0]!.id, limit: 200 })).data.list.map(({ host, type, value }) => `${host} ${type} ${value}`)
}
const headers = () => ({ authorization: `Bearer ${test.adminToken}`, 'accept-language': 'en' })
const texts = async (): Promise<number> => (await test.db.selectFrom('change_set_text').select('position').execute()).length

describe('a bulk import', () => {
  it('tells each refused line, leaves domains with errors as they are, and tries only those again', async () => {
    const [good, bad] = [await newTestDomain(test), await newTestDomain(test)]
    await good.add('old A 192.0.2.9')
    const text = `Domain,Host,Type,Value\n${good.name},www,A,192.0.2.1\n${bad.name},www,A,999.0.2.1\n${bad.name},ftp,A,192.0.2.2\nnowhere.example,www,A,192.0.2.3\n-bad,www,A,192.0.2.4\n`
    const plan = await imported(text, { dryRun: true })
    expect(plan).toMatchObject({ id: null, added: 1, touchedDomains: 1, refusedCount: 2 })
    expect(plan.domains.map(({ domain: name, problem, added }) => [name, problem ?? added])).toEqual([
      [good.name, 1],
      [bad.name, expect.any(String)],
      ['nowhere.example', 'domain_missing'],
    ])
    expect(plan.refusedLines.map(({ domain: name, lineNumber, code }) => [name, lineNumber, code])).toEqual([
      [null, 6, 'domain_line_invalid'],
      [bad.name, 3, plan.domains[1]!.problem],
    ])
    const { id } = await imported(text)
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ kind: 'record_import', state: 'partly', done: 1, failed: 2, added: 1 })
    expect(await good.records()).toEqual(['old 600 A 192.0.2.9', 'www 600 A 192.0.2.1'])
    expect(await bad.records()).toEqual([])
    expect((await test.call(changeSet.retry, { id: id! })).data.domains).toBe(2)
    await acts.run()
    expect(await acts.rows(id!)).toEqual([`${good.name} done 0`, `${bad.name} failed ${plan.domains[1]!.problem}`, 'nowhere.example failed domain_missing'])
    const [, failed] = (await test.call(changeSet.rows, { changeSetId: id!, limit: 10 })).data.list
    expect(failed!.params).toMatchObject({ lineNumber: 3 })
  })

  it('goes on without refused lines where that is wanted, keeps them with the result, and forgets the text', async () => {
    const zone = await newTestDomain(test)
    const before = await texts()
    const { id } = await imported(`$ORIGIN ${zone.name}.\nwww 600 A 192.0.2.1\nftp 600 A nonsense\n`, { skipRefused: true })
    expect(await texts()).toBe(before + 1)
    await acts.run()
    expect(await texts()).toBe(before)
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.1'])
    const [row] = (await test.call(changeSet.rows, { changeSetId: id!, limit: 10 })).data.list
    expect(row).toMatchObject({ state: 'done', added: 1, params: { skipped: 1, lines: [{ lineNumber: 3 }] } })
    const result = await test.app.inject({ url: `/api/sys/dns/change_set/result?id=${id}`, headers: headers() })
    expect(result.body).toContain('Line 3: ')
  })

  it('adds domains that there are not with their records, and its undo moves them to the recycle bin', async () => {
    const there = await newTestDomain(test)
    await there.add('www A 192.0.2.1', 'gone TXT "x"')
    const text = `$ORIGIN ${there.name}.\nwww 600 A 192.0.2.2\n$ORIGIN fresh.example.\n@ 600 A 192.0.2.3\nwww 600 CNAME @\n`
    const asked = { mode: 'replace', createMissing: true } as const
    const plan = await imported(text, { ...asked, dryRun: true })
    expect(plan).toMatchObject({ added: 2, updated: 1, deleted: 1, touchedDomains: 2 })
    const { id } = await imported(text, { ...asked, acknowledged: plan.warnings.map(({ code }) => code) })
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'done', added: 2, updated: 1, deleted: 1, asked: { mode: 'replace', createMissing: true } })
    expect(await recordsOf('fresh.example')).toEqual(['@ A 192.0.2.3', 'www CNAME fresh.example.'])
    expect(await there.records()).toEqual(['www 600 A 192.0.2.2'])
    await test.call(changeSet.undo, { id: id! })
    await acts.run()
    expect(await acts.detail(id!)).toMatchObject({ state: 'undone', undone: 2 })
    expect(await there.records()).toEqual(['gone 600 TXT "x"', 'www 600 A 192.0.2.1'])
    expect((await test.call(domain.list, { search: 'fresh.example' })).data.list).toEqual([])
  })

  it('reads back what an export of many domains says, in every format', async () => {
    const [one, two] = [await newTestDomain(test), await newTestDomain(test)]
    await one.apply([{ op: 'add', record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 300, line: 'telecom', weight: 5, remark: '主站', status: 0 } }])
    await two.add('www A 192.0.2.2', 'mail MX 10 mx.example.net.', 't TXT "a; \\"b\\""')
    const before = [await one.records(), await two.records()]
    for (const format of ['bind', 'csv', 'json', 'txt'] as const) {
      const files = []
      for (const zone of [one, two]) {
        const payload = { domains: zone.name, format }
        const { body } = await test.app.inject({ method: 'POST', url: '/api/sys/dns/change_set/record_export', headers: headers(), payload })
        files.push({ name: `${zone.name}.${format === 'bind' ? 'zone' : format}`, text: body })
      }
      const plan = await imported('', { files, mode: 'replace', dryRun: true })
      expect([format, plan.refusedLines, plan.added, plan.updated, plan.deleted, plan.unchanged]).toEqual([format, [], 0, 0, 0, 4])
    }
    expect([await one.records(), await two.records()]).toEqual(before)
  })

  it('is refused where no domain is named, with too many, without the right to add them, and over domains of others', async () => {
    expect((await refusalOf(imported('www A 192.0.2.1\n'))).fields).toEqual({ files: 'import_domain_unknown' })
    const many = Array.from({ length: 501 }, (_, index) => `n${index}.example,www,A,192.0.2.1`).join('\n')
    expect((await refusalOf(imported(`Domain,Host,Type,Value\n${many}`))).problem).toBe('too_many_domains')
    const zone = await newTestDomain(test)
    const text = `$ORIGIN ${zone.name}.\nwww 600 A 192.0.2.1\n`
    const { token } = await acts.administrator(['record.write'])
    expect((await refusalOf(imported(text, { createMissing: true }, token))).problem).toBe('right_missing')
    await test.call(domain.lock, { ids: [zone.id], locked: true })
    expect((await imported(text, { dryRun: true })).domains[0]).toMatchObject({ domain: namesOf(zone), problem: 'domain_locked' })
  })
})
