import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { takesGzip } from './reply-compression.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function ask(path: string, acceptEncoding: string | null) {
  return app.app.inject({
    method: 'GET',
    url: `/antsxdp/${path}`,
    headers: { authorization: `Bearer ${app.adminToken}`, ...(acceptEncoding !== null && { 'accept-encoding': acceptEncoding }) },
  })
}

describe('the text of a call that only reads', () => {
  test('is compressed for whoever takes that, and is the same text', async () => {
    const plain = await ask('sys/menu/nav', null)
    const packed = await ask('sys/menu/nav', 'gzip, deflate, br')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  })

  test('says that it depends on the encoding even when it goes out as it is', async () => {
    expect((await ask('sys/menu/nav', null)).headers.vary).toBe('accept-encoding')
  })

  test('goes out as it is when it is short', async () => {
    const short = await ask('sys/message/unread', 'gzip')
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(short.json()).toMatchObject({ code: 1 })
  })
})

test.each([
  ['gzip', true],
  ['br, GZIP', true],
  ['deflate;q=1.0, gzip;q=0.5', true],
  ['x-gzip', true],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0, *', false],
  ['br', false],
  ['identity', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %j takes gzip: %s', (header, expected) => expect(takesGzip(header)).toBe(expected))
