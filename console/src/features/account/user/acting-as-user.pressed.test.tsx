import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { user as users } from '@nameplane/contract/account/user'
import { domain } from '@nameplane/contract/dns/domain'
import { log } from '@nameplane/contract/dns/log'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { navigation } from '../../../api/session-calls.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord } from '../../../browser/pressed/pressed.testing.tsx'
import { firstAgainAfterwards } from '../../../browser/pressed/signed-in.testing.ts'
import { userMessages } from './user.messages.ts'

/* An administrator acts as a customer and returns. That other tabs are told, and the page is loaded anew, is the journey of accounts. */
const text = userMessages.zh
const list = '/account/users/users'

test('an administrator acts as a customer under a banner, does what the customer may, and returns', async () => {
  firstAgainAfterwards()
  const loaded = vi.spyOn(location, 'reload').mockImplementation(() => {})
  onTestFinished(() => loaded.mockRestore())
  const administrator = (await navigation())!.user.username
  const acme = freshWord()
  const { id } = (await call(users.save, { username: acme, password: 'pass1' })).data
  await call(domain.save, { domain: `own-${acme}.example`, userId: id })
  await call(domain.save, { domain: `not-${acme}.example` })
  await call(message.save, { title: freshWord(), content: '<p>今晚</p>', type: 1, audience: 'selected', accountIds: [id], action: 'publish' })
  const console = wholeConsole()
  const { hand } = console
  const banner = () => screen.queryByText(`你正以 ${acme} 的身份登录`)?.closest<HTMLElement>('[role=status]') ?? null
  /** What follows in a browser once the page is loaded anew. */
  const loadedAnew = async (times: number, path: string) => {
    await waitFor(() => expect(loaded).toHaveBeenCalledTimes(times))
    expect(location.hash).toMatch(/^#\/(console|home|dns)/)
    queryClient.clear()
    await console.open(`/redirect${path}`)
  }

  await console.open(`${list}?search=${acme}`)
  const row = (await screen.findByText(acme, { selector: 'td *, th *' })).closest('tr')!
  await hand.click(within(row).getByRole('button', { name: text.impersonate }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(text.impersonateAsk(acme))
  await hand.click(within(question).getByRole('button', { name: text.impersonate }))
  await loadedAnew(1, '/dns/domain/list')
  await waitFor(() => expect(banner()).not.toBeNull())
  await screen.findByText(`own-${acme}.example`)
  expect(screen.queryByText(`not-${acme}.example`)).toBeNull()

  // What the customer was told is there to see. The test of its drawer proves that it stays unread.
  await screen.findByRole('button', { name: '消息，1 条未读' })

  await console.open(list)
  await screen.findByRole('heading', { name: '没有权限查看此页面' })
  await console.open('/account/users/reset-password')
  await screen.findByText('以用户身份登录时不能修改密码')

  await hand.click(within(banner()!).getByRole('button', { name: '返回' }))
  await loadedAnew(2, `${list}?search=${acme}`)
  await waitFor(() => expect(banner()).toBeNull())
  await screen.findByText(acme, { selector: 'td *, th *' })
  await console.open(`/dns/log/admin/1?target=${acme}`)
  expect(await screen.findAllByText(`以 ${acme} 的身份`)).not.toHaveLength(0)

  const done = (await call(log.operations, { audience: 'admin', search: acme })).data.list.filter(({ action }) => /^user\..*impersonat/.test(action))
  expect(done.map(({ action, actor, actingAs, targetId }) => [action, actor, actingAs, targetId])).toEqual([
    ['user.end_impersonation', administrator, acme, id],
    ['user.impersonate', administrator, null, id],
  ])
})
