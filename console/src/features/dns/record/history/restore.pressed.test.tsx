import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, dialogOf, isGone, openEditor, told, type Part } from '../record-editor.testing.tsx'

/* One record, a deleted one and a whole domain go back to what they were, and what the nodes answer with them. */

/** Three saved states: two records, then one of them changed, then one more. */
async function openWithHistory() {
  const editor = await openEditor(['@', 'A', '192.0.2.10'], ['mail', 'A', '192.0.2.25'])
  await editor.edit(['@', 'A', '192.0.2.10'], { Address: '198.51.100.10' })
  await editor.save()
  await editor.add({ Host: 'later', Type: 'A', Address: '192.0.2.77' })
  await editor.save()
  await editor.answers('later', 'A', ['192.0.2.77'])
  return editor
}
type Editor = Awaited<ReturnType<typeof openWithHistory>>

const drawerName = /^(History of .+|Record history|Version .+)$/
const drawer = () => dialogOf(drawerName)
const question = () => dialogOf('Please confirm')

/** Opens a version by its place in the drawer, which counts from the newest, and asks for this way back. */
async function ask({ hand }: Editor, place: number, way: string): Promise<Part> {
  const versions = await (await drawer()).findAllByRole('listitem')
  await hand.click(within(versions.at(place)!).getByRole('button'))
  await hand.click(await (await drawer()).findByRole('button', { name: way }))
  return question()
}
/** The colour before a number: what is added, changed and deleted is told apart by it. */
const dotOf = (count: HTMLElement): string | undefined => count.querySelector('[aria-hidden]')?.className

async function restore({ hand }: Editor): Promise<void> {
  const run = button('Restore', await question())
  // Once it is known what that changes.
  await waitFor(() => expect(run.hasAttribute('disabled')).toBe(false))
  await hand.click(run)
  await isGone('Please confirm')
}

test('one record goes back to an earlier state, and the answer with it', async () => {
  const editor = await openWithHistory()
  await editor.choose(['@', 'A', '198.51.100.10'], 'History')
  const changed = await (await ask(editor, -1, 'Restore this version')).findByText('1 changed')
  expect(dotOf(changed)).toContain('bg-kumo-warning')
  await restore(editor)
  await told('Done: 0 added, 1 changed, 0 deleted')
  await editor.answers('@', 'A', ['192.0.2.10'])
  await editor.answers('later', 'A', ['192.0.2.77'])
})

test('a deleted record comes back from the version that deleted it, with the values that it had', async () => {
  const editor = await openWithHistory()
  await editor.choose(['mail', 'A', '192.0.2.25'], 'Delete')
  await editor.save()
  await editor.answers('mail', 'A', [])

  await editor.chooseForDomain('History')
  const added = await (await ask(editor, 0, 'Restore this record')).findByText('1 added')
  expect(dotOf(added)).toContain('bg-kumo-success')
  await restore(editor)
  await told('Done: 1 added, 0 changed, 0 deleted')
  await editor.answers('mail', 'A', ['192.0.2.25'])

  // Looked at again, the deletion has nothing more to give back.
  await editor.chooseForDomain('History')
  const asked = await ask(editor, 1, 'Restore this record')
  await asked.findByText('Nothing to restore: no differences from this version')
  await editor.hand.click(button('Cancel', asked))
  await editor.hand.click(button('Close', await drawer()))
  await isGone(drawerName)
})

test('the whole domain goes back to an earlier state, and forward again', async () => {
  const way = 'Restore the whole domain to this version'
  const editor = await openWithHistory()
  await editor.chooseForDomain('History')
  await ask(editor, -1, way)
  await restore(editor)
  await told('Done: 0 added, 1 changed, 1 deleted')
  expect(await editor.stored()).toEqual(['@ A 192.0.2.10 600', 'mail A 192.0.2.25 600'])
  await editor.answers('later', 'A', [])

  await editor.chooseForDomain('History')
  await ask(editor, 1, way)
  await restore(editor)
  expect(await editor.stored()).toEqual(['@ A 198.51.100.10 600', 'later A 192.0.2.77 600', 'mail A 192.0.2.25 600'])
  expect(screen.queryByRole('dialog')).toBeNull()
})
