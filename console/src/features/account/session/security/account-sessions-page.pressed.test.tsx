import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { user } from '@nameplane/contract/account/user'
import { session, type SessionRow } from '@nameplane/contract/account/session'
import { problemText } from '@nameplane/contract/problem-text'
import type { Right } from '@nameplane/contract/rights'
import { call } from '../../../../api/client.ts'
import { sessionCalls } from '../../../../api/session-calls.ts'
import { wholeConsole } from '../../../../app/whole-console.testing.tsx'
import { freshWord } from '../../../../browser/pressed/pressed.testing.tsx'
import { newAdministrator, signInAs, usualPassword } from '../../../../browser/pressed/signed-in.testing.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { securityMessages } from './security.messages.ts'

const text = securityMessages.zh

/** An account that is signed in twice, seen by somebody with these rights. */
async function opened(...rights: readonly Right[]) {
  const username = freshWord()
  const { id: userId } = (await call(user.save, { username, password: usualPassword })).data
  const viewer = await newAdministrator(rights)
  // Each ends the session that asks.
  for (let count = 0; count < 2; count += 1) await call(sessionCalls.login, { username, password: usualPassword })
  await signInAs(viewer)
  const shown = wholeConsole()
  await shown.open(`/account/sessions/${userId}`)
  return { hand: shown.hand, username, sessions: async () => (await call(session.listOf, { userId })).data.list }
}
const endOf = ({ address, createTime }: SessionRow) => text.endHere('Linux', address, formatExactTime(createTime))
const button = (name: string) => screen.findByRole('button', { name })

describe('the sessions of another account', () => {
  test('are ended one by one or all at once, after a question', async () => {
    const { hand, username, sessions } = await opened('session.read', 'session.write')
    expect(await screen.findByRole('heading', { level: 1, name: text.sessionsOf(username) })).toBeTruthy()
    const [first, second] = await sessions()
    await hand.click(screen.getAllByRole('button', { name: endOf(first!) })[0]!)
    expect(await sessions()).toHaveLength(2)
    await hand.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: text.end }))
    await waitFor(async () => expect((await sessions()).map(({ id }) => id)).toEqual([second!.id]))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

    await hand.click(await button(text.endAll))
    await hand.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: text.endAll }))
    await screen.findByText(text.noSessions)
    expect(await sessions()).toEqual([])
  })

  test('are kept from who may only see them, and the buttons say so', async () => {
    const { sessions } = await opened('session.read')
    const labels = new Set([text.endAll, ...(await sessions()).map(endOf)])
    const buttons = [...labels].flatMap((name) => screen.getAllByRole('button', { name }))
    const refused = [true, problemText('right_missing', 'zh')]
    expect(buttons.map((one) => [one.hasAttribute('disabled'), one.title])).toEqual([refused, refused, refused])
  })
})
