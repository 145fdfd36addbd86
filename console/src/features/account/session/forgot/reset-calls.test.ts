import { expect, it } from 'vitest'
import { passwordReset } from '@nameplane/contract/account/password-reset'
import { resetCalls } from './reset-calls.ts'

it.each(Object.keys(resetCalls) as (keyof typeof resetCalls)[])('%s is called where the contract says', (name) => {
  expect({ method: resetCalls[name].method, path: resetCalls[name].path }).toEqual({ method: passwordReset[name].method, path: passwordReset[name].path })
})
