import type { ProblemCode } from '../problem-text.ts'
import './account-problems.ts'
import { guessableBelowBits, passwordBits } from './password-strength.ts'
import { commonWords, joiners, lookalikes, neighbours } from './password-words.ts'

/*
 * Which passwords everybody tries first. A list of whole passwords ends where somebody appends a year; so the list is of
 * the words that they are made of, and a password made of nothing else, or of a pattern, is refused.
 */

/** Whether the letters are nothing but listed words one after the other, at least one of them no mere joiner. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  // For each length of beginning: not reachable, by joiners only, or with a real word.
  const reached: (false | 'joined' | 'worded')[] = [false]
  reached[0] = 'joined'
  for (let end = 1; end <= letters.length; end++) {
    reached[end] = false
    for (let start = 0; start < end; start++) {
      const before = reached[start]
      if (!before) continue
      const part = letters.slice(start, end)
      if (words.has(part)) reached[end] = 'worded'
      else if (joiners.has(part) && reached[end] !== 'worded') reached[end] = before
    }
  }
  return reached[letters.length] === 'worded'
}

function isPattern(password: string): boolean {
  if (new Set(password).size < 5) return true
  if (/^(.{1,8}?)\1+.{0,3}$/u.test(password)) return true
  const pairs = [...password].slice(1).map((letter, index) => password[index]! + letter)
  // Three of four steps lead to a neighbour or nowhere: a walk over the keyboard with a few turns.
  return pairs.filter((pair) => pair[0] === pair[1] || neighbours.has(pair)).length >= pairs.length * 0.7
}

/** Whether a password is a common word or several, whatever digits and signs stand around, or a pattern; any case of letters, `@` for `a` and the like. */
export function isCommonPassword(password: string, username = ''): boolean {
  const lower = password.toLowerCase()
  if (isPattern(lower)) return true
  const words = new Set(commonWords)
  for (const name of username.toLowerCase().split(/[^a-z]+/)) if (name.length >= 3) words.add(name)
  const bare = lower.replace(/[^a-z]/g, '')
  const trimmed = lower.replace(/^[^a-z]+|[^a-z@$!]+$/g, '').replace(/[!@$]+$/, '')
  const read = trimmed.replace(/[013457@$!]/g, (sign) => lookalikes[sign]!).replace(/[^a-z]/g, '')
  // Digits alone are no secret either: a date, a telephone number.
  return bare === '' || isMadeOf(bare, words) || isMadeOf(read, words)
}

type Lack = { readonly code: Extract<ProblemCode, 'password_too_short' | 'password_common' | 'password_guessable'>; readonly params: Record<string, unknown> }

/**
 * All that a new administrator's password lacks, beside the form that every password has (`rules.password`), in the order in which it is
 * said. Lengths in characters.
 */
export function administratorPasswordLacks(password: string, username: string, minimum: number): readonly Lack[] {
  const length: readonly Lack[] = password.length < minimum ? [{ code: 'password_too_short', params: { minimum } }] : []
  if (isCommonPassword(password, username)) return [...length, { code: 'password_common', params: {} }]
  return passwordBits(password, username) < guessableBelowBits ? [...length, { code: 'password_guessable', params: {} }] : length
}

/** What is wrong with a new administrator's password first of all; null when nothing is. */
export function administratorPasswordProblem(password: string, username: string, minimum: number): Lack | null {
  return administratorPasswordLacks(password, username, minimum)[0] ?? null
}

/** From 1, which is guessed at once, to 4; an administrator's password has 3 at least. */
export const passwordLevels = [1, 2, 3, 4] as const

/** How strong a password is, for whoever types it. */
export function passwordLevel(password: string, username = ''): (typeof passwordLevels)[number] {
  const bits = passwordBits(password, username)
  if (isCommonPassword(password, username) || bits < guessableBelowBits / 2) return 1
  if (bits < guessableBelowBits) return 2
  return bits < guessableBelowBits * 1.5 ? 3 : 4
}
