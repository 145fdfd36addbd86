import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { primary } from '@nameplane/contract/dns/domain-primary'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { successMessages } from '../../../api/success-messages.ts'
import { wholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { primaryMessages, primaryWords } from './primary.messages.ts'

const text = primaryMessages.zh
const field = (name: string) => screen.getByLabelText(new RegExp(`^${primaryWords.label(name, 'zh')}`))

/** The page of a domain that is edited here, with an address typed into its form. */
async function opened({ records = 0 } = {}) {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  const added = Array.from({ length: records }, (_, number) => ({
    op: 'add' as const,
    record: { host: `www${number}`, type: 'A' as const, value: '192.0.2.1', ttl: 600 },
  }))
  if (records > 0) await call(record.apply, { domainId: id, changes: added })
  const shown = wholeConsole()
  await shown.open(domainPath('primary', { domain: name, id, userId: 0 }))
  notices.set([])
  await shown.hand.type(field('addresses'), '10.255.0.53{Enter}')
  await shown.hand.click(screen.getByRole('button', { name: text.begin }))
  return { hand: shown.hand, name, addresses: async () => (await call(primary.detail, { domainId: id })).data?.addresses ?? null }
}
const asked = () => within(screen.getByRole('alertdialog'))
const told = () => waitFor(() => expect(notices.get().at(-1)).toMatchObject({ tone: 'success', text: successMessages.zh.saved }))

describe('the first transfer of a domain', () => {
  test('is begun at once where it replaces no records, and said to be saved', async () => {
    const { addresses } = await opened()
    await told()
    expect(await addresses()).toEqual(['10.255.0.53'])
    await screen.findByRole('button', { name: text.takeOver })
  })

  test('is asked about where it replaces records, and not begun without a yes', async () => {
    const { hand, name, addresses } = await opened({ records: 2 })
    expect(asked().getByText(text.beginAsk(name, 2))).toBeTruthy()
    await hand.click(asked().getByRole('button', { name: partsMessages.zh.cancel }))
    expect([screen.queryByRole('alertdialog'), notices.get(), await addresses()]).toEqual([null, [], null])

    await hand.click(screen.getByRole('button', { name: text.begin }))
    await hand.click(asked().getByRole('button', { name: text.begin }))
    await told()
    expect(await addresses()).toEqual(['10.255.0.53'])
  })
})
