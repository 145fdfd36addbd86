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

/**
 * What is wrong with a new administrator's password, beside the form that every password has (`rules.password`); null when
 * nothing is. Lengths in characters.
 */
export function administratorPasswordProblem(
  password: string,
  username: string,
  minimum: number,
): { code: ProblemCode; params: Record<string, unknown> } | null {
  if (password.length < minimum) return { code: 'password_too_short', params: { minimum } }
  if (isCommonPassword(password, username)) return { code: 'password_common', params: {} }
  return passwordBits(password, username) < guessableBelowBits ? { code: 'password_guessable', params: {} } : null
}
