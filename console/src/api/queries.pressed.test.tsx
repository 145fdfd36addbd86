import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { message } from '@nameplane/contract/account/message'
import { freshWord, pressed } from '../browser/pressed/pressed.testing.tsx'
import { call } from './client.ts'
import { useCall } from './queries.ts'

const [soon, late] = [0.01, 3_600]

function Shown({ id }: { id: number }) {
  const { reply, problem } = useCall(message.detail, { id }, { everySeconds: (last) => (last?.data.pinned ? soon : late) })
  return <p>{problem ? 'refused' : reply?.data.title}</p>
}

test('a reply says how soon it is asked for again, unless what came after it is a refusal', async () => {
  const title = freshWord()
  const { id } = (await call(message.save, { title, content: '<p>x</p>', audience: 'class', classes: ['administrator'], pinned: true })).data
  const fetched = vi.spyOn(globalThis, 'fetch')
  const asked = (): number => fetched.mock.calls.filter(([address]) => typeof address === 'string' && address.includes(`/info/${id}`)).length
  pressed(<Shown id={id} />)
  await screen.findByText(title)
  await waitFor(() => expect(asked()).toBeGreaterThan(5))
  await call(message.delete, { ids: [id] })
  await screen.findByText('refused')
  const before = asked()
  // Time for twenty more.
  await new Promise((settle) => setTimeout(settle, 20 * soon * 1000))
  expect(asked()).toBeLessThanOrEqual(before + 1)
  fetched.mockRestore()
})
