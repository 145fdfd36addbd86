import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Lingering } from './lingering.ts'

test('of refused bodies two are read on at a time, and the next one when one of them ends', async () => {
  const lingering = new Lingering(600_000)
  const server = createServer((raw, response) => {
    lingering.after({ raw }, { raw: response })
    response.end('refused')
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const { port } = server.address() as { port: number }
  const [megabytes, piece] = [16, Buffer.alloc(1 << 20, 'x')]
  const sent = megabytes * piece.length

  /** Sends nearly all of a body, and holds back the end. */
  async function send(): Promise<{ client: Socket; served: Socket }> {
    const arrived = new Promise<Socket>((settle) => server.once('connection', settle))
    const client = connect(port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write(`POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ${sent + 1}\r\n\r\n`)
    const answered = new Promise((settle) => client.once('data', settle))
    const served = await arrived
    await answered
    for (let count = 0; count < megabytes; count += 1) client.write(piece)
    return { client, served }
  }
  const [first, second, third] = [await send(), await send(), await send()]
  for (const { served } of [first, second]) await expect.poll(() => served.bytesRead, { timeout: 30_000 }).toBeGreaterThan(sent)
  expect(third.served.bytesRead).toBeLessThan(sent)
  first.client.destroy()
  await expect.poll(() => third.served.bytesRead, { timeout: 30_000 }).toBeGreaterThan(sent)
  for (const { client } of [second, third]) client.destroy()
  await new Promise((settle) => server.close(settle))
})
