import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import type { WholeConsole } from '../../../app/whole-console.testing.tsx'
import type { Language } from '../../../i18n/language.ts'
import { settingMessages } from './setting.messages.ts'

/* How a page of a setting saves, and what tests that save leave behind: others meet the same settings. */

/** What is saved of a setting. */
export async function savedOf(key: string): Promise<Record<string, unknown>> {
  return JSON.parse((await call(setting.ofKey, { key })).config.paramValue) as Record<string, unknown>
}

/** Whatever the test saves: after it, the setting is again what it was. Only for settings that need nothing that has no default. */
export async function putBackAfterwards(key: string): Promise<void> {
  const paramValue = await savedOf(key)
  onTestFinished(async () => void (await call(setting.save, { paramKey: key, paramValue })))
}

/** Whatever the test saves: after it, the setting is again what it was, with its secrets and whether it is in use. */
export async function restoreAfterwards(key: string): Promise<void> {
  const { id, weight } = (await call(setting.ofKey, { key })).config
  const newest = async () => (await call(setting.history, { id, limit: 1 })).data.list[0]?.id
  // What nobody has changed yet has no version to go back to.
  if ((await newest()) === undefined) for (const one of [weight + 1, weight]) await call(setting.update, { id, weight: one })
  const versionId = await newest()
  if (versionId === undefined) throw new Error(`${key} has no version`)
  onTestFinished(async () => void (await call(setting.restore, { id, versionId })))
}

/** Presses what saves the form, and waits until nothing in it is unsaved. What the specification names of this call goes with every one. */
export async function pressSave(console: WholeConsole, language: Language): Promise<void> {
  const text = settingMessages[language]
  console.listen()
  await console.hand.click(screen.getByRole('button', { name: text.save }))
  await waitFor(() => expect(screen.queryByRole('button', { name: text.discard })).toBeNull())
  await console.quiet()
  const body = { paramKey: expect.any(String), remark: expect.any(String), paramValue: expect.any(Object) }
  const saves = console.exchanges.filter(({ sent }) => /^sys\/config\/(save|update)$/.test(sent.path))
  expect(saves).toMatchObject([{ sent: { body }, answer: { code: 1 } }])
  expect(notices.get().at(-1)?.text).toBe(language === 'zh' ? '保存配置成功' : 'Save config success')
}
