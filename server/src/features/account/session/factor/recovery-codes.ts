import { randomInt } from 'node:crypto'
import { keyedDigest } from '../../../../secrets/seal.ts'

const count = 10
// Letters and digits that nobody confuses when they are read from paper.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 10

/** Ten codes of fifty bits, in two groups for the eye. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
}

/** What is stored of a code; how it is spelt does not matter. */
export function recoveryCodeHash(accountId: number, code: string): Buffer {
  return keyedDigest(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), `recovery code:${accountId}`)
}
