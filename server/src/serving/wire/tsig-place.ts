import { skipName } from './query.ts'
import { TYPE } from './wire-types.ts'

const headerBytes = 12

/** Where the TSIG record of a message begins: the last of all, where it has one. 0 without, -1 when the message is malformed. */
export function tsigPlace(message: Uint8Array): number {
  if (message.length < headerBytes) return -1
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = headerBytes
  for (let question = view.getUint16(4); question > 0; question -= 1) {
    at = skipName(message, at)
    if (at < 0 || (at += 4) > message.length) return -1
  }
  const additional = view.getUint16(10)
  const total = view.getUint16(6) + view.getUint16(8) + additional
  let place = 0
  for (let index = 1; index <= total; index += 1) {
    const owner = at
    at = skipName(message, at)
    if (at < 0 || at + 10 > message.length) return -1
    if (view.getUint16(at) === TYPE.TSIG) {
      if (index !== total || additional === 0) return -1
      place = owner
    }
    at += 10 + view.getUint16(at + 8)
    if (at > message.length) return -1
  }
  return at === message.length ? place : -1
}
