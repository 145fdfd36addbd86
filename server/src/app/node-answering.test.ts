import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { setting } from '@nameplane/contract/system/setting'
import { nodeAnswering } from '@nameplane/contract/system/settings/node-answering'
import { createTestApp, type Refused } from '../../../tests/support/app.ts'
import { dig, isDigThere, type Dug } from '../../../tests/support/dig.ts'
import { startRunningNode } from '../../../tests/support/running-node.ts'
import { publicationChannel, restoredNotice } from '../changes/publication.ts'
import { defaultRules, type AnsweringRules } from '../serving/node/answering-rules.ts'
import { AnsweringStore } from '../serving/node/answering-store.ts'
import { BuiltInNode } from '../serving/node/built-in-node.ts'

const app = await createTestApp()
const { node, running, zonesFolder, stop } = await startRunningNode(app)
afterAll(async () => {
  await stop()
  await app.close()
})
const { name } = await app.db.selectFrom('node').select('name').where('id', '=', running.nodeId).executeTakeFirstOrThrow()
// Every test begins with a node that was given what is so from the start.
afterEach(async () => {
  await save({})
  const kept = new AnsweringStore(join(zonesFolder, 'answering'), () => {})
  while (!isDeepStrictEqual(withoutSecrets(kept.read()), defaultRules)) await pause(5)
})

const withoutSecrets = (rules: AnsweringRules | null): unknown => rules?.cookieSecrets.length === 3 && { ...rules, cookieSecrets: [] }

async function save(value: Partial<Record<keyof typeof nodeAnswering.value._zod.output, unknown>>): Promise<void> {
  const { config } = await app.call(setting.ofKey, { key: nodeAnswering.key })
  await app.call(setting.update, { id: config.id, paramValue: value })
}

async function asked(...words: string[]): Promise<Dug> {
  const dug = await dig(node.port, ...words)
  if (dug === null) throw new Error('no answer')
  return dug
}

const chaos = async (text: string): Promise<readonly unknown[]> => {
  const { status, values } = await asked('CH', 'TXT', text)
  return [status, ...values]
}

describe.skipIf(!isDigThere)('nodes answer as the setting says (needs dig)', () => {
  test('of themselves nothing, and with cookies, until somebody changes it', async () => {
    for (const text of ['id.server', 'hostname.bind', 'version.bind', 'version.server', 'authors.bind']) expect(await chaos(text)).toEqual(['REFUSED'])
    expect(await asked('nothing.test', '+nsid')).toMatchObject({ nsid: null, cookie: 'good' })
  })

  test('within a second of a save, with the name of the node where it is wanted, and again by themselves', async () => {
    await save({ nsid: 'of {node}', idServer: '{node}', hostnameBind: 'ns1.example', versionBind: 'secret "9"' })
    await expect.poll(async () => (await asked('nothing.test', '+nsid')).nsid, { timeout: 1_000 }).toBe(`of ${name}`)
    expect(await chaos('id.server')).toEqual(['NOERROR', `"${name}"`])
    expect(await chaos('HOSTNAME.bind')).toEqual(['NOERROR', '"ns1.example"'])
    expect(await chaos('version.bind')).toEqual(['NOERROR', '"secret \\"9\\""'])
    expect(await chaos('version.server')).toEqual(['NOERROR', '"secret \\"9\\""'])
    expect(await chaos('authors.bind')).toEqual(['REFUSED'])
    expect((await asked('CH', 'A', 'id.server')).status).toBe('REFUSED')
    // Nobody is told who has not asked.
    expect((await asked('nothing.test')).nsid).toBeNull()
    // A process of its own, without anybody's help.
    const after = new BuiltInNode({ host: '127.0.0.1', port: 0, zonesFolder })
    await after.load()
    await after.start()
    try {
      expect(await dig(after.port, 'nothing.test', '+nsid')).toMatchObject({ nsid: `of ${name}`, cookie: 'good' })
    } finally {
      await after.stop()
    }
  })

  test('as a restored backup says', async () => {
    await app.db
      .updateTable('system_config')
      .set({ param_value: JSON.stringify({ nsid: 'restored' }) })
      .where('param_key', '=', nodeAnswering.key)
      .execute()
    await sql`select pg_notify(${publicationChannel}, ${restoredNotice})`.execute(app.db)
    await expect.poll(async () => (await asked('nothing.test', '+nsid')).nsid, { timeout: 1_000 }).toBe('restored')
  })

  test('without cookies when they are off', async () => {
    await save({ areCookiesOn: false })
    await expect.poll(async () => (await asked('nothing.test')).cookie, { timeout: 1_000 }).not.toBe('good')
  })

  test('with a limit that a client with a cookie does not have, counted on the dashboard', async () => {
    const limit = { answersPerSecond: 1, burst: 1, ipv4Prefix: 32, ipv6Prefix: 64, unlimitedNetworks: '192.0.2.0/24\n!127.0.0.0/8' }
    const plain = () => dig(node.port, 'limited.test', '+nocookie', '+ignore')
    const flagsOf = async (): Promise<string | null> => (await plain())?.flags ?? null
    await save({ ...limit, slipEvery: 1 })
    await expect.poll(flagsOf, { timeout: 2_000 }).toContain('tc')
    // The first one learns a cookie, the second one shows it; on a busy machine the limit is over before it comes.
    const withCookie = async () => {
      await plain()
      const { status, text } = await asked('limited.test', '+badcookie')
      return [status, /BADCOOKIE/.test(text)]
    }
    await expect.poll(withCookie, { timeout: 20_000 }).toEqual(['REFUSED', true])
    await save({ ...limit, slipEvery: 0 })
    await expect.poll(flagsOf, { timeout: 5_000 }).toBeNull()
    await save({ ...limit, limitMode: 'log' })
    await expect.poll(flagsOf, { timeout: 5_000 }).not.toBeNull()
    for (let query = 0; query < 5; query += 1) expect(await flagsOf()).not.toContain('tc')
    await running.rollUp()
    const { nodes } = (await app.call(dashboard.chart, {})).data
    const { limited, limitedTime } = nodes.find(({ id }) => id === running.nodeId)!
    expect([limited.dropped > 0, limited.slipped > 0, limited.spared > 0, limitedTime !== null]).toEqual([true, true, true, true])
    // What is counted is counted once.
    await running.rollUp()
    expect((await app.call(dashboard.chart, {})).data.nodes.find(({ id }) => id === running.nodeId)!.limited).toEqual(limited)
  })
})

test.each([
  ['unlimitedNetworks', '192.0.2.0/33', 'limit_network_invalid'],
  ['unlimitedNetworks', '192.0.2.0/24\n!!::1', 'limit_network_invalid'],
  ['unlimitedNetworks', Array.from({ length: 201 }, (_, i) => `10.0.0.${i}`).join('\n'), 'limit_networks_many'],
  ['redirectAddresses', '192.0.2.1\n192.0.2.0/24', 'redirect_address_invalid'],
  ['redirectAddresses', Array.from({ length: 17 }, (_, i) => `192.0.2.${i}`).join('\n'), 'redirect_addresses_many'],
  ['nsid', 'é', 'node_text_ascii'],
  ['slipEvery', 11, 'number_too_big'],
  ['ipv4Prefix', 33, 'number_too_big'],
  ['ipv6Prefix', 31, 'number_too_small'],
  ['answersPerSecond', 0, 'number_too_small'],
  ['limitMode', 'maybe', 'invalid_value'],
])('%s that is not right is refused (%#)', async (member, value, problem) => {
  const refusal = await save({ [member]: value }).then(
    () => null,
    (cause: unknown) => (cause as Refused).refusal,
  )
  expect(JSON.stringify(refusal)).toContain(problem)
})
