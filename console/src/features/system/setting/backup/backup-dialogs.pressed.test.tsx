import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { backupParts } from '@nameplane/contract/system/backup-parts'
import { problemText } from '@nameplane/contract/problem-text'
import { freshWord, pressed } from '../../../../browser/pressed/pressed.testing.tsx'
import { backupMessages, backupWords } from './backup.messages.ts'
import { CreateBackupDialog } from './create-backup-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

/* Nothing is made or restored here. */
const text = backupMessages.zh
const button = (name: string) => screen.getByRole('button', { name })
const part = (name: keyof typeof backupParts) => screen.getByRole<HTMLInputElement>('checkbox', { name: backupParts[name].zh })
const told = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('parts that a chosen one needs are chosen with it, say why, and are free again without it', async () => {
  const hand = pressed(<CreateBackupDialog onClose={() => {}} />)
  for (const name of ['domains', 'messages', 'finance', 'statistics', 'accounts'] as const)
    if (part(name).checked && !part(name).disabled) await hand.click(part(name))
  for (const name of ['statistics', 'domains', 'accounts'] as const) if (part(name).checked && !part(name).disabled) await hand.click(part(name))
  expect((['accounts', 'domains', 'statistics'] as const).map((name) => part(name).checked)).toEqual([false, false, false])
  await hand.click(part('statistics'))
  expect((['accounts', 'domains', 'statistics'] as const).map((name) => [part(name).checked, part(name).disabled])).toEqual([
    [true, true],
    [true, true],
    [true, false],
  ])
  expect(screen.getAllByText(text.form.needed(backupParts.statistics.zh)).length).toBeGreaterThan(0)
  await hand.click(part('statistics'))
  expect([part('domains').checked, part('domains').disabled]).toEqual([true, false])
})

test('a backup without a key of the settings needs one of its own', async () => {
  const close = vi.fn<() => void>()
  const hand = pressed(<CreateBackupDialog onClose={close} />)
  await screen.findByText(text.form.passphraseNeeded)
  await hand.type(screen.getByLabelText(new RegExp(`^${backupWords.label('passphrase', 'zh')}`)), 'short')
  await hand.click(button(text.add))
  await waitFor(() => expect(told()).toHaveLength(1))
  expect(close).not.toHaveBeenCalled()
})

test('a restore from a file needs the file; one that is no backup is refused until another one is chosen', async () => {
  const close = vi.fn<() => void>()
  const hand = pressed(<RestoreDialog row={null} onClose={close} />)
  const file = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${backupWords.label('file', 'zh')}`))
  await hand.click(button(text.wizard.compare))
  expect(told()).toEqual([text.form.fileMissing])
  const word = freshWord()
  await hand.upload(file(), new File(['no backup'], `${word}.npb`))
  expect(told()).toEqual([])
  expect(screen.getByText(`${word}.npb`)).toBeTruthy()
  await hand.type(screen.getByLabelText(new RegExp(`^${backupWords.label('passphrase', 'zh')}`)), 'a passphrase for one backup')
  const refusal = async () => {
    await hand.click(button(text.wizard.compare))
    await waitFor(() => expect(button(text.wizard.compare)).toHaveProperty('disabled', false))
    return told()
  }
  // The platform reads one backup at a time, and other files make some.
  await expect.poll(refusal, { timeout: 20_000, interval: 300 }).toEqual([problemText('backup_unreadable', 'zh')])
  expect(button(text.wizard.compare)).toHaveProperty('disabled', false)
  await hand.upload(file(), new File(['another one'], `${word}.two.npb`))
  expect(told()).toEqual([])
  expect(close).not.toHaveBeenCalled()
})
