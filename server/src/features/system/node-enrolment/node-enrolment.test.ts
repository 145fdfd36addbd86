import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain } from '@nameplane/contract/dns/domain'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { nodeCheck } from '@nameplane/contract/system/node-check'
import { nodeEnrolment as calls } from '@nameplane/contract/system/node-enrolment'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { outcomeOf } from '../../../../../tests/support/records.ts'

let test: TestApp
let now = new Date('2026-03-01T09:30:00Z')
let made = 0
beforeAll(async () => {
  test = await createTestApp({ now: () => now })
})
afterAll(() => test.close())
beforeEach(() => test.db.deleteFrom('sign_in_failure').execute())

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1000))
const make = async (name = `cdn-${(made += 1)}`) => (await test.call(calls.save, { name })).data
const enrol = async (token: string) => (await test.call(calls.enrol, { token }, null)).data
const row = async (id: number) => (await test.call(calls.list, {})).data.find((one) => one.id === id)

describe('an install command', () => {
  it('names the script and its checksum, and holds the token, which is kept nowhere', async () => {
    const { id, command, token, sha256 } = await make()
    const script = await test.app.inject({ method: 'GET', url: '/api/install/node-check.sh' })
    expect(createHash('sha256').update(script.rawPayload).digest('hex')).toBe(sha256)
    expect(command).toContain(`echo '${sha256}  nameplane-node-check.sh' | sha256sum -c -`)
    expect(command).toContain(`NAMEPLANE_TOKEN='${token}' sh nameplane-node-check.sh`)
    expect(command.split(token)).toHaveLength(2)
    expect(JSON.stringify(await test.call(calls.list, {}))).not.toContain(token)
    expect(JSON.stringify(await test.db.selectFrom('audit_entry').select('after').where('target_id', '=', id).execute())).not.toContain(token)
    const kept = await test.db.selectFrom('node_enrolment').select('token_hash').where('id', '=', id).executeTakeFirstOrThrow()
    expect(kept.token_hash.equals(createHash('sha256').update(token).digest())).toBe(true)
  })

  it('is for a name that no node has or will have', async () => {
    const { name, token } = await make()
    expect(await outcomeOf(make(name))).toBe('node_name_taken')
    await enrol(token)
    expect(await outcomeOf(make(name))).toBe('node_name_taken')
  })

  it('is made by nobody who may not report node checks: the key would be good for nothing', async () => {
    const token = await test.tokenWith(['node_install.write'])
    expect(await outcomeOf(test.call(calls.save, { name: 'limited' }, token))).toBe('api_token_beyond_own')
  })
})

describe('an enrolment token', () => {
  it('is good once', async () => {
    const { token } = await make()
    await enrol(token)
    expect(await outcomeOf(enrol(token))).toBe('enrolment_token_unknown')
  })

  it('is good for one of eight that try at the same time', async () => {
    const { id, token } = await make()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(enrol(token))))
    expect(outcomes.sort()).toEqual(['done', ...Array<string>(7).fill('enrolment_token_unknown')])
    const { name } = (await row(id))!
    expect(await test.db.selectFrom('node').select('id').where('name', '=', name).execute()).toHaveLength(1)
    expect(await test.db.selectFrom('api_token').select('id').where('name', '=', `CDN node ${name}`).execute()).toHaveLength(1)
  })

  it.each([
    [3599, 'done'],
    [3600, 'enrolment_token_unknown'],
  ])('%d seconds later: %s', async (seconds, outcome) => {
    const { token } = await make()
    later(seconds)
    expect(await outcomeOf(enrol(token))).toBe(outcome)
  })

  it('is refused once its command is deleted', async () => {
    const { id, token } = await make()
    await test.call(calls.delete, { ids: [id] })
    expect(await outcomeOf(enrol(token))).toBe('enrolment_token_unknown')
  })

  it('is refused once whoever made it was locked out', async () => {
    const { token } = await make()
    await test.db.updateTable('account').set({ status: 0 }).where('username', '=', 'admin').execute()
    expect(await outcomeOf(enrol(token))).toBe('enrolment_token_unknown')
    await test.db.updateTable('account').set({ status: 1 }).where('username', '=', 'admin').execute()
  })

  it('cannot be guessed at: an address has thirty tries in a minute', async () => {
    const unknown = `npe_${'A'.repeat(43)}`
    for (let count = 1; count <= 30; count += 1) expect(await outcomeOf(enrol(unknown))).toBe('enrolment_token_unknown')
    expect(await outcomeOf(enrol(unknown))).toBe('too_many_requests')
  })
})

describe('a node that enrolled', () => {
  it('waits for an administrator: it is told nothing and its reports are refused', async () => {
    const { id, token } = await make()
    const { key, nodeId } = await enrol(token)
    expect(await row(id)).toMatchObject({ state: 'waiting', address: '127.0.0.1' })
    const report = () => test.call(nodeCheck.report, { reporter: 'somebody else', results: [{ nodeId, port: 80, isReachable: true }] }, key)
    expect(await outcomeOf(test.call(nodeCheck.tasks, {}, key))).toBe('node_disabled')
    expect(await outcomeOf(report())).toBe('node_disabled')
    await test.call(calls.status, { id, isEnabled: 1 })
    expect(await row(id)).toMatchObject({ state: 'enabled' })
    expect((await report()).data).toEqual({ accepted: 1, unknown: 0 })
  })

  it('reports under its own name, whatever it says', async () => {
    const { id, name, token } = await make()
    const { key, nodeId } = await enrol(token)
    await test.call(calls.status, { id, isEnabled: 1 })
    await test.call(nodeCheck.report, { reporter: 'somebody else', results: [{ nodeId, port: 443, isReachable: true }] }, key)
    const reporters = await test.db.selectFrom('node_check_result').select('reporter').where('node_id', '=', nodeId).where('port', '=', 443).execute()
    expect(reporters).toEqual([{ reporter: name }])
  })

  it('may do nothing but node checks, and loses its key when it is removed', async () => {
    const { id, token } = await make()
    const { key, nodeId } = await enrol(token)
    await test.call(calls.status, { id, isEnabled: 1 })
    expect(await outcomeOf(test.call(domain.list, {}, key))).toBe('right_missing')
    expect(await outcomeOf(test.call(calls.list, {}, key))).toBe('right_missing')
    await test.call(calls.delete, { ids: [id] })
    expect(await outcomeOf(test.call(nodeCheck.tasks, {}, key))).toBe('session_lost')
    expect(await test.db.selectFrom('node').select('id').where('id', '=', nodeId).execute()).toEqual([])
  })

  it('shows as revoked once its API key was deleted', async () => {
    const { id, name, token } = await make()
    await enrol(token)
    const { list } = (await test.call(apiToken.list, { search: `CDN node ${name}` })).data
    await test.call(apiToken.delete, { ids: list.map((one) => one.id) })
    expect(await row(id)).toMatchObject({ state: 'revoked' })
  })

  it('is handed no domain to serve and stands among no name servers, enabled or not', async () => {
    const { id, name, token } = await make()
    const { nodeId } = await enrol(token)
    await test.call(calls.status, { id, isEnabled: 1 })
    await test.call(domain.save, { domain: 'cdn-node.example' })
    expect(await test.db.selectFrom('publication').select('node_id').where('node_id', '=', nodeId).execute()).toEqual([])
    expect((await test.call(dashboard.chart, {})).data.nodes.map((one) => one.name)).not.toContain(name)
  })

  it('finds the others in its plan, and neither itself nor nodes of this very machine', async () => {
    const { id, token } = await make()
    const { key, nodeId } = await enrol(token)
    await test.call(calls.status, { id, isEnabled: 1 })
    const node = (name: string, address: string) => ({ name, driver: 'builtin', address, port: 53, service_group_id: null })
    const others = await test.db
      .insertInto('node')
      .values([node('far', '203.0.113.7'), node('near', '0.0.0.0')])
      .returning('id')
      .execute()
    await test.db.updateTable('node').set({ address: '198.51.100.9' }).where('id', '=', nodeId).execute()
    const plan = await test.app.inject({ method: 'GET', url: '/api/app/cdn/check/plan', headers: { authorization: `Bearer ${key}` } })
    expect(plan.body.split('\n')).toEqual(expect.arrayContaining(['plan 1', 'frequency 10', 'port 80', `node ${others[0]!.id} 203.0.113.7`]))
    expect(plan.body).not.toContain('0.0.0.0')
    expect(plan.body).not.toContain('198.51.100.9')
  })
})
