import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { role } from '@nameplane/contract/account/role'
import { call } from '../../../api/client.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { RolePage } from './role-page.tsx'
import { roleMessages, roleWords } from './role.messages.ts'

const text = roleMessages.zh
const path = '/account/power/roles'

test('service groups are ticked where the data scope is that of service groups, and nowhere else', async () => {
  const user = pressed(<RolePage />, `${path}?open=add`)
  const form = within(await screen.findByRole('dialog'))
  const groups = () => form.queryAllByRole('group', { name: roleWords.label('serviceGroupIds', 'zh') })
  const choose = (scope: keyof typeof text.choices.dataScope) => user.click(form.getByRole('radio', { name: new RegExp(`^${text.choices.dataScope[scope]}`) }))
  expect(groups()).toHaveLength(0)
  await choose('groups')
  expect(groups()).toHaveLength(1)
  await choose('all')
  expect(groups()).toHaveLength(0)
})

test('rows are ticked all at once, and what is done with them is done with each', async () => {
  const word = freshWord()
  for (const name of [`${word}甲`, `${word}乙`]) await call(role.save, { name, description: '', rights: [], dataScope: 'own' })
  const user = pressed(<RolePage />, `${path}?search=${word}`)
  await screen.findByRole('row', { name: new RegExp(`${word}乙`) })
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: partsMessages.zh.selectAll })
  const ticked = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(ticked()).toEqual([false, false, false])
  await user.click(all)
  expect(ticked()).toEqual([true, true, true])
  await user.click(screen.getAllByRole('checkbox')[1]!)
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  await user.click(all)
  await user.click(screen.getByRole('button', { name: partsMessages.zh.delete }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: partsMessages.zh.delete }))
  await screen.findByText(/无匹配|没有匹配|没有符合/)
  expect((await call(role.list, { search: word })).data.list).toEqual([])
})
