import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { updateKey } from '@nameplane/contract/dns/update-key'
import { call } from '../../../api/client.ts'
import { freshWord, pressed } from '../../../browser/pressed/pressed.testing.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { EditUpdateKey, RenewUpdateKey } from './update-key-form.tsx'
import { updateKeyMessages, updateKeyWords } from './update-key.messages.ts'

const text = updateKeyMessages.zh
const parts = partsMessages.zh
const policy = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(`^${updateKeyWords.label('policy', 'zh')}`) })
const button = (name: string) => screen.getByRole('button', { name })

async function newKey() {
  const domainId = (await call(domain.save, { domain: `${freshWord()}.example` })).data.id
  const made = (await call(updateKey.save, { domainId, name: 'acme', policy: '_acme-challenge TXT' })).data
  const saved = async () => (await call(updateKey.list, { domainId })).data.list[0]!
  return { made, row: await saved(), saved }
}

test('what a key may change is changed, and a wrong line is said at the field', async () => {
  const { row, saved } = await newKey()
  const close = vi.fn<() => void>()
  const hand = pressed(<EditUpdateKey row={row} saved={row} onStale={() => {}} onClose={close} />)
  expect(screen.getByRole('heading', { name: text.editTitle('acme') })).toBeTruthy()
  expect(policy().value).toBe('_acme-challenge TXT')
  await hand.type(policy(), '{Enter}www NOTYPE')
  await hand.click(button(parts.save))
  await waitFor(() => expect(policy().getAttribute('aria-invalid')).toBe('true'))
  expect(close).not.toHaveBeenCalled()
  await hand.clear(policy())
  await hand.type(policy(), '_acme-challenge TXT{Enter}www A')
  await hand.click(button(parts.save))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect((await saved()).policy).toBe('_acme-challenge TXT\nwww A')
})

test('a renewed secret is shown once, as programs want it', async () => {
  const { made, row } = await newKey()
  const close = vi.fn<() => void>()
  const hand = pressed(<RenewUpdateKey row={row} onClose={close} />)
  expect(screen.getByText(text.renewAsk(row.keyName))).toBeTruthy()
  await hand.click(button(text.renew))
  await screen.findByRole('heading', { name: text.renewed })
  const facts = document.body.textContent
  const [, secret = ''] = new RegExp(`-y ${row.algorithm}:${row.keyName.replaceAll('.', '\\.')}:([A-Za-z0-9+/]+=*)`).exec(facts) ?? []
  expect(secret).not.toBe('')
  expect(secret).not.toBe(made.secret)
  expect(facts).toContain(`key "${row.keyName}" {\n  algorithm ${row.algorithm};\n  secret "${secret}";\n};`)
  expect(close).not.toHaveBeenCalled()
  await hand.click(button(text.done))
  expect(close).toHaveBeenCalledOnce()
})

test('a secret stays when renewing it is cancelled', async () => {
  const { row, saved } = await newKey()
  const close = vi.fn<() => void>()
  const hand = pressed(<RenewUpdateKey row={row} onClose={close} />)
  await hand.click(button(parts.cancel))
  expect(close).toHaveBeenCalledOnce()
  expect((await saved()).rowVersion).toBe(row.rowVersion)
})
