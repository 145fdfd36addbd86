import { describe, expect, it } from 'vitest'
import { administratorPasswordProblem, isCommonPassword } from './password-rules.ts'

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
