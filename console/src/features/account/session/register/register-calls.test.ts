import { expect, it } from 'vitest'
import { registration } from '@nameplane/contract/account/registration'
import { registerCalls } from './register-calls.ts'

it.each(Object.keys(registerCalls) as (keyof typeof registerCalls)[])('%s is called where the contract says', (name) => {
  expect({ method: registerCalls[name].method, path: registerCalls[name].path }).toEqual({ method: registration[name].method, path: registration[name].path })
})
