import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { startLoopbackResolver, type LoopbackResolver } from '../../../../../tests/support/loopback-resolver.ts'

let test: TestApp
let resolvers: LoopbackResolver[]

beforeAll(async () => {
  test = await createTestApp()
  await test.db
    .updateTable('service_group')
    .set({ nameservers: ['ns1.ours.example', 'ns2.ours.example'] })
    .execute()
})
afterAll(() => test.close())
beforeEach(async () => {
  resolvers = await Promise.all([startLoopbackResolver(), startLoopbackResolver()])
  // Such a name, without name servers of its own.
  for (const resolver of resolvers) for (const name of ['ns1.ours.example', 'ns2.ours.example']) resolver.say(name, [])
})
afterEach(() => Promise.all(resolvers.map((resolver) => resolver.stop())))

async function tried(count = 2): Promise<{ isPassed: boolean; message: string }> {
  const paramValue = {
    resolvers: resolvers
      .slice(0, count)
      .map(({ address }) => address)
      .join('\n'),
  }
  const { data } = await test.call(setting.test, { paramKey: nsCheck.key, paramValue })
  const [first, second] = resolvers.map(({ address }) => address)
  return { isPassed: data.isPassed, message: data.message.replaceAll(first!, 'A').replaceAll(second!, 'B') }
}

it('two resolvers that know the root and our own name servers pass, each of them asked', async () => {
  expect(await tried()).toEqual({ isPassed: true, message: 'A, B: responded and found ns1.ours.example, ns2.ours.example' })
  for (const { asked } of resolvers) expect(asked.toSorted()).toEqual(['.', 'ns1.ours.example', 'ns2.ours.example'])
})

it('one that fails is named, with what it said', async () => {
  resolvers[1]!.say('.', 'servfail')
  expect(await tried()).toEqual({
    isPassed: false,
    message: 'A: responded and found ns1.ours.example, ns2.ours.example · B: did not respond (ESERVFAIL) · days count only if at least two respond',
  })
})

it('one that knows nothing at all, as behind a login page, is not taken for one that answers', async () => {
  resolvers[0]!.say('.', 'nxdomain')
  expect(await tried()).toMatchObject({ isPassed: false, message: expect.stringContaining('A: did not respond (no root zone)') as string })
})

it('one to which our own name servers are unknown is named with them; the setting is good all the same', async () => {
  resolvers[0]!.say('ns2.ours.example', 'nxdomain')
  expect(await tried()).toEqual({
    isPassed: true,
    message: 'B: responded and found ns1.ours.example, ns2.ours.example · A: responded but did not find ns2.ours.example',
  })
})

it('a single resolver does not pass: no day would ever count', async () => {
  expect(await tried(1)).toMatchObject({ isPassed: false, message: expect.stringContaining('days count only if at least two respond') as string })
})
