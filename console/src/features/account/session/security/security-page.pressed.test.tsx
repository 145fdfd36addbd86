import { screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { admin } from '@nameplane/contract/account/admin'
import { fieldNames } from '@nameplane/contract/account/factor'
import { session } from '@nameplane/contract/account/session'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../../api/client.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { sessionCalls } from '../../../../api/session-calls.ts'
import { downloads } from '../../../../browser/pressed/downloads.testing.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInAs, usualPassword } from '../../../../browser/pressed/signed-in.testing.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { SecurityPage } from './security-page.tsx'
import { securityMessages } from './security.messages.ts'

const text = securityMessages.zh
const parts = partsMessages.zh
const button = (name: string) => screen.findByRole('button', { name })
const dialog = () => within(screen.getByRole('dialog'))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** What the row of a second factor says about it. */
const state = async (title: string) => (await screen.findByRole('heading', { name: new RegExp(`^${title}`) })).textContent.slice(title.length)

/** As a new administrator, who is signed in at so many other places. */
async function opened({ elsewhere = 0 } = {}) {
  const username = freshWord()
  await call(admin.save, { username, password: usualPassword, roleIds: [] })
  for (let count = 0; count < elsewhere; count += 1) await call(sessionCalls.login, { username, password: usualPassword })
  await signInAs(username)
  const hand = pressed(<SecurityPage />)
  const givePassword = async (submitLabel: string, password = usualPassword) => {
    await hand.type(dialog().getByLabelText(new RegExp(`^${fieldNames.password.zh}`)), password)
    await hand.click(dialog().getByRole('button', { name: submitLabel }))
  }
  /** Reads the codes that are shown this once, and says that they are kept. */
  const keepCodes = async () => {
    const codes = (await within(await screen.findByRole('list', { name: text.recovery })).findAllByRole('listitem')).map(({ textContent }) => textContent)
    await hand.click(dialog().getByRole('button', { name: text.codesKept }))
    await isClosed()
    return codes
  }
  /** As far as the QR code; answers the secret that is shown beside it. */
  const offered = async () => {
    await hand.click(await button(text.setUpTotp))
    await givePassword(text.next)
    await screen.findByRole('img', { name: text.qrCode })
    return screen.getByRole('dialog').querySelector('code')!.textContent.replaceAll(' ', '')
  }
  const confirm = async (code: string) => {
    const field = dialog().getByLabelText(new RegExp(`^${fieldNames.code.zh}`))
    await hand.clear(field)
    await hand.type(field, code)
    await hand.click(dialog().getByRole('button', { name: text.turnOn }))
  }
  const setUp = async () => {
    await confirm(TOTP.generate({ secret: Secret.fromBase32(await offered()) }))
    return keepCodes()
  }
  return { hand, givePassword, keepCodes, offered, confirm, setUp }
}

describe('an authenticator app', () => {
  test('is set up with the password and a first code, gives ten recovery codes, and is turned off with the password', async () => {
    const { hand, givePassword, setUp } = await opened()
    expect(await state(text.totp)).toBe(text.off)
    expect(screen.queryByRole('heading', { name: new RegExp(`^${text.recovery}`) })).toBeNull()
    expect(new Set(await setUp()).size).toBe(10)
    await waitFor(async () => expect(await state(text.totp)).toBe(text.on))
    expect(await state(text.recovery)).toBe(text.codesLeft(10))

    await hand.click(await button(text.turnOffTotp))
    expect(dialog().getByText(text.removeHelp)).toBeTruthy()
    await givePassword(text.turnOff)
    await isClosed()
    await waitFor(async () => expect(await state(text.totp)).toBe(text.off))
  })

  test('is on only once a code of it was right, which a wrong one says at its field', async () => {
    const { hand, offered, confirm } = await opened()
    await offered()
    await confirm('000000')
    await waitFor(() => expect(told()).toEqual([problemText('second_factor_wrong', 'zh')]))
    await hand.click(dialog().getByRole('button', { name: parts.cancel }))
    await isClosed()
    expect(await state(text.totp)).toBe(text.off)
  })

  test('is neither set up nor turned off with a wrong password, and what was typed for one is left without a question', async () => {
    const { hand, givePassword, setUp } = await opened()
    await hand.click(await button(text.setUpTotp))
    await givePassword(text.next, 'wrong')
    await waitFor(() => expect(told()).toEqual([problemText('password_wrong', 'zh')]))
    await hand.click(dialog().getByRole('button', { name: parts.cancel }))
    await isClosed()
    await setUp()

    await hand.click(await button(text.turnOffTotp))
    await givePassword(text.turnOff, 'wrong')
    await waitFor(() => expect(told()).toEqual([problemText('password_wrong', 'zh')]))
    await hand.click(dialog().getByRole('button', { name: parts.cancel }))
    await isClosed()
    expect(await state(text.totp)).toBe(text.on)
  })
})

test('recovery codes are made anew with the password, and copied or downloaded as they are shown', async () => {
  const { hand, givePassword, keepCodes, setUp } = await opened()
  const first = await setUp()
  await hand.click(await button(text.renewCodes))
  await givePassword(text.renew)
  const files = downloads()
  await hand.click(await button(text.downloadCodes))
  await hand.click(await button(text.copyCodes))
  const copied = await navigator.clipboard.readText()
  const second = await keepCodes()
  expect(new Set([...first, ...second]).size).toBe(20)
  expect(copied).toBe(second.join('\n'))
  expect(await files[0]!.text()).toBe(`${text.fileHead(location.hostname)}\n\n${second.join('\n')}\n`)
  expect(await state(text.recovery)).toBe(text.codesLeft(10))
})

test('sessions elsewhere are ended one by one or all at once, after a question, and never the one that asks', async () => {
  const { hand } = await opened({ elsewhere: 3 })
  const region = within(await screen.findByRole('region', { name: text.sessions }))
  const several = region.getByRole('button', { name: text.endOthers })
  const answer = async (name: string) => hand.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  const left = (count: number) => waitFor(() => expect(region.getAllByRole('listitem').length).toBe(count))
  await left(4)
  expect(region.getAllByText(text.thisOne).length).toBe(1)
  // Each by a name of its own, though they are of one machine.
  const ends = () => region.getAllByRole('button', { name: /^退出 Linux/ })
  const own = (await call(session.list, {})).data.list.filter(({ isCurrent }) => !isCurrent)
  expect(ends().map((one) => one.getAttribute('aria-label'))).toEqual(own.map((one) => text.endHere('Linux', one.address, formatExactTime(one.createTime))))

  await hand.click(ends()[0]!)
  await answer(parts.cancel)
  await left(4)
  await hand.click(ends()[0]!)
  await answer(text.end)
  await left(3)

  await hand.click(several)
  expect(await screen.findByText(text.endOthersAsk(2))).toBeTruthy()
  await answer(text.endOthers)
  await left(1)
  expect(region.getByText(text.thisOne)).toBeTruthy()
  expect(several.title).toBe(text.noOthers)
  expect((await call(session.list, {})).data.totalCount).toBe(1)
})
