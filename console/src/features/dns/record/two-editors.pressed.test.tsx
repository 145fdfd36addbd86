import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, inject, test, vi } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { sessionCalls } from '../../../api/session-calls.ts'
import { Router } from '../../../app/router.tsx'
import { expectAccessible } from '../../../browser/pressed/accessible.testing.ts'
import { firstAgainAfterwards } from '../../../browser/pressed/signed-in.testing.ts'
import { shownAddress } from '../../../routing/address.ts'
import { button, dialogOf, newDomain, openEditorOf, storedIn } from './record-editor.testing.tsx'

/* What one editor has not saved yet while another one saves, or while its own login ends. */

const shared = () => newDomain(['www', 'A', '192.0.2.1'], ['mail', 'A', '192.0.2.2'], ['old', 'A', '192.0.2.3'])
const address = (host: string, value: string, ttl = 600) => ({ host, type: 'A', value, ttl })
const tray = () => screen.queryByRole('region', { name: /^\d+ pending changes?$/ })
const review = () => dialogOf('Review changes')
const isSaved = () => waitFor(() => expect(tray()).toBeNull())

/** The other editor saves this of records that it saw as they are saved now; null deletes. */
async function saveMeanwhile({ id }: { readonly id: number }, changed: Readonly<Record<string, ReturnType<typeof address> | null>>): Promise<void> {
  const { list } = (await call(record.list, { domainId: id, limit: 200 })).data
  const changes = Object.entries(changed).map(([host, next]) => {
    const saved = list.find((row) => row.host === host)
    if (!saved) return { op: 'add' as const, record: next ?? address(host, '') }
    const seen = { id: saved.id, base: saved.version }
    return next === null ? { op: 'delete' as const, ...seen } : { op: 'update' as const, ...seen, record: next }
  })
  await call(record.apply, { domainId: id, changes })
}

describe('two editors on the same records', () => {
  test('the second one sees row by row what the first one did, chooses for each, and loses nothing that was typed', async () => {
    const edited = await shared()
    const second = await openEditorOf(edited)
    await second.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9', Remark: 'moved by the second' })
    await second.edit(['mail', 'A', '192.0.2.2'], { Address: '198.51.100.8' })
    await second.edit(['old', 'A', '192.0.2.3'], { TTL: '60' })
    await second.add({ Host: 'new', Type: 'A', Address: '198.51.100.7' })
    await saveMeanwhile(edited, { www: address('www', '203.0.113.1'), mail: address('mail', '203.0.113.2'), old: null })

    await second.openReview()
    const shown = await review()
    await shown.findByText('Someone else changed 3 records. Choose which version to save.')
    await expectAccessible('a review with conflicts')
    expect(button('Save', shown).hasAttribute('disabled')).toBe(true)
    const conflicts = () => shown.queryAllByRole('alert')
    const conflictWith = (text: string) => within(conflicts().find(({ textContent }) => textContent.includes(text)) ?? document.createElement('p'))
    expect(conflicts()).toHaveLength(3)
    const www = conflictWith('203.0.113.1')
    expect(www.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Original', 'Current', 'Yours'])
    expect(www.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('192.0.2.1'),
      expect.stringContaining('203.0.113.1'),
      expect.stringMatching(/198\.51\.100\.9.*moved by the second/),
    ])
    expect(conflictWith('Deleted by someone else').getByText('Original')).toBeTruthy()

    await second.hand.click(www.getByRole('button', { name: 'Keep yours' }))
    await waitFor(() => expect(conflicts()).toHaveLength(2))
    await second.hand.click(conflictWith('203.0.113.2').getByRole('button', { name: 'Use current' }))
    await waitFor(() => expect(conflicts()).toHaveLength(1))
    await second.hand.click(conflictWith('Deleted by someone else').getByRole('button', { name: 'Keep yours' }))
    await shown.findByText('Checks passed')
    await second.hand.click(button('Save', shown))
    await isSaved()
    expect(await storedIn(edited.id)).toEqual(['mail A 203.0.113.2 600', 'new A 198.51.100.7 600', 'old A 192.0.2.3 60', 'www A 198.51.100.9 600'])
    const { list } = (await call(record.list, { domainId: edited.id })).data
    expect(list.find(({ host }) => host === 'www')?.remark).toBe('moved by the second')
    await screen.findByText(/^Live on 1\/1 node in [\d.]+ (ms|s)$/)
  })

  test('a save between the check and the own save is found at the save itself', async () => {
    const edited = await shared()
    const editor = await openEditorOf(edited)
    await editor.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9' })
    await editor.openReview()
    await (await review()).findByText('Checks passed')
    await saveMeanwhile(edited, { www: address('www', '203.0.113.1') })
    await editor.hand.click(button('Save', await review()))
    await (await review()).findByText('Someone else changed 1 record. Choose which version to save.')
    expect(await storedIn(edited.id)).toContain('www A 203.0.113.1 600')
    await editor.hand.click(button('Keep yours', await review()))
    await (await review()).findByText('Checks passed')
    await editor.hand.click(button('Save', await review()))
    await isSaved()
    expect(await storedIn(edited.id)).toContain('www A 198.51.100.9 600')
  })

  test('an import is checked again when a save came after its preview, and imports what is shown then', async () => {
    const edited = await shared()
    const editor = await openEditorOf(edited)
    await editor.chooseForDomain('Import')
    const name = `Import records into ${edited.name}`
    const dialog = within(await screen.findByRole('dialog', { name }))
    await editor.hand.type(await dialog.findByRole('textbox', { name: 'Paste records' }), 'www IN A 198.51.100.9')
    await editor.hand.click(dialog.getByRole('button', { name: 'Preview' }))
    const run = () => dialog.findByRole('button', { name: 'Import 1 change' })
    await run()
    await saveMeanwhile(edited, { ftp: address('ftp', '192.0.2.4') })
    await editor.hand.click(await run())
    await dialog.findByText('Someone else changed this domain after the preview. The preview is updated: review it before importing.')
    expect(await storedIn(edited.id)).not.toContain('www A 198.51.100.9 600')
    await editor.hand.click(await run())
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
    expect(await storedIn(edited.id)).toContain('www A 198.51.100.9 600')
  })

  test('edits of different records do not disturb each other', async () => {
    const edited = await shared()
    const editor = await openEditorOf(edited)
    await editor.edit(['mail', 'A', '192.0.2.2'], { TTL: '120' })
    await saveMeanwhile(edited, { www: address('www', '192.0.2.1', 60) })
    await editor.save()
    expect(await storedIn(edited.id)).toEqual(['mail A 192.0.2.2 120', 'old A 192.0.2.3 600', 'www A 192.0.2.1 60'])
  })
})

describe('a login that expires while somebody edits', () => {
  /** The server ends it, and nobody tells the console. */
  async function expire(): Promise<void> {
    firstAgainAfterwards()
    await call(sessionCalls.logout, {})
  }
  const expired = () => screen.findByRole('alertdialog', { name: 'Login expired' })

  test('is said in a dialog, and after signing in again the tray is still there and saves', async () => {
    const edited = await shared()
    const editor = await openEditorOf(edited)
    await editor.edit(['www', 'A', '192.0.2.1'], { Address: '198.51.100.9' })
    await editor.add({ Host: 'later', Type: 'TXT', Text: 'typed before the login expired' })
    await expire()
    await editor.openReview()
    const dialog = within(await expired())
    await expectAccessible('a login that expired while somebody edits')
    // The browser asks before the page is loaded anew.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
    await editor.hand.click(dialog.getByRole('button', { name: 'Sign in again' }))
    expect(reload).toHaveBeenCalledOnce()
    reload.mockRestore()

    await editor.console.quiet()
    cleanup()
    queryClient.clear()
    shownAddress.set(null)
    render(<Router />)
    await screen.findByRole('heading', { name: 'Sign in to the console' })
    const { username, password } = inject('pressedPlatform')
    await editor.hand.type(screen.getByRole('textbox', { name: 'Username' }), username)
    await editor.hand.type(screen.getByLabelText('Password'), password)
    await editor.hand.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('row', { name: /SOA/ })
    expect(within(await screen.findByRole('region', { name: '2 pending changes' })).getByText('2 pending changes')).toBeTruthy()
    await editor.save()
    expect(await storedIn(edited.id)).toEqual([
      'later TXT "typed before the login expired" 600',
      'mail A 192.0.2.2 600',
      'old A 192.0.2.3 600',
      'www A 198.51.100.9 600',
    ])
  })

  test('never shows the dialog twice, and a form that is open at that moment keeps its place until then', async () => {
    const edited = await shared()
    const editor = await openEditorOf(edited)
    await editor.openForm()
    await editor.fill({ Host: 'half', Type: 'A', Address: '192.0.2.77' })
    await editor.console.quiet()
    await expire()
    await editor.keep()
    await editor.openReview()
    await expired()
    await editor.console.quiet()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    expect(screen.queryAllByRole('alert').filter(({ textContent }) => textContent.includes('401'))).toEqual([])
    expect(within(tray()!).getByText('1 pending change')).toBeTruthy()
  })
})
