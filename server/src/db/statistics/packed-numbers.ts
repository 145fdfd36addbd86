/*
 * Counts as they are stored: whole numbers in groups of three bits, the lowest first, each with a bit that says whether another group
 * follows; two groups make a byte. Most counts of one domain in one minute are below eight and take half a byte.
 */

/** The bytes of some whole numbers from 0 to 2^53. */
export function packNumbers(numbers: Iterable<number>): Buffer {
  const groups: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest >= 8) {
      groups.push((rest % 8) + 8)
      rest = Math.floor(rest / 8)
    }
    groups.push(rest)
  }
  if (groups.length % 2 === 1) groups.push(0)
  const bytes = Buffer.alloc(groups.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = groups[2 * at]! * 16 + groups[2 * at + 1]!
  return bytes
}

/** The numbers again; where there was an odd number of groups, one 0 more at the end. */
export function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let unit = 1
  const take = (group: number): void => {
    number += (group % 8) * unit
    if (group >= 8) {
      unit *= 8
      return
    }
    numbers.push(number)
    number = 0
    unit = 1
  }
  for (const byte of bytes) {
    take(byte >> 4)
    take(byte & 15)
  }
  return numbers
}
