import { request as httpRequest } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { rightsOpening, type Sent } from '@nameplane/contract/endpoint'
import { rights } from '@nameplane/contract/rights'
import { createTestApp } from '../../../../../tests/support/app.ts'
import { newUser } from '../../../../../tests/support/app-users.ts'
import { newTestDomain } from '../../../../../tests/support/records.ts'
import { callerOf, type Caller } from './powerdns-calls.testing.ts'
import { powerdnsRoutes } from './powerdns-api.routes.ts'

/* Who may call, and how much: as with any other call of the platform. */

const test = await createTestApp()
afterAll(() => test.close())
const zone = await newTestDomain(test)

const password = 'correct horse 7'
const tokenOf = async (sent: Partial<Sent<typeof apiToken.save>> = {}): Promise<string> =>
  (await test.call(apiToken.save, { name: 'a program', password, scopes: ['record.read', 'record.write', 'domain.read'], ...sent })).data.token

const rrsets = (name: string, content: string) => [{ name: `www.${name}.`, type: 'A', ttl: 600, changetype: 'REPLACE', records: [{ content }] }]
const patch = (call: Caller, name: string, content = '192.0.2.1') => call('PATCH', `/zones/${name}.`, { rrsets: rrsets(name, content) })

describe('every call', () => {
  const calls = powerdnsRoutes.map(({ method, url, standsFor }) => ({ method, url, standsFor, name: `${method} ${url}` }))
  const pathOf = (url: string): string => url.replace(':server', 'localhost').replace(':zone', 'none.example.').replace('*', 'what')

  it.each(calls)('$name needs a token', async ({ method, url }) => {
    const { status } = await callerOf(test, null)(method, pathOf(url), method === 'GET' ? undefined : {})
    expect(status).toBe(401)
  })

  it.each(calls.filter(({ standsFor }) => standsFor !== null))(
    '$name needs the permission of what it does, and that one alone',
    async ({ method, url, standsFor }) => {
      const needed = rightsOpening(standsFor!)
      expect(needed).toHaveLength(1)
      const body = method === 'GET' ? undefined : { name: 'bad name', rrsets: [] }
      const others = await test.tokenWith(rights.filter((right) => !needed.includes(right)))
      expect((await callerOf(test, others)(method, pathOf(url), body)).status).toBe(403)
      expect([401, 403]).not.toContain((await callerOf(test, await test.tokenWith(needed))(method, pathOf(url), body)).status)
    },
  )
})

it('says in its own form that an address that cannot be decoded leads nowhere, whoever asks', async () => {
  for (const token of [null, await tokenOf()])
    expect(await callerOf(test, token)('GET', '/zones/%FF')).toMatchObject({ status: 404, body: { error: expect.stringMatching(/not found/i) } })
})

describe('a token', () => {
  it('for some domains sees, changes and adds no others', async () => {
    const other = await newTestDomain(test)
    const limited = callerOf(
      test,
      await tokenOf({ scopes: ['domain.read', 'domain.write', 'record.read', 'record.write'], dataScope: 'domains', domainIds: [zone.id] }),
    )
    expect((await limited('GET', '/api')).status).toBe(200)
    expect((await limited('GET', '/zones')).body).toMatchObject([{ name: `${zone.name}.` }])
    expect((await patch(limited, zone.name)).status).toBe(204)
    expect((await patch(limited, other.name)).status).toBe(404)
    expect((await limited('GET', `/zones?zone=${other.name}.`)).body).toEqual([])
    for (const path of ['', '/export']) expect((await limited('GET', `/zones/${other.name}.${path}`)).status).toBe(404)
    expect((await limited('PUT', `/zones/${other.name}.`, { account: 'mine' })).status).toBe(404)
    expect([403, 422]).toContain((await limited('POST', '/zones', { name: 'beyond.example.' })).status)
    expect(await other.records()).toEqual([])
    expect((await test.call(domain.list, { search: 'beyond.example' })).data.list).toEqual([])
  })

  it('of a user reaches the own domains alone', async () => {
    const [one, two] = [await newUser(test), await newUser(test)]
    await test.call(domain.save, { domain: 'of-one.example' }, one.token)
    expect((await patch(callerOf(test, one.token), 'of-one.example')).status).toBe(204)
    expect((await patch(callerOf(test, two.token), 'of-one.example', '192.0.2.2')).status).toBe(404)
    expect(await callerOf(test, two.token)('POST', '/zones', { name: 'of-one.example.' })).toMatchObject({ status: 409 })
    expect(await callerOf(test, two.token)('POST', '/zones', { name: 'sub.of-one.example.' })).toMatchObject({ status: 409 })
  })

  it('has its networks and its number of calls here too', async () => {
    expect((await callerOf(test, await tokenOf({ networks: ['192.0.2.0/24'] }))('GET', '/zones')).status).toBe(401)
    const few = callerOf(test, await tokenOf({ callsPerFiveMinutes: 2 }))
    for (const status of [200, 200, 429]) expect((await few('GET', '/zones')).status).toBe(status)
    expect((await few('GET', '/zones')).body).toEqual({ error: 'Too many calls with this API token. Try again later.' })
  })

  it('opens the calls of the console by the same header', async () => {
    const token = await tokenOf()
    const { body } = await callerOf(test, token)('GET', '/api/sys/dns/domain/list')
    expect(body).toMatchObject({ code: 1 })
    expect((await callerOf(test, `${token}x`)('GET', '/api/sys/dns/domain/list')).body).toMatchObject({ code: 401 })
  })

  it('is asked for before more than a little of a body is read, and takes at most 16 MB', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = test.app.server.address() as { port: number }
    const send = (headers: Record<string, string>) =>
      new Promise<number>((settle, fail) => {
        const sent = httpRequest({ host: '127.0.0.1', port, method: 'PATCH', path: `/api/v1/servers/localhost/zones/${zone.name}.`, headers }, (answer) => {
          answer.resume()
          settle(answer.statusCode!)
          sent.destroy()
        })
        sent.on('error', fail)
        // The answer comes although nothing of the body does.
        sent.flushHeaders()
      })
    expect(await send({ 'content-length': String(1024 * 1024) })).toBe(401)
    expect(await send({ 'x-api-key': test.adminToken, 'content-length': String(17 * 1024 * 1024) })).toBe(413)
  })
})

describe('twelve at a time', () => {
  it('leave a set as one of them sent it, each with its entry in the history', async () => {
    const call = callerOf(test, test.adminToken)
    const own = await newTestDomain(test)
    const contents = Array.from({ length: 12 }, (_, index) => `192.0.2.${index + 1}`)
    const answers = await Promise.all(contents.map((content) => patch(call, own.name, content)))
    expect(answers.map(({ status }) => status)).toEqual(contents.map(() => 204))
    const [only, ...more] = await own.records()
    expect([more, contents]).toEqual([[], expect.arrayContaining([only!.split(' ').at(-1)])])
    expect((await test.call(record.history, { domainId: own.id })).data.totalCount).toBe(12)
  })

  it('add a domain once', async () => {
    const call = callerOf(test, test.adminToken)
    const created = { name: 'race.example.', kind: 'Native', rrsets: rrsets('race.example', '192.0.2.1') }
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await call('POST', '/zones', created)).status))
    expect([201, 409].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([1, 11])
  })
})
