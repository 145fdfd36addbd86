import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { limits } from '@nameplane/contract/limits'
import { log } from '@nameplane/contract/dns/log'
import { record } from '@nameplane/contract/dns/record'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { browserSession, withoutCaptcha } from '../../../../../tests/support/app-accounts.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { adding, newTestDomain, type TestDomain } from '../../../../../tests/support/records.ts'
import { callerOf, setsOf, type ShownSet } from './powerdns-calls.testing.ts'

/* Each call of the API, beside what the console shows of the same domain. */

let zone: TestDomain
const test = await createTestApp()
afterAll(() => test.close())
const call = callerOf(test, test.adminToken)
beforeEach(async () => void (zone = await newTestDomain(test)))

const set = (host: string, type: string, contents: readonly string[], more: object = {}) => ({
  name: host === '@' ? `${zone.name}.` : `${host}.${zone.name}.`,
  type,
  ttl: 600,
  changetype: 'REPLACE',
  records: contents.map((content) => ({ content, disabled: false })),
  ...more,
})
const patch = async (...rrsets: object[]) => call('PATCH', `/zones/${zone.name}.`, { rrsets })
/** The reason of a refusal with 422. */
const refused = async (...rrsets: object[]): Promise<string> => {
  const { status, body } = await patch(...rrsets)
  expect(status).toBe(422)
  return (body as { error: string }).error
}
const served = async (): Promise<{ soa: string; nameservers: string[] }> => {
  const { locked } = (await test.call(record.list, { domainId: zone.id })).data
  return { soa: locked.find(({ type }) => type === 'SOA')!.value, nameservers: locked.filter(({ type }) => type === 'NS').map(({ value }) => value) }
}

describe('the server', () => {
  it('says which API it has, and that there is one server', async () => {
    expect((await call('GET', '/api')).body).toEqual([{ url: '/api/v1', version: 1 }])
    const { body } = await call('GET', '')
    expect(body).toMatchObject({ id: 'localhost', type: 'Server', daemon_type: 'authoritative', url: '/api/v1/servers/localhost' })
    expect((await call('GET', '/api/v1/servers')).body).toEqual([body])
    expect((body as { version: string }).version).toMatch(/^4\.\d+\.\d+$/)
    expect(await call('GET', '/api/v1/servers/other/zones')).toMatchObject({ status: 404, body: { error: 'Not found' } })
  })

  it.each([
    ['without a key', null, {}],
    ['with a key that is none', 'np_nothing', {}],
    ['with a key of another kind', null, { cookie: 'np_session=x', token: 'y' }],
  ])('answers 401 %s, whatever is sent', async (_, token, headers) => {
    const stranger = callerOf(test, token)
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/zones'],
      ['GET', `/zones/${zone.name}.`],
      ['PATCH', `/zones/${zone.name}.`],
      ['POST', '/zones'],
      ['DELETE', `/zones/${zone.name}.`],
    ] as const)
      expect(await stranger(method, path, method === 'GET' ? undefined : '{', headers)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  })

  it('takes no session of a browser', async () => {
    await withoutCaptcha(test)
    const session = await browserSession(test)
    expect((await callerOf(test, null)('GET', '/api/sys/dns/domain/list', undefined, session)).body).toMatchObject({ code: 1 })
    expect(await callerOf(test, null)('GET', '/zones', undefined, session)).toMatchObject({ status: 401 })
  })
})

describe('zones', () => {
  it('are listed with their serials, one or all, and as far as the key reaches', async () => {
    const other = await newTestDomain(test)
    const { data } = await test.call(domain.detail, { id: zone.id })
    const { body } = await call('GET', `/zones?zone=${zone.name}.`)
    expect(body).toEqual([
      {
        account: '',
        catalog: '',
        dnssec: false,
        edited_serial: data.serial,
        id: `${zone.name}.`,
        kind: 'Native',
        last_check: 0,
        masters: [],
        name: `${zone.name}.`,
        notified_serial: 0,
        serial: data.serial,
        url: `/api/v1/servers/localhost/zones/${zone.name}.`,
      },
    ])
    expect((await call('GET', '/zones?zone=missing.example.')).body).toEqual([])
    const names = ((await call('GET', '/zones')).body as { name: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([`${zone.name}.`, `${other.name}.`]))
    const user = await newUser(test)
    expect((await callerOf(test, user.token)('GET', '/zones')).body).toEqual([])
    await test.call(domain.save, { domain: 'of-user.example' }, user.token)
    expect((await callerOf(test, user.token)('GET', '/zones')).body).toMatchObject([{ name: 'of-user.example.' }])
    expect(await callerOf(test, user.token)('GET', `/zones/${zone.name}.`)).toMatchObject({ status: 404 })
  })

  it('are shown with their sets: SOA and NS as served, paused records as disabled, remarks as comments', async () => {
    await zone.apply([
      adding('@ ALIAS edge.example.net.'),
      adding('@ MX 10 mail.example.net.'),
      adding('@ TXT "v=spf1 -all"'),
      adding('www A 192.0.2.1', { remark: 'first' }),
      adding('www A 192.0.2.2', { remark: 'second', status: 0 }),
    ])
    const { soa, nameservers } = await served()
    const { body } = await call('GET', `/zones/${zone.name}`)
    const shown = body as { rrsets: ShownSet[]; serial: number; soa_edit_api: string; kind: string }
    expect(shown).toMatchObject({ kind: 'Native', soa_edit_api: 'DEFAULT', dnssec: false, serial: Number(soa.split(' ')[2]) })
    expect(
      shown.rrsets.map(({ name, type, ttl, records }) => [name, type, ttl, records.map(({ content, disabled }) => (disabled ? `(${content})` : content))]),
    ).toEqual([
      [`${zone.name}.`, 'SOA', 3600, [soa]],
      [`${zone.name}.`, 'NS', 86_400, nameservers],
      [`${zone.name}.`, 'ALIAS', 600, ['edge.example.net.']],
      [`${zone.name}.`, 'MX', 600, ['10 mail.example.net.']],
      [`${zone.name}.`, 'TXT', 600, ['"v=spf1 -all"']],
      [`www.${zone.name}.`, 'A', 600, ['192.0.2.1', '(192.0.2.2)']],
    ])
    expect(shown.rrsets.at(-1)!.comments.map(({ content }) => content)).toEqual(['first', 'second'])
    expect(Object.keys(shown.rrsets.at(-1)!)).toEqual(['comments', 'name', 'records', 'ttl', 'type'])
    const one = await call('GET', `/zones/${zone.name}.?rrset_name=www.${zone.name}.&rrset_type=A`)
    expect((one.body as { rrsets: ShownSet[] }).rrsets).toHaveLength(1)
    expect((await call('GET', `/zones/${zone.name}.?rrsets=false`)).body).not.toHaveProperty('rrsets')
    expect(await call('GET', '/zones/missing.example.')).toMatchObject({ status: 404, body: { error: "Could not find domain 'missing.example.'" } })
    expect((await call('GET', `/zones/${zone.name}=2E`)).status).toBe(200)
  })

  it('are added with their records, all or nothing, and once', async () => {
    const name = `new-${zone.name}`
    const { nameservers } = await served()
    const a = { name: `www.${name}.`, type: 'A', ttl: 300, records: [{ content: '192.0.2.7' }] }
    const created = { name: `${name}.`, kind: 'Master', masters: [], nameservers, rrsets: [a], soa_edit_api: 'DEFAULT', serial: 0, account: 'of the shop' }
    const wrong = { ...a, records: [{ content: '192.0.2.777' }] }
    expect(await call('POST', '/zones', { ...created, rrsets: [wrong] })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining(`www.${name}. A 192.0.2.777: `) },
    })
    expect(await call('POST', '/zones', { ...created, nameservers: ['ns.other.example.'] })).toMatchObject({ status: 422 })
    expect((await call('GET', `/zones?zone=${name}.`)).body).toEqual([])
    const { status, body } = await call('POST', '/zones', created)
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: `${name}.`, kind: 'Native', account: 'of the shop' })
    expect((body as { rrsets: ShownSet[] }).rrsets.at(-1)).toMatchObject({ name: `www.${name}.`, ttl: 300 })
    expect(await call('POST', '/zones', created)).toMatchObject({ status: 409, body: { error: expect.stringContaining(name) } })
    expect(await call('POST', '/zones', { name })).toMatchObject({ status: 422, body: { error: expect.stringContaining('final dot') } })
    expect(await call('POST', '/zones', { name: '*.bad.example.' })).toMatchObject({ status: 422 })
    for (const beyond of [{ kind: 'Slave' }, { masters: ['192.0.2.1'] }, { dnssec: true }, { zone: '$ORIGIN .' }, { catalog: 'c.example.' }])
      expect(await call('POST', '/zones', { name: `other-${name}.`, ...beyond })).toMatchObject({ status: 422 })
  })

  it('and what is asked of them are texts that a name could be: no fault of the platform', async () => {
    for (const path of ['/zones/%00.', '/zones?zone=%00', `/zones/${zone.name}.?rrset_name=%00`, `/zones/${zone.name}.?rrset_type=%00`])
      expect(await call('GET', path), path).toMatchObject({ status: 422, body: { error: expect.stringContaining('Control characters') } })
    expect(await call('PATCH', '/zones/%00.', { rrsets: [] })).toMatchObject({ status: 422 })
    expect(await call('GET', `/zones/${zone.name}=00`)).toMatchObject({ status: 404 })
    expect(await call('GET', `/zones/${zone.name.replace('.', '=2E')}.`)).toMatchObject({ status: 200 })
  })

  it('go to the recycle bin, from which the name is not free again', async () => {
    expect((await call('DELETE', `/zones/${zone.name}.`)).status).toBe(204)
    expect(await call('DELETE', `/zones/${zone.name}.`)).toMatchObject({ status: 404 })
    expect((await test.call(domain.list, { recycled: true, search: zone.name })).data.list).toHaveLength(1)
    expect(await call('POST', '/zones', { name: `${zone.name}.`, kind: 'Native' })).toMatchObject({ status: 409 })
  })

  it('take the account as their remark, and refuse what they cannot be', async () => {
    expect((await call('PUT', `/zones/${zone.name}.`, { kind: 'Native', account: 'team a', soa_edit_api: 'DEFAULT' })).status).toBe(204)
    expect((await test.call(domain.detail, { id: zone.id })).data.remark).toBe('team a')
    expect((await call('PUT', `/zones/${zone.name}.`, { account: 'team a' })).status).toBe(204)
    for (const beyond of [{ kind: 'Slave' }, { dnssec: true }, { rrsets: [{}] }]) expect((await call('PUT', `/zones/${zone.name}.`, beyond)).status).toBe(422)
  })

  it('are exported as the default line answers, and need no notification', async () => {
    await zone.apply([adding('www A 192.0.2.1'), adding('www A 192.0.2.9', { line: 'telecom' }), adding('off A 192.0.2.2', { status: 0 })])
    const { text, type } = await call('GET', `/zones/${zone.name}./export`)
    expect(type).toMatch(/^text\/plain/)
    const { soa, nameservers } = await served()
    expect(text.split('\n')).toEqual([
      `${zone.name}.\t3600\tIN\tSOA\t${soa}`,
      ...nameservers.map((name) => `${zone.name}.\t86400\tIN\tNS\t${name}`),
      `www.${zone.name}.\t600\tIN\tA\t192.0.2.1`,
      '',
    ])
    expect(await call('PUT', `/zones/${zone.name}./notify`)).toMatchObject({ status: 200, body: { result: expect.stringContaining('No notification needed') } })
    expect((await call('PUT', '/zones/missing.example./notify')).status).toBe(404)
  })
})

describe('a change of sets', () => {
  it('replaces, deletes, extends and prunes', async () => {
    expect(await patch(set('www', 'A', ['192.0.2.1', '192.0.2.2']), set('@', 'TXT', ['"a"']))).toMatchObject({ status: 204, text: '' })
    expect(await zone.records()).toEqual(['@ 600 TXT "a"', 'www 600 A 192.0.2.1', 'www 600 A 192.0.2.2'])
    await patch(set('www', 'A', ['192.0.2.3'], { changetype: 'EXTEND', ttl: 300 }), set('@', 'TXT', [], { changetype: 'DELETE', ttl: undefined }))
    expect(await zone.records()).toEqual(['www 300 A 192.0.2.1', 'www 300 A 192.0.2.2', 'www 300 A 192.0.2.3'])
    await patch(set('www', 'A', ['192.0.2.1', '192.0.2.2'], { changetype: 'PRUNE', ttl: null }))
    expect(await zone.records()).toEqual(['www 300 A 192.0.2.3'])
    // A set without records is none.
    await patch(set('www', 'A', []))
    expect(await zone.records()).toEqual([])
    await patch({ ...set('www', 'AAAA', []), records: null, changetype: 'DELETE' })
    // What Ansible, curl or a script says of its body does not matter.
    const { status } = await call(
      'PATCH',
      `/zones/${zone.name}.`,
      { rrsets: [set('form', 'A', ['192.0.2.8'])] },
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    expect([status, await zone.records()]).toEqual([204, ['form 600 A 192.0.2.8']])
  })

  it('keeps the number, weight and remark of records, and writes nothing where nothing changes', async () => {
    await zone.apply([adding('www A 192.0.2.1', { weight: 10, remark: 'east' }), adding('www A 192.0.2.2', { weight: 90, remark: 'west' })])
    const idsBefore = (await test.call(record.list, { domainId: zone.id })).data.list.map(({ id }) => id)
    const version = await zone.version()
    await patch(set('www', 'A', ['192.0.2.2', '192.0.2.1']))
    expect(await zone.version()).toBe(version)
    await patch(set('www', 'A', ['192.0.2.1', '192.0.2.9'], { comments: [{ content: 'east' }, { content: 'west' }] }))
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.1 w10 east', 'www 600 A 192.0.2.9 w90 west'])
    expect((await test.call(record.list, { domainId: zone.id })).data.list.map(({ id }) => id)).toEqual(idsBefore)
    await patch(set('www', 'A', ['192.0.2.1', '192.0.2.9'], { comments: [{ content: 'all' }] }))
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.1 w10 all', 'www 600 A 192.0.2.9 w90 all'])
    await patch({ ...set('www', 'A', []), records: undefined, comments: [] })
    expect(await zone.records()).toEqual(['www 600 A 192.0.2.1 w10', 'www 600 A 192.0.2.9 w90'])
    expect(await refused(set('www', 'A', ['192.0.2.1'], { comments: [{ content: 'a' }, { content: 'b' }] }))).toContain('At most 1 entry')
  })

  it('never touches a record of another line, nor one of a type that only the platform has', async () => {
    await zone.apply(
      [
        adding('www A 192.0.2.1'),
        adding('www A 192.0.2.10', { line: 'telecom', weight: 5, remark: 'kept' }),
        adding('www A 192.0.2.11', { line: 'unicom', status: 0 }),
        adding('go URL 301 "https://www.example.net/"'),
      ],
      { acknowledged: ['redirect_service_off', 'weight_alone'] },
    )
    const beside = ['go 600 URL 301 "https://www.example.net/"', 'www 600 A 192.0.2.10 @telecom w5 kept', 'www 600 A 192.0.2.11 @unicom paused']
    expect((await setsOf(call, zone.name)).map(({ name, type, records }) => [name, type, records.length])).toEqual([[`www.${zone.name}.`, 'A', 1]])
    const others = async () => (await zone.records()).filter((text) => text.includes('@') || text.startsWith('go'))
    for (const change of [
      set('www', 'A', ['192.0.2.2', '192.0.2.10']),
      set('www', 'A', ['192.0.2.10', '192.0.2.11'], { changetype: 'PRUNE' }),
      set('www', 'A', ['192.0.2.12'], { changetype: 'EXTEND', ttl: 60 }),
      set('www', 'A', [], { changetype: 'DELETE' }),
    ]) {
      expect((await patch(change)).status).toBe(204)
      expect(await others()).toEqual(beside)
    }
    expect(await refused(set('go', 'URL', ['301 "https://other.example/"']))).toContain('Unknown type URL')
    expect(await refused(set('go', 'A', ['192.0.2.1']))).toContain(`go.${zone.name}. A`)
    expect(await others()).toEqual(beside)
  })

  it('is refused whole, with each record and its reason', async () => {
    const version = await zone.version()
    const reason = await refused(set('ok', 'A', ['192.0.2.1']), set('www', 'A', ['192.0.2.300']), set('mx', 'MX', ['mail.example.net.']))
    expect(reason).toContain(`www.${zone.name}. A 192.0.2.300: `)
    expect(reason).toContain(`mx.${zone.name}. MX mail.example.net.: `)
    expect(await zone.version()).toBe(version)
    expect(await refused(set('www', 'CNAME', ['a.example.net.']), set('www', 'A', ['192.0.2.1']))).toContain('CNAME')
    expect(await refused(set('www', 'A', ['192.0.2.1', '192.0.2.1']))).toContain('already exists')
    expect(await refused(set('www', 'A', ['192.0.2.1']), set('www', 'A', ['192.0.2.2']))).toContain('twice')
    expect(await refused({ ...set('www', 'A', ['192.0.2.1']), name: `www.${zone.name}` })).toContain('final dot')
    expect(await refused({ ...set('www', 'A', ['192.0.2.1']), name: 'www.other.example.' })).toContain('not in the zone')
    for (const [type, content] of [
      ['CNAME', 'mail'],
      ['CNAME', '@'],
      ['MX', '10 mail.example.net'],
      ['RP', 'admin text.example.net.'],
      ['ALIAS', 'www.example.net'],
    ] as const)
      expect(await refused(set('www', type, [content]))).toBe(`www.${zone.name}. ${type} ${content}: names must be absolute, with a final dot`)
    expect(await refused(set('www', 'A', ['192.0.2.1'], { ttl: undefined }))).toContain('ttl is required')
    expect(await refused(set('www', 'A', [], { records: undefined }))).toContain('records are required')
    expect(await refused(set('www', 'A', ['192.0.2.1'], { changetype: 'APPEND' }))).toContain('changetype')
    expect(await refused(set('www', 'A', ['192.0.2.1'], { ttl: -1 }))).toContain('rrsets.0.ttl')
    expect(await refused(set('www', 'WHAT', ['x']))).toContain('Unknown type WHAT')
    expect(
      await refused(
        set(
          'www',
          'A',
          Array.from({ length: limits.recordChanges }, (_, index) => `192.0.2.${index}`),
        ),
        set('x', 'A', ['192.0.2.1']),
      ),
    ).toBe('At most 5,000 entries')
    expect(await zone.records()).toEqual([])
    expect(await call('PATCH', `/zones/${zone.name}.`, '{"rrsets":')).toMatchObject({ status: 400, body: { error: 'Request body not readable' } })
    expect(await call('PATCH', `/zones/${zone.name}.`, '[]')).toMatchObject({ status: 400 })
    expect(await call('PATCH', '/zones/missing.example.', { rrsets: [] })).toMatchObject({ status: 404 })
  })

  it('may name SOA and NS of the apex as they are served, and nothing else of them', async () => {
    const { soa, nameservers } = await served()
    const old = soa.replace(/^(\S+ \S+) \d+/, '$1 1')
    expect((await patch(set('@', 'SOA', [old], { ttl: 3600 }), set('@', 'NS', nameservers.toReversed(), { ttl: 86_400 }))).status).toBe(204)
    expect(await refused(set('@', 'NS', ['ns.other.example.'], { ttl: 86_400 }))).toContain(`${zone.name}. NS: comes from the settings of the domain`)
    expect(await refused(set('@', 'NS', nameservers, { ttl: 60 }))).toContain('86400')
    expect(await refused(set('@', 'SOA', [], { changetype: 'DELETE' }))).toContain('SOA')
    expect((await patch(set('sub', 'NS', ['ns.other.example.']))).status).toBe(204)
  })

  it('passes warnings, which the log names as acknowledged by other software', async () => {
    expect((await patch(set('www', 'A', ['10.0.0.1']))).status).toBe(204)
    const [revision] = (await test.call(record.history, { domainId: zone.id })).data.list
    expect(revision).toMatchObject({ action: 'record.replace', acknowledged: ['private_address'], added: 1 })
    const { list } = (await test.call(log.operations, { audience: 'admin', search: zone.name })).data
    expect(list[0]).toMatchObject({ action: 'record.replace' })
    const entry = await test.db.selectFrom('audit_entry').select(['action', 'after']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'record.replace', after: { acknowledged: ['private_address'] } })
  })

  it('is refused for a locked domain, and for a key without the right', async () => {
    const reader = callerOf(test, await test.tokenWith(['domain.read', 'record.read']))
    expect((await reader('GET', `/zones/${zone.name}.`)).status).toBe(200)
    expect(await reader('PATCH', `/zones/${zone.name}.`, { rrsets: [set('www', 'A', ['192.0.2.1'])] })).toMatchObject({ status: 403 })
    expect((await reader('POST', '/zones', { name: 'not-mine.example.' })).status).toBe(403)
    expect((await reader('DELETE', `/zones/${zone.name}.`)).status).toBe(403)
    const adder = callerOf(test, await test.tokenWith(['domain.write']))
    const rrsets = [{ name: 'www.half.example.', type: 'A', ttl: 60, records: [{ content: '192.0.2.1' }] }]
    expect((await adder('POST', '/zones', { name: 'half.example.', rrsets })).status).toBe(403)
    expect((await call('GET', '/zones?zone=half.example.')).body).toEqual([])
    const writer = callerOf(test, await test.tokenWith(['record.write']))
    expect((await writer('GET', '/api')).status).toBe(200)
    expect((await writer('GET', `/zones/${zone.name}.`)).status).toBe(403)
    expect((await writer('PATCH', `/zones/${zone.name}.`, { rrsets: [set('www', 'A', ['192.0.2.1'])] })).status).toBe(204)
    await test.call(domain.lock, { ids: [zone.id], locked: true })
    expect(await patch(set('www', 'A', ['192.0.2.2']))).toMatchObject({ status: 422, body: { error: `Domain locked: ${zone.name}` } })
  })

  it('is as large as other changes may be, and read in a thread then', async () => {
    const many = Array.from({ length: 4_000 }, (_, index) => ({ ...set(`h${index}`, 'TXT', [`"${'x'.repeat(40)}"`]) }))
    expect((await patch(...many)).status).toBe(204)
    expect(await setsOf(call, zone.name)).toHaveLength(4_000)
  })
})
