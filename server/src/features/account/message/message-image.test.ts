import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { limits } from '@nameplane/contract/limits'
import { createTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { imageSizeOf } from '../../../rich-text/image-size.ts'
import { deleteAged } from '../../../app/retention.ts'

let test: TestApp
beforeAll(async () => void (test = await createTestApp()))
afterAll(() => test.close())

function picture(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#177DFF'
  pen.fillRect(0, 0, width / 2, height)
  return canvas
}

type Answer = { code: number; problem?: string; data: { key: string; width: number; height: number } }

async function upload(content: Buffer, { name = 'image', token = test.adminToken } = {}): Promise<Answer> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/sys/message/image',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=cut' },
    payload: Buffer.concat([
      Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`),
      content,
      Buffer.from('\r\n--cut--\r\n'),
    ]),
  })
  return answer.json()
}
const fetched = (key: string) => test.app.inject({ method: 'GET', url: `/api/sys/message/image/${key}` })

/** A PNG whose header states this size; nothing follows that could be decoded. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

describe('an image', () => {
  it.each([
    ['PNG', () => picture(40, 30).encode('png')],
    ['JPEG', () => picture(40, 30).encode('jpeg')],
    ['WebP', () => picture(40, 30).encode('webp')],
  ])('as %s is kept as another file of ours, and shown to whoever knows its name', async (_, encode) => {
    const sent = await encode()
    const { code, data } = await upload(Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]))
    expect(code).toBe(1)
    expect(data).toMatchObject({ width: 40, height: 30 })
    const answer = await fetched(data.key)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
    expect(imageSizeOf(answer.rawPayload)).toEqual({ width: 40, height: 30 })
    expect(answer.rawPayload.includes('script')).toBe(false)
  })

  it('wider than any page is drawn smaller, in its proportion', async () => {
    const { data } = await upload(await picture(3200, 1000).encode('png'))
    expect(data).toMatchObject({ width: 1600, height: 500 })
  })

  it.each<[string, () => Buffer, string]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image_not_allowed'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_not_allowed'],
    ['GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00', 'latin1'), 'image_not_allowed'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'.padEnd(64)), 'image_not_allowed'],
    ['nothing', () => Buffer.alloc(0), 'image_not_allowed'],
    ['a PNG of 100,000 × 100,000 points in 33 bytes', () => pngOf(100_000, 100_000), 'image_too_large'],
    ['a PNG of one line of 20,000,000 points', () => pngOf(20_000_000, 1), 'image_too_large'],
    ['a PNG without a point', () => pngOf(0, 10), 'image_not_allowed'],
    ['a PNG that ends after its header', () => pngOf(10, 10), 'image_unreadable'],
    ['a JPEG that is only its first bytes', () => Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), 'image_not_allowed'],
    ['a file beyond the limit', () => Buffer.concat([pngOf(10, 10), Buffer.alloc(limits.messageImageBytes)]), 'image_too_large'],
  ])('that is %s is refused', async (_, content, problem) => {
    expect(await upload(content())).toMatchObject({ code: 500, problem })
  })

  it('is asked for under the name image, with the right to write messages', async () => {
    const sent = await picture(4, 4).encode('png')
    expect(await upload(sent, { name: 'file' })).toMatchObject({ problem: 'image_missing' })
    expect(await upload(sent, { token: await test.tokenWith(['message.read']) })).toMatchObject({ problem: 'right_missing' })
  })

  it('that nobody keeps is a missing one', async () => {
    const answer = await fetched('A'.repeat(22))
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ problem: 'image_absent' })
  })

  it('stays in the content, is enough content, and is deleted a day after no message shows it', async () => {
    const [shown, dropped, fresh] = await Promise.all([1, 2, 3].map(async () => (await upload(await picture(8, 8).encode('png'))).data.key))
    const content = `<p><img src="/api/sys/message/image/${shown}" alt="" width="8" height="8"></p>`
    const { data } = await test.call(message.save, { title: 'pictured', content })
    expect((await test.call(message.detail, { id: data.id })).data.content).toContain(shown)
    await test.db
      .updateTable('message_image')
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('key', 'in', [shown!, dropped!])
      .execute()
    await deleteAged(test.db, 'messageImage')
    expect([(await fetched(shown!)).statusCode, (await fetched(dropped!)).statusCode, (await fetched(fresh!)).statusCode]).toEqual([200, 404, 200])
  })
})
