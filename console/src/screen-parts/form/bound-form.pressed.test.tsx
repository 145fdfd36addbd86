import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pressed } from '../../browser/pressed/pressed.testing.tsx'
import { useBoundForm } from './bound-form.ts'
import { fieldWords } from './field-words.ts'
import { Field } from './field.tsx'

const schema = z.object({ account: z.string(), secretKey: z.string() })
const words = fieldWords({ account: { zh: '账号', en: 'Account' }, secretKey: { zh: '密钥', en: 'Key' } })
const secrets = ['secretKey']

function Form() {
  const form = useBoundForm(schema, words, { account: 'ours' }, secrets)
  return (
    <>
      <Field of={form} name="account" />
      <Field of={form} name="secretKey" />
    </>
  )
}

test('a secret is not shown while it is typed, also where the schema knows only a text', async () => {
  const hand = pressed(<Form />)
  const key = screen.getByLabelText<HTMLInputElement>('密钥')
  await hand.type(key, 'of ours')
  expect([key.type, key.value]).toEqual(['password', 'of ours'])
  const account = screen.getByLabelText<HTMLInputElement>('账号')
  expect([account.type, account.value]).toEqual(['text', 'ours'])
})
