import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problemText } from '@nameplane/contract/problem-text'
import { setting } from '@nameplane/contract/system/setting'
import { emailServer } from '@nameplane/contract/system/settings/email-server'
import { platformFeatures } from '@nameplane/contract/system/settings/platform-features'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../browser/pressed/signed-in.testing.ts'
import { EmailServerPage } from './email/email-server-page.tsx'
import { emailServerMessages } from './email/email-server.messages.ts'
import { SitePowerPage } from './site/site-power-page.tsx'
import { siteMessages } from './site/site.messages.ts'
import { settingMessages } from './setting.messages.ts'

/* Settings as they are filled in and saved. */
const button = (name: string) => screen.getByRole('button', { name })
const saved = async (key: string) => JSON.parse((await call(setting.ofKey, { key })).config.paramValue) as Record<string, unknown>

test('own features are added, counted and removed, each by itself, and saved', async () => {
  const text = siteMessages.zh.power
  const user = pressed(<SitePowerPage />, '/system/config/site/power')
  await screen.findByRole('button', { name: text.addCounter })
  const [one, two, three] = [freshWord(), freshWord(), freshWord()]
  for (const name of [one, two, three]) {
    await user.type(screen.getByRole('textbox', { name: text.counterName }), name)
    await user.click(button(text.addCounter))
  }
  const count = screen.getByRole('spinbutton', { name: `${two} ${text.counterValue}` })
  await user.clear(count)
  await user.type(count, '7')
  await user.click(button(text.removeCounter(one)))
  await user.click(button(settingMessages.zh.save))
  await waitFor(async () => expect((await saved(platformFeatures.key))['custom']).toMatchObject({ [two]: 7, [three]: 1 }))
  expect((await saved(platformFeatures.key))['custom']).not.toHaveProperty(one)
})

test('a mail server is begun with the port that is encrypted from the start, and says how another one is', async () => {
  const text = emailServerMessages.zh
  const user = pressed(<EmailServerPage />, '/system/config/email')
  const port = await screen.findByLabelText<HTMLInputElement>(/^端口/)
  expect(port.value).toBe('465')
  expect(screen.getByText(text.tlsPort)).toBeTruthy()
  const provider = screen.getAllByRole<HTMLSelectElement>('combobox')[0]!
  await user.selectOptions(provider, text.ownServer)
  const host = screen.getByRole('textbox', { name: text.ownHost })
  await user.type(host, 'mail.example.net')
  await user.clear(port)
  await user.type(port, '587')
  expect(screen.getByText(text.startTlsPort)).toBeTruthy()
  // What is missing is said at its field, and nothing is saved.
  await user.click(button(settingMessages.zh.save))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((await saved(emailServer.key))['host'] ?? '').toBe('')
})

test('who may only look at mail sees why nothing there can be changed, nor brought back', async () => {
  const { id } = (await call(setting.ofKey, { key: emailServer.key })).config
  for (const weight of [3, 4]) await call(setting.update, { id, weight })
  await signInWith(['config_email.read'])
  const user = pressed(<EmailServerPage />, '/system/config/email/config')
  const noRight = problemText('right_missing', 'zh')
  const text = settingMessages.zh
  for (const name of [text.save, text.test]) {
    const isOff = () => [screen.getByRole<HTMLButtonElement>('button', { name }).disabled, button(name).title]
    await waitFor(() => expect(isOff()).toEqual([true, noRight]))
  }
  for (const field of screen.getAllByRole<HTMLInputElement>('textbox'))
    expect(field.disabled || field.closest('fieldset[disabled]') !== null, field.name).toBe(true)
  await user.click(button(text.history))
  const restores = within(await screen.findByRole('dialog')).findAllByRole<HTMLButtonElement>('button', { name: text.restore })
  for (const restore of await restores) expect([restore.disabled, restore.title]).toEqual([true, noRight])
})
