import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { accountFieldNames } from '@nameplane/contract/account/account-fields'
import { user as users } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import type { Sent } from '@nameplane/contract/endpoint'
import { call } from '../../../api/client.ts'
import { forgetNavigation } from '../../../api/session-calls.ts'
import { removeSession } from '../../../api/session-store.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { forgetText } from '../../../browser/local-storage.ts'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { firstAgainAfterwards } from '../../../browser/pressed/signed-in.testing.ts'
import { passwordMeterMessages } from '../../../entities/account/password-meter.messages.ts'
import { sessionMessages } from './session.messages.ts'

/* A customer whom an administrator has added signs in by the form for the first time. */
const text = sessionMessages.zh
const passwordPath = '/account/users/reset-password'
const domains = '/dns/domain/list'
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}\\*?$`), { selector: 'input' })
const arrived = (path: string) => waitFor(() => expect(document.querySelector('main')?.dataset['screen']).toBe(path))

async function customer(changes: Partial<Sent<typeof users.save>> = {}) {
  const username = freshWord()
  const { id } = (await call(users.save, { username, password: 'pass1', ...changes })).data
  const own = `own-${username}.example`
  await call(domain.save, { domain: own, userId: id })
  return { id, username, own }
}

/** By the form at this address, where nobody is signed in. */
async function signedInByForm(username: string, address: string): Promise<WholeConsole> {
  firstAgainAfterwards()
  forgetNavigation()
  removeSession()
  const console = wholeConsole()
  await console.open(address)
  await console.hand.type(await field(text.username), username)
  await console.hand.type(await field(text.password), 'pass1')
  await console.hand.click(screen.getByRole('button', { name: text.signIn }))
  return console
}

describe('a customer', () => {
  test('whose password is due sets a new one before anything else, then sees the own domains', async () => {
    const { id, username, own } = await customer()
    await call(users.requirePassword, { ids: [id] })
    const console = await signedInByForm(username, `/login?redirect=${encodeURIComponent(domains)}`)
    const { hand } = console
    await arrived(passwordPath)
    expect(await screen.findByText('请先设置新密码再继续')).toBeTruthy()
    console.goTo(domains)
    await waitFor(() => expect(location.hash).toBe(`#${passwordPath}`))
    await arrived(passwordPath)

    await hand.type(await field('原密码'), 'pass1')
    await hand.type(await field(accountFieldNames.newPassword.zh), 'pass2')
    const strength = await screen.findByRole('meter', { name: passwordMeterMessages.zh.strength })
    expect(within(strength.closest<HTMLElement>('[aria-live=polite]')!).getByText(passwordMeterMessages.zh.complete)).toBeTruthy()
    await hand.type(await field(accountFieldNames.passwordAgain.zh), 'pass2')
    await hand.click(screen.getByRole('button', { name: '修改密码' }))
    await waitFor(() => expect(location.hash).not.toContain('reset-password'))
    await console.open(domains)
    expect(await screen.findByText(own)).toBeTruthy()
  })

  test('begins in the language that was chosen for them', async () => {
    const { username } = await customer({ language: 'en' })
    inLanguage('zh')
    // Nobody has chosen a language in this browser yet.
    forgetText('language')
    await signedInByForm(username, '/login')
    await arrived(domains)
    await waitFor(() => expect(document.documentElement.lang).toBe('en'))
    expect(await screen.findByRole('heading', { name: 'Domains' })).toBeTruthy()
  })
})
