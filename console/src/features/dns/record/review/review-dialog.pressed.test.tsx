import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../../api/client.ts'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { useLines, type Lines } from '../../../../entities/line/use-lines.ts'
import { emptyTray, withAdded, type Tray } from '../tray/tray.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { reviewMessages } from './review.messages.ts'

const text = reviewMessages.zh
const WithLines = ({ domainId, children }: { domainId: number; children: (lines: Lines) => ReactNode }) => children(useLines(domainId))
const save = () => screen.getByRole('button', { name: text.save })

/** The review of one record that is added to a domain with an address of www. */
async function reviewed(host: string, type: string, value: string) {
  const { id } = (await call(domain.save, { domain: `${freshWord()}.example` })).data
  const added = { host: 'www', type: 'A', value: '192.0.2.1', ttl: 600 }
  const { version } = (await call(record.apply, { domainId: id, changes: [{ op: 'add', record: added }] })).data
  const draft = { host, type, line: 'default', value, ttl: 600, weight: null, remark: '', status: 1 }
  const tray: Tray = withAdded(emptyTray, [{ key: 'new', draft }])
  const saved = vi.fn<(serial: number) => void>()
  const nothing = () => {}
  const hand = pressed(
    <WithLines domainId={id}>
      {(lines) => (
        <ReviewDialog domainId={id} version={version} tray={tray} lines={lines} onTray={nothing} onEdit={nothing} onSaved={saved} onClose={nothing} />
      )}
    </WithLines>,
  )
  const values = async () => (await call(record.list, { domainId: id, limit: 50 })).data.list.map((row) => `${row.host} ${row.type} ${row.value}`)
  return { hand, saved, values }
}

test('one error keeps a change from being saved, and is counted', async () => {
  const { saved } = await reviewed('www', 'CNAME', 'elsewhere.example.')
  await screen.findByText(text.errors(1))
  expect(save().hasAttribute('disabled')).toBe(true)
  expect(saved).not.toHaveBeenCalled()
})

test('one warning is to be ticked before a change is saved', async () => {
  const { hand, saved, values } = await reviewed('inside', 'A', '10.0.0.1')
  const tick = await screen.findByRole('checkbox', { name: text.acknowledge(text.warnings(1)) })
  expect(save().hasAttribute('disabled')).toBe(true)
  await hand.click(tick)
  await hand.click(save())
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(await values()).toContain('inside A 10.0.0.1')
})

test('a sound change is saved at once', async () => {
  const { hand, saved, values } = await reviewed('api', 'A', '192.0.2.2')
  await screen.findByText(text.clean)
  await hand.click(save())
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(await values()).toContain('api A 192.0.2.2')
})
