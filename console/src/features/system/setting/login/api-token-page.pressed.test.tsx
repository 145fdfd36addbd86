import { screen, waitFor, within } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { apiToken } from '@nameplane/contract/account/api-token'
import { domain, rights } from '@nameplane/contract/dns/domain'
import { limits } from '@nameplane/contract/limits'
import { call } from '../../../../api/client.ts'
import { navigation } from '../../../../api/session-calls.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { apiTokenMessages, apiTokenWords } from './api-token.messages.ts'
import { ApiTokenPage } from './api-token-page.tsx'

test('a token of one’s own is edited', async () => {
  const name = freshWord()
  const { password } = inject('pressedPlatform')
  await call(apiToken.save, { name, scopes: ['domain.read'], password })
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, `/system/config/login?tab=api&search=${name}`)
  const row = within(await screen.findByRole('row', { name: new RegExp(name) }))
  // Whose token it is can be told once the caller is known.
  await navigation()
  await user.click(row.getByRole('button', { name: new RegExp(`^${partsMessages.zh.moreActions}`) }))
  await user.click(screen.getByRole('menuitem', { name: partsMessages.zh.edit }))
  expect(within(await screen.findByRole('dialog')).getByDisplayValue(name)).toBeTruthy()
})

const text = apiTokenMessages.zh
const tokenNamed = async (name: string) => (await call(apiToken.list, { search: name })).data.list[0]!
/** Fills in what every token needs, and answers the form. */
async function begun(name: string) {
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, '/system/config/login?tab=api&open=add')
  const form = within(await screen.findByRole('dialog', { name: text.addTitle }))
  await user.type(form.getByRole('textbox', { name: /^名称/ }), name)
  await user.type(form.getByLabelText(/^.*密码/), inject('pressedPlatform').password)
  return { user, form }
}

test('a token has no right until one is ticked, ends when it is chosen to, and is limited in its calls', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('button', { name: text.add }))
  expect((await form.findAllByRole('alert')).length).toBeGreaterThan(0)
  await user.selectOptions(form.getByRole('combobox', { name: apiTokenWords.label('days', 'zh') }), text.daysOf(90))
  form.getAllByRole('treeitem', { name: new RegExp(`^${rights['domain.read'].zh}`) })[0]!.focus()
  await user.keyboard(' ')
  await user.click(form.getByRole('button', { name: text.add }))
  const made = within(await screen.findByRole('dialog', { name: text.created }))
  const { expireTime, scopes, dataScope, callsPerFiveMinutes } = await tokenNamed(name)
  expect({ scopes, dataScope, callsPerFiveMinutes }).toEqual({
    scopes: ['domain.read'],
    dataScope: 'all',
    callsPerFiveMinutes: limits.apiTokenCallsPerFiveMinutes,
  })
  const days = Math.round((Date.parse(expireTime!) - Date.now()) / 86_400_000)
  expect(days).toBe(90)
  // The secret is shown this once.
  expect(made.getByText(/^np_[\w-]{40,}$/)).toBeTruthy()
  await user.click(made.getByRole('button', { name: text.done }))
  await waitFor(() => expect(screen.queryByText(/^np_[\w-]{40,}$/)).toBeNull())
})

test('a token can have all rights of its owner, no end and no limit', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.allScopes}`) }))
  await user.selectOptions(form.getByRole('combobox', { name: apiTokenWords.label('days', 'zh') }), text.forever)
  await user.clear(form.getByRole('textbox', { name: new RegExp(`^${apiTokenWords.label('callsPerFiveMinutes', 'zh')}`) }))
  await user.click(form.getByRole('button', { name: text.add }))
  await screen.findByRole('dialog', { name: text.created })
  expect(await tokenNamed(name)).toMatchObject({ expireTime: null, scopes: null, callsPerFiveMinutes: null })
})

test('a token that is limited to domains can hold no right of anything else, and asks for the domains', async () => {
  const name = freshWord()
  const { user, form } = await begun(name)
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.allScopes}`) }))
  await user.click(form.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope.domains}`) }))
  const all = form.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${text.allScopes}`) })
  expect([all.checked, all.disabled]).toEqual([false, true])
  await user.click(form.getByRole('button', { name: text.add }))
  expect((await form.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect((await call(apiToken.list, { search: name })).data.list).toEqual([])
})

test('what somebody else changed of a token meanwhile is said in words: its rights, its domains and its groups', async () => {
  const name = freshWord()
  const { password } = inject('pressedPlatform')
  const { id } = (await call(apiToken.save, { name, scopes: ['domain.read'], password })).data
  const near = (await call(domain.save, { domain: `${name}.example` })).data.id
  const user = pressed(<ApiTokenPage title="API" tabs={null} />, `/system/config/login?tab=api&search=${name}&open=edit&row=${id}`)
  const form = within(await screen.findByRole('dialog', { name: text.editTitle(name) }))
  await user.type(form.getByRole('textbox', { name: /^名称/ }), '!')
  await call(apiToken.update, {
    ...(await tokenNamed(name)),
    scopes: ['domain.read', 'record.read'],
    dataScope: 'domains',
    domainIds: [near],
    serviceGroupIds: [],
  })
  await user.click(form.getByRole('button', { name: partsMessages.zh.save }))
  const note = within((await form.findByText(partsMessages.zh.changedMeanwhile)).parentElement!)
  expect(note.getByText(text.someScopes(2))).toBeTruthy()
  expect(note.getByText(`${name}.example`)).toBeTruthy()
})
