import type { Writable } from 'node:stream'

const held = new WeakSet<Writable>()

/**
 * What is written to the stream from now until the current turn ends goes out at once: each write on its own would wake whoever reads,
 * which costs both sides more than most of what is said.
 */
export function joinWrites(stream: Writable): void {
  if (held.has(stream)) return
  held.add(stream)
  stream.cork()
  process.nextTick(() => {
    held.delete(stream)
    stream.uncork()
  })
}
