import { screen, waitFor } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { expect, test, vi } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { factor } from '@nameplane/contract/account/factor'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../api/client.ts'
import { sessionCalls } from '../../../api/session-calls.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInAs, usualPassword } from '../../../browser/pressed/signed-in.testing.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { secondStepMessages } from './second-step.messages.ts'

const text = secondStepMessages.zh
const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const press = (name: string) => screen.getByRole('button', { name })

/** The second step of a new administrator who has an authenticator app. */
async function asked() {
  const username = freshWord()
  await call(admin.save, { username, password: usualPassword })
  await signInAs(username)
  const { seal, secret } = (await call(factor.totpOffer, { password: usualPassword })).data
  const codes = (await call(factor.totpSave, { seal, code: TOTP.generate({ secret: Secret.fromBase32(secret) }) })).data.recoveryCodes!
  const { second } = await call(sessionCalls.login, { username, password: usualPassword })
  const done = vi.fn<() => void>()
  const back = vi.fn<() => void>()
  return { codes, done, back, hand: pressed(<SecondStepForm second={second!} onDone={done} onBack={back} />) }
}

test('a code is asked for before it is sent, a wrong one is said and taken away, and a recovery code stands in for it', async () => {
  const { codes, done, back, hand } = await asked()
  await hand.type(field(text.totpCode), '  ')
  await hand.click(press(text.verify))
  expect(told()).toEqual([text.codeRequired])
  await hand.type(field(text.totpCode), '000000')
  expect(told()).toEqual([])
  await hand.click(press(text.verify))
  await waitFor(() => expect(told()).toEqual([problemText('second_factor_wrong', 'zh')]))
  expect(field(text.totpCode).value).toBe('')

  await hand.click(press(text.useInstead.recovery))
  expect(told()).toEqual([])
  await hand.type(field(text.recoveryCode), ` ${codes[0]!.toLowerCase()} `)
  await hand.click(press(text.verify))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(back).not.toHaveBeenCalled()
  expect((await call(factor.status, {})).data.recoveryCodesLeft).toBe(codes.length - 1)
})

test('the way back leads to the password, and sends nothing', async () => {
  const { codes, done, back, hand } = await asked()
  await hand.click(press(text.back))
  expect(back).toHaveBeenCalledOnce()
  expect(done).not.toHaveBeenCalled()
  expect((await call(factor.status, {})).data.recoveryCodesLeft).toBe(codes.length)
})
