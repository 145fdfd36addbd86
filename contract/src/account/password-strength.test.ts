import { expect, it } from 'vitest'
import { guessableBelowBits, passwordBits } from './password-strength.ts'

it.each([
  'Ops-password-2026',
  'Dev_Admin_1999',
  'p4ssword.QXZ',
  'summer-winter-2025',
  'qwerty-azerty-2026',
  'xyzxyzxyzxyzxyz',
  'poiuytrewq-lk',
  'passwordabc81',
  '19840612-1984',
])('%s is guessed', (password) => expect(passwordBits(password)).toBeLessThan(guessableBelowBits))

it.each([
  'correct horse 7',
  'tulip-Ferry-29',
  'a7k2m9x4',
  'xK9#mPq2vLw7',
  'passwordlessTurnip4',
  'JQZM3KVXW2TBNA5HYUEC',
  'dragon-monkey-purple-forest',
  'éàüöß-çñåø',
])('%s is not guessed', (password) => expect(passwordBits(password)).toBeGreaterThanOrEqual(guessableBelowBits))

it('each character that stands in no list makes it stronger', () => {
  const strengths = ['Ops-password-2026', 'Opsk-password-2026', 'Opskv-password-2026'].map((password) => passwordBits(password))
  expect(strengths).toEqual(strengths.toSorted((one, other) => one - other))
  expect(strengths.at(-1)! - strengths[0]!).toBeGreaterThan(8)
})

it('the name of the account is no secret, however it is written', () => {
  expect(passwordBits('V3rmillion-harbor', 'vermillion')).toBeLessThan(guessableBelowBits)
  expect(passwordBits('V3rmillion-harbor', 'ada')).toBeGreaterThanOrEqual(guessableBelowBits)
})

it('nothing withstands nothing', () => expect(passwordBits('')).toBe(0))
