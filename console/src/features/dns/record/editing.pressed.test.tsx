import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { downloads } from '../../../browser/pressed/downloads.testing.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { findingsMessages } from './findings/findings.messages.ts'
import { importMessages } from './import/import.messages.ts'
import { button, dialogOf, isGone, newDomain, openEditor, openEditorOf, put } from './record-editor.testing.tsx'

/* Records are edited in the tray, refused or doubted where something is wrong, saved, handed out as files and read in again. */

const pending = (count: number) => screen.findByRole('region', { name: count === 1 ? '1 pending change' : `${count} pending changes` })
const isTrayGone = () => waitFor(() => expect(screen.queryByRole('region', { name: /pending change/ })).toBeNull())
const isRefused = (element: HTMLElement): boolean => element.hasAttribute('disabled')

describe('an edit that was not meant', () => {
  test('is undone by its row, by the button or by the keyboard', async () => {
    const { hand, edit, choose, tray } = await openEditor(['sip', 'A', '192.0.2.26'], ['mail', 'A', '192.0.2.25'])
    await edit(['sip', 'A', '192.0.2.26'], { Address: '192.0.2.62' })
    await hand.click(button(/Undo this change: sip A$/))
    await isTrayGone()
    await choose(['sip', 'A', '192.0.2.26'], 'Delete')
    await choose(['mail', 'A', '192.0.2.25'], 'Delete')
    await pending(2)
    await hand.click(button('Undo', await tray()))
    await pending(1)
    await hand.keyboard('{Control>}z{/Control}')
    await isTrayGone()
    expect(screen.getByRole('row', { name: /sip A .*192\.0\.2\.26/ })).toBeTruthy()
  })
})

describe('a record of a type that has no name here', () => {
  test('is added by the number of its type and its octets (RFC 3597), and answered', async () => {
    const { openForm, fill, keep, save, stored, answers } = await openEditor()
    const form = await openForm()
    await fill({ Host: 'odd', Type: 'Other type…' })
    const number = form.getByLabelText<HTMLInputElement>('Type number')
    expect(number.value).toBe('TYPE')
    put(number, 'type65400')
    await fill({ Value: '\\# 4 c0000201' })
    await keep()
    await save()
    expect(await stored()).toEqual(['odd TYPE65400 \\# 4 C0000201 600'])
    await answers('odd', 'TYPE65400', ['\\# 4 C0000201'])
  })
})

describe('what is wrong', () => {
  const keep = 'Add to pending changes'

  test('by itself is refused at its field, beside others before it is saved', async () => {
    const { hand, fill, openForm, openReview, isFormGone } = await openEditor(['www', 'CNAME', 'other.example.net.'])
    const form = await openForm()
    await fill({ Host: 'www', Type: 'A', Address: '192.0.2' })
    await hand.click(button(keep, form))
    await form.findByRole('alert')
    expect(form.getByLabelText(/^Address\*?$/).getAttribute('aria-invalid')).toBe('true')
    await fill({ Address: '192.0.2.1' })
    await hand.click(button(keep, form))
    await isFormGone()
    const review = await openReview()
    await review.findByText('Fix 1 error before saving')
    expect(isRefused(button('Save', review))).toBe(true)
    await hand.click(button('Undo', review))
    await isGone('Review changes')
    await isTrayGone()
  })

  test('perhaps wants a tick, and the history keeps that it was given', async () => {
    const { id, name, hand, add, openReview, chooseForDomain } = await openEditor(['alias', 'CNAME', 'mail.example.net.'])
    await add({ Host: '@', Type: 'MX', Preference: '10', 'Mail server': `alias.${name}` })
    const review = await openReview()
    const tick = await review.findByLabelText('I understand these warnings and want to save (1 warning)')
    expect(isRefused(button('Save', review))).toBe(true)
    await hand.click(tick)
    await hand.click(button('Save', review))
    await isGone('Review changes')
    expect((await call(record.history, { domainId: id })).data.list[0]!.acknowledged).toHaveLength(1)
    await chooseForDomain('History')
    expect(await (await dialogOf(`History of ${name}`)).findByText(/^Acknowledged warnings: .+$/)).toBeTruthy()
  })

  test('in a rarely used type, which stands among the further ones, is said at its field too', async () => {
    const { hand, fill, openForm, isFormGone, save, answers } = await openEditor()
    const form = await openForm()
    const further = within(form.getByLabelText(/^Type\*?$/)).getByRole('group', { name: 'Further types' })
    expect(within(further).getByRole('option', { name: /^IPSECKEY/ })).toBeTruthy()
    await fill({ Host: 'gw', Type: 'IPSECKEY' })
    await fill({ Precedence: '10', 'Gateway type': '1', Algorithm: '2', Gateway: '192.0.2', 'Public key \\(Base64\\)': 'AQNRU3mG' })
    await hand.click(button(keep, form))
    await form.findByRole('alert')
    expect(form.getByLabelText(/^Gateway\*?$/).getAttribute('aria-invalid')).toBe('true')
    await fill({ Gateway: '192.0.2.38' })
    await hand.click(button(keep, form))
    await isFormGone()
    await save()
    await answers('gw', 'IPSECKEY', ['10 1 2 192.0.2.38 AQNRU3mG'])
  })
})

test('a paused record is no longer answered, and answered again when it is resumed', async () => {
  const { hand, save, tray, answers } = await openEditor(['host', 'A', '192.0.2.101'], ['host', 'A', '192.0.2.102'])
  const flip = () => hand.click(screen.getByRole('switch', { name: 'Active host A 192.0.2.101' }))
  await flip()
  await save()
  await answers('host', 'A', ['192.0.2.102'])
  await flip()
  await hand.click(button('Save now', await tray()))
  await isTrayGone()
  await answers('host', 'A', ['192.0.2.101', '192.0.2.102'])
})

describe('a file', () => {
  /** The dialog of an import, opened, and what a file is chosen in. */
  async function importing({ name, chooseForDomain }: Pick<Awaited<ReturnType<typeof openEditor>>, 'name' | 'chooseForDomain'>) {
    await chooseForDomain('Import')
    const title = `Import records into ${name}`
    const dialog = await dialogOf(title)
    await dialog.findByRole('textbox', { name: 'Paste records' })
    const chooser = screen.getByRole('dialog', { name: title }).querySelector<HTMLInputElement>('input[type=file]')
    return { dialog, chooser: chooser ?? expect.fail('there is no place for a file') }
  }

  test('of a zone is chosen, previewed and imported', async () => {
    const editor = await openEditor()
    const { dialog, chooser } = await importing(editor)
    const text = `$ORIGIN ${editor.name}.\n$TTL 1h\n@ IN SOA ns1.old.example. host.old.example. ( 1 2h 1h 14d 5m )\nwww IN CNAME @\n@ 300 IN A 192.0.2.10\n`
    expect(chooser.multiple).toBe(false)
    await editor.hand.upload(chooser, new File([text], 'zone.db', { type: 'text/plain' }))
    expect((await dialog.findAllByText('zone.db')).length).toBeGreaterThan(0)
    await editor.hand.click(button('Preview', dialog))
    await editor.hand.click(await dialog.findByRole('button', { name: 'Import 2 changes' }))
    await isGone(`Import records into ${editor.name}`)
    expect(await editor.stored()).toEqual(['@ A 192.0.2.10 300', `www CNAME ${editor.name}. 3600`])
  })

  test('with something doubtful is imported once that was ticked, and the history keeps it', async () => {
    const editor = await openEditor()
    const { dialog, chooser } = await importing(editor)
    const text = 'alias 600 IN CNAME mail.example.net.\n@ 600 IN MX 10 alias\n'
    await editor.hand.upload(chooser, new File([text], 'zone.db', { type: 'text/plain' }))
    await editor.hand.click(button('Preview', dialog))
    const run = await dialog.findByRole('button', { name: 'Import 2 changes' })
    expect([isRefused(run), run.title]).toEqual([true, partsMessages.en.reasons.acknowledge])
    await editor.hand.click(dialog.getByRole('checkbox', { name: findingsMessages.en.acknowledge }))
    await editor.hand.click(run)
    await isGone(`Import records into ${editor.name}`)
    expect(await editor.stored()).toEqual([`@ MX 10 alias.${editor.name}. 600`, 'alias CNAME mail.example.net. 600'])
    expect((await call(record.history, { domainId: editor.id })).data.list[0]!.acknowledged).toHaveLength(1)
  })

  test('with a wrong line is not imported until skipping it was chosen', async () => {
    const editor = await openEditor()
    const { dialog, chooser } = await importing(editor)
    await editor.hand.upload(chooser, new File(['www 600 IN A 192.0.2.300\nmail 600 IN A 192.0.2.25\n'], 'zone.db', { type: 'text/plain' }))
    await editor.hand.click(button('Preview', dialog))
    await dialog.findByText(importMessages.en.blocked)
    const skip = dialog.getByRole<HTMLInputElement>('checkbox', { name: importMessages.en.skip })
    expect([skip.checked, isRefused(dialog.getByRole('button', { name: /^Import \d/ }))]).toEqual([false, true])
    await editor.hand.click(skip)
    await waitFor(() => expect(isRefused(dialog.getByRole('button', { name: 'Import 1 change' }))).toBe(false))
    expect([skip.checked, dialog.queryByText(importMessages.en.blocked)]).toEqual([true, null])
    await editor.hand.click(button('Import 1 change', dialog))
    await isGone(`Import records into ${editor.name}`)
    expect(await editor.stored()).toEqual(['mail A 192.0.2.25 600'])
  })

  test.each([
    ['Export zone file (BIND)', /\.(zone|txt)$/],
    ['Export JSON (with lines, weights and remarks)', /\.json$/],
  ])('of "%s" read in again changes nothing, not even lines, weights, remarks and pauses', async (entry, ending) => {
    const files = downloads()
    const domain = await newDomain(['mail', 'A', '192.0.2.25'])
    const added = (value: string, more: object = {}) => ({ op: 'add' as const, record: { host: 'split', type: 'A', value, ttl: 600, ...more } })
    const ofLine = [added('203.0.113.3', { line: 'telecom', weight: 30, remark: 'half; "quoted" 备注' }), added('203.0.113.5', { line: 'telecom', weight: 70 })]
    const changes = [added('203.0.113.4'), ...ofLine]
    await call(record.apply, { domainId: domain.id, changes })
    const editor = await openEditorOf(domain)
    await editor.choose(['mail', 'A', '192.0.2.25'], 'Pause')
    await editor.save()
    await editor.chooseForDomain(entry)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]!.name).toMatch(ending)
    expect(await files[0]!.text()).toContain('203.0.113.3')
    const { dialog, chooser } = await importing(editor)
    await editor.hand.upload(chooser, files)
    await editor.hand.click(dialog.getByRole('radio', { name: /^Replace all/ }))
    await editor.hand.click(button('Preview', dialog))
    expect(await dialog.findByText('No changes to import')).toBeTruthy()
  })
})

test('rows copied from a spreadsheet come into the tray; those that are no records stay in the box', async () => {
  const { hand, save, stored, chooseForDomain } = await openEditor()
  await chooseForDomain('Paste rows')
  const dialog = await dialogOf('Paste rows')
  const box = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Paste rows' })
  put(box, 'one\tA\t192.0.2.1\t60\ntwo\tA\t192.0.2.2\nthis is no record')
  await dialog.findByText('2 records recognised, 1 line not recognised')
  await hand.click(button('Add 2 records', dialog))
  await waitFor(() => expect(box.value).toBe('this is no record'))
  await hand.click(button('Close', dialog))
  await save()
  expect(await stored()).toEqual(['one A 192.0.2.1 60', 'two A 192.0.2.2 600'])
})
