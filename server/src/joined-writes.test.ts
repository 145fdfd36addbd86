import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { joinWrites } from './joined-writes.ts'

/** A stream that notes what went out at once. */
function notingStream(): { stream: Writable; out: string[] } {
  const out: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      out.push(chunk)
      done()
    },
    writev: (chunks, done) => {
      out.push(chunks.map(({ chunk }) => String(chunk)).join(''))
      done()
    },
  })
  return { stream, out }
}

it('what is written in one turn goes out at once, however many wait for each other in it', async () => {
  const { stream, out } = notingStream()
  for (const text of ['one', 'two', 'three']) {
    joinWrites(stream)
    stream.write(text)
    await Promise.resolve()
  }
  await nextTurn()
  joinWrites(stream)
  stream.write('four')
  await nextTurn()
  stream.write('five')
  stream.write('six')
  expect(out).toEqual(['onetwothree', 'four', 'five', 'six'])
})

it('a stream that ends meanwhile is no fault', async () => {
  const { stream, out } = notingStream()
  joinWrites(stream)
  stream.write('last')
  stream.end()
  await nextTurn()
  expect(out).toEqual(['last'])
  const { stream: broken } = notingStream()
  joinWrites(broken)
  broken.destroy()
  await nextTurn()
  expect(broken.destroyed).toBe(true)
})
