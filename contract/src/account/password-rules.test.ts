import { describe, expect, it } from 'vitest'
import { administratorPasswordLacks, administratorPasswordProblem, isCommonPassword, passwordLevel } from './password-rules.ts'

describe('a common password', () => {
  it.each([
    'password1234',
    'Password2024!',
    'P@ssw0rd2024',
    'p4$$w0rd!!!!',
    'passwordpassword',
    'administrator',
    'Admin@123456',
    'adminadmin12',
    'welcome12345',
    'iloveyou1314',
    'letmein-letmein',
    'ThisIsMyPassword1',
    'woaini5201314',
    'my-new-password',
    'aaaaaaaaaaaa',
    'abababababab',
    '121212121212',
    '123456789012',
    '138001380000',
    '19901231-1990',
    'qwertyuiop12',
    '1qaz2wsx3edc',
    'abcdefghijkl',
    'zxcvbnm12345',
    'summer-winter-2025',
    'nameplane2026!',
  ])('is %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'correct horse 7',
    'tulip-Ferry-29-moss',
    'xK9#mPq2vLw7',
    'passwordlessTurnip4',
    'Bridge over 4 rivers',
    'JQZM3KVXW2TBNA5HYUEC',
    'dragonfly-quarry-81',
  ])('is not %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('is one that repeats the name of its account', () => {
    expect(isCommonPassword('vermillion-2026', 'vermillion')).toBe(true)
    expect(isCommonPassword('vermillion-2026', 'somebody')).toBe(false)
  })
})

it('a new administrator has at least so many characters, none of them common', () => {
  expect(administratorPasswordProblem('tulip-Ferry', 'ada', 12)).toEqual({ code: 'password_too_short', params: { minimum: 12 } })
  expect(administratorPasswordProblem('password1234', 'ada', 12)).toEqual({ code: 'password_common', params: {} })
  expect(administratorPasswordProblem('Ops-password-2026', 'ada', 12)).toEqual({ code: 'password_guessable', params: {} })
  expect(administratorPasswordProblem('tulip-Ferry-29', 'ada', 12)).toBeNull()
})

it('all that it lacks is said at once, a short one that is common too', () => {
  const codes = (password: string): string[] => administratorPasswordLacks(password, 'ada', 12).map(({ code }) => code)
  expect(codes('password')).toEqual(['password_too_short', 'password_common'])
  expect(codes('k7Qmz2')).toEqual(['password_too_short', 'password_guessable'])
  expect(codes('xK9#mPq2vL')).toEqual(['password_too_short'])
  expect(codes('tulip-Ferry-29')).toEqual([])
})

it('a password is as strong as it is hard to guess, and an administrator may have those of the two highest levels', () => {
  expect(['password1234', 'Kd7', 'Ops-password-2026', 'tulip-Ferry-29', 'xK9#mPq2vLw7Zt'].map((password) => passwordLevel(password))).toEqual([1, 1, 2, 3, 4])
  expect([passwordLevel('vermillion-2026', 'vermillion'), passwordLevel('V3rmillion-harbor', 'vermillion'), passwordLevel('V3rmillion-harbor')]).toEqual([
    1, 2, 4,
  ])
  for (const password of ['Ops-password-2026', 'summer-winter-2025', 'correct horse 7', 'a7k2m9x4', 'dragonfly-quarry-81', 'qwertyuiop'])
    expect(passwordLevel(password) >= 3, password).toBe(administratorPasswordLacks(password, '', 1).length === 0)
})
