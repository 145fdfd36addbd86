import { inject, onTestFinished } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { role } from '@nameplane/contract/account/role'
import type { Sent } from '@nameplane/contract/endpoint'
import type { Right } from '@nameplane/contract/rights'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { sessionCalls } from '../../api/session-calls.ts'
import { startSession } from '../../api/session-store.ts'
import type {} from './pressed-platform.testing.ts'
import { freshWord } from './pressed.testing.tsx'

/* Who presses, where it is not the first administrator. */

/** What accounts of tests are added with. */
export const usualPassword = 'tulip-Ferry-29-moss'

async function signIn(username: string, secret: string): Promise<void> {
  const { token } = await call(sessionCalls.login, { username, password: secret })
  if (token === undefined) throw new Error(`${username} cannot sign in`)
  startSession(token)
}

async function signInAsFirst(): Promise<void> {
  const first = inject('pressedPlatform')
  await signIn(first.username, first.password)
}

/** Whatever the test signs in: after it, the first administrator is signed in again. */
export function firstAgainAfterwards(): void {
  onTestFinished(async () => {
    queryClient.clear()
    await signInAsFirst()
  })
}

/** As somebody who was added with the usual password. */
export async function signInAs(username: string, secret = usualPassword): Promise<void> {
  await signIn(username, secret)
  firstAgainAfterwards()
}

type Scope = Omit<Sent<typeof role.save>, 'name'>

/** A new administrator whose one role holds these rights, over everything where nothing else is said. @returns the username */
export async function newAdministrator(rights: readonly Right[], scope: Scope = { dataScope: 'all' }): Promise<string> {
  const username = freshWord()
  const { id } = (await call(role.save, { name: freshWord(), description: '', rights: [...rights], ...scope })).data
  await call(admin.save, { username, password: usualPassword, roleIds: [id] })
  return username
}

/** As such a one. */
export async function signInWith(rights: readonly Right[], scope?: Scope): Promise<void> {
  await signInAs(await newAdministrator(rights, scope))
}
