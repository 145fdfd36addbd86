import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutCaptcha } from '../support/app-accounts.ts'
import { createTestApp, type TestApp } from '../support/app.ts'

/* A proxy says whom it speaks for; anybody can say so, and is believed only when listed. */
let trusting: TestApp
let plain: TestApp
const proxy = '10.0.0.1'

beforeAll(async () => {
  trusting = await createTestApp({}, { trustedProxies: ['10.0.0.0/24'] })
  plain = await createTestApp()
  for (const platform of [trusting, plain]) await withoutCaptcha(platform)
})
afterAll(async () => {
  await trusting?.close()
  await plain?.close()
})

/** The address under which a sign-in of this peer is noted. */
async function notedAddress({ app, db }: TestApp, remoteAddress: string, headers: Record<string, string>): Promise<string> {
  await app.inject({ method: 'POST', url: '/api/sys/login', remoteAddress, headers, payload: { username: 'admin', password: 'correct horse 7' } })
  const { address } = await db.selectFrom('session').select('address').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return address
}

const forged = [{ 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.1, 127.0.0.1' }, { 'x-real-ip': '192.0.2.1' }, { forwarded: 'for=192.0.2.1' }]

test.each(forged)('%o of a stranger is not believed', async (headers) => {
  expect(await notedAddress(plain, '203.0.113.9', headers as unknown as Record<string, string>)).toBe('203.0.113.9')
  expect(await notedAddress(trusting, '203.0.113.9', headers as unknown as Record<string, string>)).toBe('203.0.113.9')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  // What the client itself wrote stands first; the address that the proxy saw is the last one that is no proxy of ours.
  ['198.51.100.99, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, 10.0.0.7', '192.0.2.1'],
])('a listed proxy that forwards for %s speaks for %s', async (chain, address) => {
  expect(await notedAddress(trusting, proxy, { 'x-forwarded-for': chain })).toBe(address)
})

test('behind a listed proxy that was asked by https the cookie is for https only', async () => {
  const cookieOf = async ({ app }: TestApp) =>
    String(
      (
        await app.inject({
          method: 'POST',
          url: '/api/sys/login',
          remoteAddress: proxy,
          headers: { 'x-forwarded-proto': 'https' },
          payload: { username: 'admin', password: 'correct horse 7' },
        })
      ).headers['set-cookie'],
    )
  expect(await cookieOf(trusting)).toMatch(/; Secure/)
  expect(await cookieOf(plain)).not.toMatch(/; Secure/)
})
