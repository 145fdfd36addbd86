import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { problemText } from '@nameplane/contract/problem-text'
import { call } from '../../../../api/client.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { rememberClient } from './client-memory.ts'
import { ExplainDrawer } from './explain-drawer.tsx'
import { explainMessages } from './explain.messages.ts'

const text = explainMessages.zh
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const answers = (value: string) =>
  waitFor(() => expect(within(screen.getByRole('region', { name: text.expected })).getByText(new RegExp(value.replaceAll('.', '\\.')))).toBeTruthy())

/** By somebody who has not asked before. */
async function opened() {
  rememberClient('')
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  const add = { op: 'add' as const, record: { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 } }
  const { records } = (await call(record.apply, { domainId: id, changes: [add] })).data
  const hand = pressed(<ExplainDrawer domainId={id} domainName={name} host="www" type="A" onClose={() => {}} />)
  const ask = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } })
    await hand.click(screen.getByRole('button', { name: text.run }))
  }
  const change = (value: string) =>
    call(record.apply, { domainId: id, changes: [{ op: 'update', id: records[0]!.id, record: { host: 'www', type: 'A', value, ttl: 600 } }] })
  return { id, ask, change }
}

test('what is asked again is answered as it is now, and another question is another answer', async () => {
  const { id, ask, change } = await opened()
  await ask({ [text.client]: ' 192.0.2.53 ' })
  await answers('192.0.2.1')
  await change('192.0.2.2')
  await ask({})
  await answers('192.0.2.2')

  await call(record.apply, { domainId: id, changes: [{ op: 'add', record: { host: 'www', type: 'AAAA', value: '2001:db8::2', ttl: 600 } }] })
  await ask({ [text.type]: 'aaaa' })
  await answers('2001:db8::2')
  expect(field(text.type).value).toBe('AAAA')
  await ask({ [text.host]: '', [text.type]: 'a' })
  await answers(text.noRecords)
  expect(field(text.host).value).toBe('@')
})

test('what cannot be asked is said at its field, and nothing is asked', async () => {
  const { ask } = await opened()
  await ask({ [text.client]: 'nowhere', [text.type]: 'nothing' })
  const said = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(said).toEqual([problemText('invalid_client_network', 'zh'), problemText('unknown_type', 'zh', { type: 'NOTHING' })])
  expect(screen.getByText(text.emptyTitle)).toBeTruthy()
})
