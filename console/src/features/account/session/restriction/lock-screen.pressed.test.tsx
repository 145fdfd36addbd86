import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { session } from '@nameplane/contract/account/session'
import { call } from '../../../../api/client.ts'
import { wholeConsole, type WholeConsole } from '../../../../app/whole-console.testing.tsx'
import { expectAccessible } from '../../../../browser/pressed/accessible.testing.ts'
import { inLanguage } from '../../../../browser/pressed/pressed.testing.tsx'
import { newAdministrator, signInAs, usualPassword } from '../../../../browser/pressed/signed-in.testing.ts'
import { shellMessages } from '../../../../shell/shell.messages.ts'
import { restrictionMessages } from './restriction.messages.ts'

const list = '/dns/domain/list'
// The page itself stays below, out of sight.
const top = () => [...document.querySelectorAll('main')].at(-1)!
const shown = () => top().dataset['screen']
const lock = () => within(top())
const search = () => document.querySelector<HTMLInputElement>('main input[inputmode=search]') ?? expect.fail('there is no search')
const refusedCall = () =>
  call(domain.list, { page: 1 }).then(
    () => null,
    (cause: { code?: string }) => cause.code,
  )

/** A list with something typed into its search, locked. */
async function locked(language: 'zh' | 'en'): Promise<{ console: WholeConsole; username: string; text: (typeof restrictionMessages)['zh'] }> {
  const username = await newAdministrator(['domain.read'])
  await signInAs(username)
  inLanguage(language)
  const console = wholeConsole()
  await console.open(list)
  await console.hand.type(search(), 'kept as it was')
  await console.hand.click(screen.getByRole('button', { name: shellMessages[language].lock }))
  await waitFor(() => expect(shown()).toBe('locked'))
  return { console, username, text: restrictionMessages[language] }
}
const password = (label: string) => lock().getByLabelText<HTMLInputElement>(label)
const press = ({ hand }: WholeConsole, name: string) => hand.click(lock().getByRole('button', { name }))

test.each(['zh', 'en'] as const)('a locked session answers nothing until its password is given, and the page is as it was left, in %s', async (language) => {
  const { console, username, text } = await locked(language)
  expect([document.title, lock().getByRole('heading').textContent, await refusedCall()]).toEqual([text.lockedTitle, username, 'session_locked'])
  await expectAccessible('lock screen')
  const refused = async (typed: string, said: string) => {
    if (typed !== '') await console.hand.type(password(text.password), typed)
    await press(console, text.unlock)
    await lock().findByText(said)
    expect([password(text.password).value, document.activeElement === password(text.password), shown()]).toEqual(['', true, 'locked'])
  }
  await refused('', text.passwordRequired)
  await refused('not the password', language === 'zh' ? '密码错误' : 'Incorrect password')
  console.listen()
  await console.hand.type(password(text.password), `${usualPassword}{Enter}{Enter}`)
  await waitFor(() => expect(shown()).toBe(list))
  expect(console.exchanges.filter(({ sent }) => sent.path === session.unlock.path)).toHaveLength(1)
  expect(search().value).toBe('kept as it was')
  expect([document.title === text.lockedTitle, await refusedCall()]).toEqual([false, null])
})

test('whoever cannot give the password of a locked session signs out', async () => {
  const { console, text } = await locked('zh')
  await press(console, text.signOut)
  await waitFor(() => expect(location.hash).toContain('#/login'))
  expect(await refusedCall()).not.toBe('session_locked')
})
