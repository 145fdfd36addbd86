import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { backup } from '@nameplane/contract/system/backup'
import { call } from '../../../../api/client.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { BackupPage } from './backup-page.tsx'
import { backupMessages } from './backup.messages.ts'

const text = backupMessages.zh

test('a backup has a dialog for each thing that is done with it, and opens that one alone', async () => {
  // The platform makes or reads one backup at a time, and other files read some.
  const { data } = await waitFor(() => call(backup.save, { passphrase: 'a passphrase for one backup' }), { interval: 300 })
  const user = pressed(<BackupPage />, '/system/config/backup')
  const row = within(await screen.findByRole('row', { name: new RegExp(data.name) }))
  const opened = async (action: string) => {
    const isQuick = row.queryByRole('button', { name: new RegExp(`^${action}`) })
    if (isQuick) await user.click(isQuick)
    else {
      await user.click(row.getByRole('button', { name: new RegExp(`^${partsMessages.zh.moreActions}`) }))
      await user.click(screen.getByRole('menuitem', { name: action }))
    }
    const title = within(await screen.findByRole('dialog')).getByRole('heading').textContent
    await user.click(screen.getByRole('button', { name: partsMessages.zh.cancel }))
    return title
  }
  expect(await opened(text.verify)).toBe(text.verify)
  expect(await opened(text.restore)).toBe(text.wizard.title)
  expect(await opened(text.prove)).toBe(text.prove)
})
