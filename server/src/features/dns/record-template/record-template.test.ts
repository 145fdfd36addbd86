import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { log } from '@nameplane/contract/dns/log'
import { recordTemplate, type RecordTemplate, type TemplateRecord } from '@nameplane/contract/dns/record-template'
import type { Sent } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { administratorWith, tokenOfType } from '../../../../../tests/support/app-accounts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { trailOf } from '../../../../../tests/support/audit-trail.ts'
import { refusalOf } from '../../../../../tests/support/records.ts'

type Save = Sent<typeof recordTemplate.save>
type Sending = z.input<typeof TemplateRecord>

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

const www: Sending = { host: 'www', type: 'A', line: 'default', value: '{ip}', ttl: 600 }
const mail: Sending = { host: '@', type: 'MX', line: 'telecom', value: '10 mx.{domain}.', ttl: 60, weight: 5, remark: 'mail' }
const save = async (name: string, more: Partial<Save> = {}, token?: string): Promise<number> =>
  (await test.call(recordTemplate.save, { name, records: [www], ...more }, token)).data.id
const detail = async (id: number, token?: string) => (await test.call(recordTemplate.detail, { id }, token)).data
const listed = async (token?: string): Promise<RecordTemplate[]> => (await test.call(recordTemplate.list, { limit: 200 }, token)).data.list

describe('a record template', () => {
  it('keeps its records in their order, with their placeholders, and is listed by name', async () => {
    const id = await save('kept', { remark: 'for mail', records: [mail, www] })
    expect(await detail(id)).toMatchObject({
      ...{ id, name: 'kept', remark: 'for mail', recordCount: 2, rowVersion: 1 },
      records: [mail, { ...www, weight: null, remark: '' }],
    })
    await save('a first one')
    const names = (await test.call(recordTemplate.list, { order: 'asc', sidx: 'name' })).data.list.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect((await test.call(recordTemplate.list, { search: 'KEP' })).data.list).toMatchObject([{ id, recordCount: 2 }])
  })

  it('has a name of its own, in any case', async () => {
    await save('Taken')
    const other = await save('other')
    expect(await refusalOf(save('tAKEN'))).toMatchObject({ problem: 'record_template_exists', fields: { name: 'record_template_exists' } })
    expect(await refusalOf(test.call(recordTemplate.update, { id: other, name: 'TAKEN', records: [www] }))).toMatchObject({ problem: 'record_template_exists' })
    await test.call(recordTemplate.update, { id: other, name: 'Other', records: [www] })
    expect(await detail(other)).toMatchObject({ name: 'Other', rowVersion: 2 })
  })

  it('is changed only as it was seen', async () => {
    const id = await save('seen')
    await test.call(recordTemplate.update, { id, rowVersion: 1, name: 'seen', remark: 'first', records: [www] })
    expect(await refusalOf(test.call(recordTemplate.update, { id, rowVersion: 1, name: 'seen', remark: 'second', records: [www] }))).toMatchObject({
      problem: 'changed_meanwhile',
    })
    expect(await detail(id)).toMatchObject({ remark: 'first', rowVersion: 2 })
  })

  it('that is gone is missed, and spoils a deletion as a whole', async () => {
    const [id, gone] = [await save('stays'), await save('goes')]
    await test.call(recordTemplate.delete, { ids: [gone] })
    const calls = [
      () => detail(gone),
      () => test.call(recordTemplate.update, { id: gone, name: 'x', records: [www] }),
      () => test.call(recordTemplate.delete, { ids: [id, gone] }),
    ]
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ problem: 'record_template_missing' })
    expect(await detail(id)).toMatchObject({ name: 'stays' })
  })

  it('leaves entries that say what has changed', async () => {
    const id = await save('audited')
    await test.call(recordTemplate.update, { id, name: 'audited', remark: 'why', records: [{ ...www, value: '192.0.2.1' }, mail] })
    await test.call(recordTemplate.delete, { ids: [id] })
    const entries = await trailOf(test, 'record_template', id)
    expect(entries.map(({ action }) => action)).toEqual(['record_template.create', 'record_template.update', 'record_template.delete'])
    const { differences } = (await test.call(log.operation, { id: `a${entries[1]!.id}` })).data
    expect(differences.map(({ label, before, after }) => [label.en, before, after])).toEqual(
      expect.arrayContaining([
        ['Remark', '""', '"why"'],
        ['Records · 1 · Value', '"{ip}"', '"192.0.2.1"'],
        ['Records · 2 · Host', null, '"@"'],
      ]),
    )
  })
})

describe('who may use templates', () => {
  it('reads with the permission to view records, whatever the data scope, and writes with that to edit them', async () => {
    const id = await save('shared')
    const reader = (await administratorWith(test, ['record.read'], { dataScope: 'own' })).token
    expect((await listed(reader)).map((one) => one.id)).toContain(id)
    expect(await detail(id, reader)).toMatchObject({ name: 'shared' })
    const writes = (token: string) => [
      () => save('by another', {}, token),
      () => test.call(recordTemplate.update, { id, name: 'shared', remark: 'by another', records: [www] }, token),
      () => test.call(recordTemplate.delete, { ids: [id] }, token),
    ]
    for (const write of writes(reader)) expect(await refusalOf(write())).toMatchObject({ problem: 'right_missing' })
    const stranger = await test.tokenWith(['domain.read'])
    for (const read of [() => listed(stranger), () => detail(id, stranger)]) expect(await refusalOf(read())).toMatchObject({ problem: 'right_missing' })
    // Whoever changes records changes no templates by that, which everybody uses.
    const records = (await administratorWith(test, ['record.read', 'record.write'], { dataScope: 'own' })).token
    for (const write of writes(records)) expect(await refusalOf(write())).toMatchObject({ problem: 'right_missing' })
    const writer = (await administratorWith(test, ['record.read', 'record_template.write', 'record_template.delete'], { dataScope: 'own' })).token
    for (const write of writes(writer)) await write()
    expect((await listed(writer)).map(({ name }) => name)).toContain('by another')
  })

  it('is no user', async () => {
    const user = await tokenOfType(test, 2)
    for (const call of [() => listed(user), () => save('by a user', {}, user)]) expect(await refusalOf(call())).toMatchObject({ problem: 'right_missing' })
  })
})

describe('what a template may hold', () => {
  it.each<[string, Partial<Save>, Record<string, string>]>([
    ['no name', { name: ' ' }, { name: 'required' }],
    ['a name of 65 letters', { name: 'n'.repeat(65) }, { name: 'too_long' }],
    ['a remark of 201 letters', { remark: 'n'.repeat(201) }, { remark: 'too_long' }],
    ['no record', { records: [] }, { records: 'required' }],
    ['101 records', { records: Array.from({ length: 101 }, () => www) }, { records: 'template_too_long' }],
    ['a type that is none', { records: [{ ...www, type: 'BOGUS' }] }, { 'records.0.type': 'unknown_type' }],
    ['a type that is none, with placeholders', { records: [www, { ...www, type: 'BOGUS', value: '{x}' }] }, { 'records.1.type': 'unknown_type' }],
    ['a wrong value', { records: [{ ...www, value: '192.0.2' }] }, { 'records.0.value': 'bad_ipv4' }],
    ['a wrong host', { records: [{ ...www, host: '-a', value: '{ip}' }] }, { 'records.0.host': 'hyphen_at_edge' }],
    ['a line that there is not', { records: [{ ...www, line: 'nowhere' }] }, { 'records.0.line': 'line_missing' }],
    ['a weight that means nothing', { records: [{ ...www, type: 'CAA', value: '0 issue "{ca}"', weight: 1 }] }, { 'records.0.weight': 'weight_not_used' }],
    ['what no value makes right', { records: [{ ...www, value: '{ip}.5' }] }, { 'records.0.value': 'placeholder_unfit' }],
    ['the name of the domain for an address', { records: [{ ...www, value: '{domain}' }] }, { 'records.0.value': 'bad_ipv4' }],
    ["the domain's own name servers", { records: [{ ...www, host: '@', type: 'NS', value: '{server}' }] }, { 'records.0.type': 'apex_ns_locked' }],
    ['a placeholder for two things', { records: [www, { ...www, type: 'AAAA' }] }, { 'records.1.value': 'placeholder_elsewhere' }],
    ['four placeholders', { records: [{ ...www, type: 'TXT', value: '"{a}{b}{c}{d}"' }] }, { 'records.0.value': 'too_many_placeholders' }],
    ['two things wrong', { records: [{ ...www, value: 'x', line: 'nowhere' }] }, { 'records.0.value': 'bad_ipv4', 'records.0.line': 'line_missing' }],
  ])('%s is refused, at its field', async (_, more, fields) => {
    const refusal = await refusalOf(save('refused', more))
    expect(refusal.fields).toEqual(fields)
    expect(refusal.problem).toBe(Object.keys(fields).length === 1 ? Object.values(fields)[0] : 'invalid_input')
    expect((await listed()).map(({ name }) => name)).not.toContain('refused')
  })

  it('is judged on every change', async () => {
    const id = await save('judged')
    expect(await refusalOf(test.call(recordTemplate.update, { id, name: 'judged', records: [{ ...www, value: 'x' }] }))).toMatchObject({ problem: 'bad_ipv4' })
    expect(await detail(id)).toMatchObject({ rowVersion: 1 })
  })

  it.each<[string, Sending[]]>([
    ['one placeholder in records of several types', [www, { ...www, host: '@', type: 'TXT', value: '"v=spf1 ip4:{ip} -all"' }]],
    ['several in one', [{ ...www, host: '_sip._tcp', type: 'SRV', value: '10 {weight} {port} {target}' }]],
    ['the domain in host and value', [{ ...www, host: '{domain}._report._dmarc', type: 'TXT', value: '"v=DMARC1; {domain}"' }]],
    ['a digest', [{ ...www, host: '_443._tcp', type: 'TLSA', value: '3 1 1 {digest}' }]],
  ])('%s is kept', async (name, records) => {
    expect((await detail(await save(name, { records }))).records).toMatchObject(records)
  })
})

describe('twelve at once', () => {
  it('under one name make one template', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => save('raced')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await listed()).filter(({ name }) => name === 'raced')).toHaveLength(1)
  })

  it('change what they have seen once', async () => {
    const id = await save('edited by twelve')
    const edits = Array.from({ length: 12 }, (_, at) => test.call(recordTemplate.update, { id, rowVersion: 1, name: `edited ${at}`, records: [www] }))
    expect((await Promise.allSettled(edits)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ rowVersion: 2 })
  })

  it(`do not make more than ${limits.recordTemplates}`, async () => {
    const room = 3
    await test.db.deleteFrom('record_template').execute()
    const rows = Array.from({ length: limits.recordTemplates - room }, (_, at) => ({ name: `filled ${at}`, remark: '', records: '[]' }))
    await test.db.insertInto('record_template').values(rows).execute()
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => save(`one of twelve ${at}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(room)
    expect(await refusalOf(save('one more'))).toMatchObject({ problem: 'record_templates_full', params: { maximum: limits.recordTemplates } })
    expect(await listed()).toHaveLength(limits.recordTemplates)
    await test.db.deleteFrom('record_template').execute()
  })
})
