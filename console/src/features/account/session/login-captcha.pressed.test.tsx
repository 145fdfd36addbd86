import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call } from '../../../api/client.ts'
import { sessionCalls } from '../../../api/session-calls.ts'
import { inLanguage, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { LoginForm } from './login-form.tsx'

/* When a captcha is asked for, the rules of signing in say. What the server tells the form of them is proven beside the session. */
test.each([
  ['zh', '图形验证码', true],
  ['en', 'Captcha', true],
  ['zh', '图形验证码', false],
  ['en', 'Captcha', false],
] as const)('in %s the form has a field named %s as the server asks for one: %s', async (language, name, isAsked) => {
  inLanguage(language)
  const form = { ...(await call(sessionCalls.form, {})).data, captcha: isAsked }
  const nothing = (): void => {}
  const paths = { forgot: '/login?step=forgot', register: '/register' }
  pressed(<LoginForm form={form} paths={paths} onNameEntered={nothing} onSignedIn={nothing} onSecondStep={nothing} onWechat={nothing} />, '/login')
  expect(screen.getByRole('button', { name: language === 'zh' ? '登录' : 'Sign in' })).toBeTruthy()
  expect(screen.queryAllByRole('textbox', { name })).toHaveLength(isAsked ? 1 : 0)
})
