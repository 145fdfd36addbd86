import { commonWords, joiners, lookalikes, neighbours } from './password-words.ts'

/*
 * How many guesses a password withstands, in bits, by whoever knows what people make passwords of: it is cut into listed words,
 * years, walks over the keyboard, repeats and single characters where that makes the fewest guesses. What stands in no list has to
 * be tried letter by letter, and is all that makes a password strong.
 */

/** Below this many bits a password is guessed by a machine that knows its digest, within days. */
export const guessableBelowBits = 40

const bits = { ownName: 2, joiner: 5, word: 9, year: 7, run: 6, repeat: 2, otherCase: 1, lookalike: 1, otherKind: 1.6 }
const bitsOfCharacter = { digit: 3.3, letter: 4.7, capital: 5.7, usualSign: 3.5, sign: 5 }

const isLetter = (character: string): boolean => /[a-z]/i.test(character)
const isDigit = (character: string): boolean => /\d/.test(character)

/** The bits that an attacker has to guess; `username` is known to them. */
export function passwordBits(password: string, username = ''): number {
  const ownNames = new Set(
    username
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((name) => name.length >= 3),
  )
  const least = [0]
  for (let end = 1; end <= password.length; end += 1)
    least[end] = Math.min(...Array.from({ length: end }, (_, start) => least[start]! + bitsOfPart(password, start, end, ownNames)))
  return least[password.length]!
}

/** The fewest bits of a part that is guessed as one; infinite where it is nothing that anybody tries as one. */
function bitsOfPart(password: string, start: number, end: number, ownNames: ReadonlySet<string>): number {
  const part = password.slice(start, end)
  if (part.length === 1) return bitsOfOne(password, start)
  const isRepeat = password.slice(Math.max(0, 2 * start - end), start) === part
  const isYear = /^(19|20)\d\d$/.test(part)
  return Math.min(bitsOfWord(part, ownNames), bitsOfRun(part), isRepeat ? bits.repeat : Infinity, isYear ? bits.year : Infinity)
}

function bitsOfOne(password: string, at: number): number {
  const [character, before] = [password[at]!, password[at - 1] ?? '']
  const otherKind = (isDigit(character) && isLetter(before)) || (isLetter(character) && isDigit(before)) ? bits.otherKind : 0
  if (isDigit(character)) return bitsOfCharacter.digit + otherKind
  if (isLetter(character)) return (character === character.toLowerCase() ? bitsOfCharacter.letter : bitsOfCharacter.capital) + otherKind
  // Whoever joins words by a sign joins them all by it.
  if (password.slice(0, at).includes(character)) return bits.repeat
  return ' -_.,@!#'.includes(character) ? bitsOfCharacter.usualSign : bitsOfCharacter.sign
}

function bitsOfWord(part: string, ownNames: ReadonlySet<string>): number {
  const lower = part.toLowerCase()
  const read = lower.replace(/[013457@$!]/g, (sign) => lookalikes[sign]!)
  const word = ownNames.has(read) ? bits.ownName : joiners.has(read) ? bits.joiner : commonWords.has(read) ? bits.word : Infinity
  return word + (part === lower ? 0 : bits.otherCase) + (lower === read ? 0 : bits.lookalike)
}

function bitsOfRun(part: string): number {
  const steps = [...part.toLowerCase()]
  const isRun = steps.length >= 3 && steps.slice(1).every((step, index) => step === steps[index] || neighbours.has(steps[index]! + step))
  return isRun ? bits.run + Math.log2(steps.length) : Infinity
}
