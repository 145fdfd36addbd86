import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CallProblem } from '../../../../api/call-problem.ts'
import { setLanguage } from '../../../../i18n/language.ts'
import { pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { learnRefusals } from '../refusals.ts'
import { AskForm } from './ask-form.tsx'
import { PasswordTwiceForm } from './password-twice-form.tsx'

/* What is asked for before anybody is signed in. What `send` answers is what the server would refuse. */
const refused = (code: string, fields: Record<string, string> = {}) => new CallProblem({ kind: 'refused', code, message: `said ${code}`, fields })
const button = (name: string) => screen.getByRole('button', { name })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
async function inEnglish(): Promise<void> {
  await learnRefusals()
  act(() => setLanguage('en'))
}
afterEach(() => act(() => setLanguage('zh')))

describe('who it is about, and a captcha', () => {
  const drawn = (answers: (CallProblem | null)[]) => {
    const [send, asked] = [vi.fn<() => Promise<CallProblem | null>>(() => Promise.resolve(answers.shift() ?? null)), vi.fn<(typed: string) => void>()]
    const user = pressed(
      <AskForm field={{ name: 'email', label: '邮箱' }} required="请输入邮箱" help="" submit="发送" submitting="正在发送" send={send} onAsked={asked} />,
    )
    const [email, captcha] = screen.getAllByRole<HTMLInputElement>('textbox')
    return { user, send, asked, email: email!, captcha: captcha! }
  }

  test('nothing is sent before both are there', async () => {
    const { user, send, email } = drawn([])
    await user.click(button('发送'))
    expect(told()).toEqual(['请输入邮箱', '请输入图形验证码'])
    expect(send).not.toHaveBeenCalled()
    await user.type(email, 'a')
    expect(told()).toEqual(['请输入图形验证码'])
  })

  test('what was refused is said at its field in the language that is chosen, and a captcha serves once', async () => {
    const { user, asked, email, captcha } = drawn([
      refused('invalid_input', { email: 'invalid_email' }),
      refused('captcha_wrong', { captcha: 'captcha_wrong' }),
    ])
    await user.type(email, 'no address')
    await user.type(captcha, '1234{Enter}')
    expect(told()).toEqual(['邮箱地址格式错误'])
    expect(document.activeElement).toBe(email)
    expect([email.value, captcha.value]).toEqual(['no address', ''])
    await inEnglish()
    expect(told()).toEqual(['Invalid email address'])
    await user.type(captcha, '1234{Enter}')
    expect(document.activeElement).toBe(captcha)
    expect(told()).toHaveLength(1)
    expect(asked).not.toHaveBeenCalled()
  })

  test('what no field can mend stands below them', async () => {
    const { user, asked, email, captcha } = drawn([refused('registration_closed'), null])
    await user.type(email, ' a@example.net ')
    await user.type(captcha, '1234{Enter}')
    expect(told()).toHaveLength(1)
    await user.type(captcha, '1234{Enter}')
    expect(told()).toEqual([])
    expect(asked.mock.calls).toEqual([['a@example.net']])
  })
})

describe('a new password, typed twice', () => {
  const text = {
    ...{ newPassword: '新密码', again: '再次输入新密码', passwordRequired: '请输入新密码', differ: '两次输入不一致' },
    ...{ save: '设置', saving: '正在设置', rule: '规则' },
  }
  const drawn = (answers: (CallProblem | null)[]) => {
    const send = vi.fn<(entered: { first: string; password: string }) => Promise<CallProblem | null>>(() => Promise.resolve(answers.shift() ?? null))
    const user = pressed(
      <PasswordTwiceForm first={{ kind: 'code', name: 'code', label: '验证码', required: '请输入验证码' }} text={text} username="ada" send={send}>
        <p>说明</p>
      </PasswordTwiceForm>,
    )
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
    return { user, send, code: field('验证码'), password: field('新密码'), again: field('再次输入新密码') }
  }

  test('is sent only once both are the same, with the code', async () => {
    const { user, send, code, password, again } = drawn([])
    await user.click(button('设置'))
    expect(told()).toEqual(['请输入验证码', '请输入新密码'])
    await user.type(code, ' 123456')
    await user.type(password, 'tulip-Ferry-29-moss')
    await user.type(again, 'tulip-Ferry-29-mos')
    await user.click(button('设置'))
    expect(told()).toEqual(['两次输入不一致'])
    expect(send).not.toHaveBeenCalled()
    await user.type(again, 's{Enter}')
    expect(send.mock.calls).toEqual([[{ first: '123456', password: 'tulip-Ferry-29-moss' }]])
    expect(told()).toEqual([])
  })

  test('is not to blame for a wrong code: that is said where the code stands', async () => {
    const { user, code, password, again } = drawn([refused('invalid_input', { code: 'invalid_value' })])
    await user.type(code, '123456')
    for (const field of [password, again]) await user.type(field, 'tulip-Ferry-29-moss')
    await user.click(button('设置'))
    expect(told()).toEqual(['内容格式错误'])
    expect([code, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
    expect(document.activeElement).toBe(code)
  })

  test('that is refused stays as it was typed, with the reason at its field', async () => {
    const { user, code, password, again } = drawn([refused('invalid_input', { password: 'password_common' }), refused('login_locked')])
    await user.type(code, '123456')
    for (const field of [password, again]) await user.type(field, 'password1234')
    await user.click(button('设置'))
    expect(told()).toEqual(['密码过于常见，容易被猜到'])
    await inEnglish()
    expect(told()).toEqual(['This password is too common'])
    await user.click(button('设置'))
    expect(told()).toHaveLength(1)
    expect(told()[0]).not.toContain('password_common')
    expect([code.value, password.value, again.value]).toEqual(['123456', 'password1234', 'password1234'])
  })
})
