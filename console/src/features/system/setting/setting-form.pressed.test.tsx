import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setting } from '@nameplane/contract/system/setting'
import { wechatCode } from '@nameplane/contract/system/settings/wechat-code'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { settingMessages } from './setting.messages.ts'
import { WechatCodePage } from './wechat-code/wechat-code-page.tsx'

/* What surrounds the fields of every setting, pressed with the fewest fields, of what nobody sees while it is off: the WeChat code. */
const text = settingMessages.zh
const path = '/system/config/wechat-code'
const caption = wechatCode.names['caption']!.zh
const noPicture = { picture: '/none.png', caption: '', captionEn: '' }

type Code = typeof noPicture
const saved = async () => JSON.parse((await call(setting.ofKey, { key: wechatCode.key })).config.paramValue) as Code
const saveElsewhere = async (code: Partial<Code>): Promise<void> => {
  await call(setting.save, { paramKey: wechatCode.key, paramValue: { ...noPicture, ...(await saved()), ...code } })
}

beforeAll(() => saveElsewhere(noPicture))
afterAll(() => saveElsewhere(noPicture))

const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: caption })
const discard = () => screen.queryByRole('button', { name: text.discard })
const save = () => screen.getByRole('button', { name: text.save })
const alerts = () => screen.queryAllByRole('alert')

test('what is not saved yet is counted, and is put back when it is discarded', async () => {
  await saveElsewhere({ caption: 'as it was' })
  const user = pressed(<WechatCodePage />, path)
  const typed = await field()
  expect(discard()).toBeNull()
  await user.type(typed, '!')
  await user.type(screen.getByRole('textbox', { name: wechatCode.names['captionEn']!.zh }), 'ours')
  expect(screen.getByText(new RegExp(text.unsaved(2)))).toBeTruthy()
  await user.click(discard()!)
  expect(typed.value).toBe('as it was')
  expect([discard(), screen.queryByText(new RegExp(text.unsaved(2)))]).toEqual([null, null])
  expect((await saved()).caption).toBe('as it was')
})

test('what is saved is counted no more, and who saved it is named', async () => {
  const name = freshWord()
  const user = pressed(<WechatCodePage />, path)
  const typed = await field()
  await user.clear(typed)
  await user.type(typed, name)
  await user.click(save())
  await waitFor(() => expect(discard()).toBeNull())
  expect(typed.value).toBe(name)
  expect((await saved()).caption).toBe(name)
  await screen.findByText(/admin/)
})

test('what somebody else has saved meanwhile is said, and shown once the own change is discarded', async () => {
  const theirs = freshWord()
  const user = pressed(<WechatCodePage />, path)
  const typed = await field()
  await user.type(typed, '?')
  await saveElsewhere({ caption: theirs })
  await user.click(save())
  const note = await screen.findByText(partsMessages.zh.changedMeanwhile)
  expect(within(note.parentElement!).getByText(theirs)).toBeTruthy()
  expect((await saved()).caption).toBe(theirs)
  await user.click(discard()!)
  expect([typed.value, alerts().length]).toEqual([theirs, 0])
  // Nothing of it comes back with the next change.
  await user.type(typed, '+')
  expect(alerts()).toEqual([])
  await user.click(save())
  await waitFor(async () => expect((await saved()).caption).toBe(`${theirs}+`))
})

test('what is read again while something is typed is no reason to put the own change over it unseen', async () => {
  const [theirs, own] = [freshWord(), freshWord()]
  const user = pressed(<WechatCodePage />, path)
  const typed = await field()
  await user.clear(typed)
  await user.type(typed, own)
  await saveElsewhere({ caption: theirs })
  // As after any call on the page that changes the setting, such as a restore.
  await act(() => queryClient.refetchQueries())
  expect([typed.value, alerts().length]).toEqual([own, 0])
  await user.click(save())
  await screen.findByText(partsMessages.zh.changedMeanwhile)
  expect((await saved()).caption).toBe(theirs)
})

test('saved again after that was said, the own change is put over it', async () => {
  const [theirs, own] = [freshWord(), freshWord()]
  const user = pressed(<WechatCodePage />, path)
  const typed = await field()
  await user.clear(typed)
  await user.type(typed, own)
  await saveElsewhere({ caption: theirs, captionEn: 'theirs' })
  await user.click(save())
  await screen.findByText(partsMessages.zh.changedMeanwhile)
  await user.click(save())
  await waitFor(async () => expect((await saved()).caption).toBe(own))
  await waitFor(() => expect(alerts()).toEqual([]))
})
