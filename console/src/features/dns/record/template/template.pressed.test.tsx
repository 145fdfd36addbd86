import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { recordTemplate } from '@nameplane/contract/dns/record-template'
import type { Right } from '@nameplane/contract/rights'
import { call } from '../../../../api/client.ts'
import { freshWord } from '../../../../browser/pressed/pressed.testing.tsx'
import { signInWith } from '../../../../browser/pressed/signed-in.testing.ts'
import { button, chooseTemplate, dialogOf, enter, isGone, newDomain, openEditor, openEditorOf, put, storedIn, type Part } from '../record-editor.testing.tsx'

/* Records out of templates: those that providers ask for, and those that administrators keep. */

const title = 'Add from template'
const dialog = (): Promise<Part> => dialogOf(title)
const isRefused = (element: HTMLElement): boolean => element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true'

test('a template gives its records from a few answers into the tray, in the place of what would keep it from working', async () => {
  const editor = await openEditor()
  const { hand, save, stored, chooseForDomain, tray } = editor
  // The records of a provider, from an empty domain.
  await hand.click(button(title))
  const google = await chooseTemplate(editor.hand, 'Google Workspace')
  await google.findByRole('row', { name: /1 smtp\.google\.com\./ })
  await hand.click(button('Add 2 records to pending changes', google))
  await isGone(title)
  await save()
  expect(await stored()).toEqual(['@ MX 1 smtp.google.com. 600', '@ TXT "v=spf1 include:_spf.google.com ~all" 600'])

  // Another provider takes the place of the first.
  await chooseForDomain(title)
  const tencent = await chooseTemplate(editor.hand, 'Tencent Exmail')
  await tencent.findByLabelText('Also delete 2 records that these replace')
  await hand.click(button('Add 3 records to pending changes', tencent))
  await (await tray()).findByText('3 added, 2 deleted')

  // A template asks for what it needs, and is kept by Enter.
  await chooseForDomain(title)
  const website = await chooseTemplate(editor.hand, 'Zone apex and www for a website')
  expect(isRefused(button(/^Add (\d records? )?to pending changes$/, website))).toBe(true)
  put(website.getByLabelText(/^IPv4 address\*?$/), '192.0.2')
  expect((await website.findByRole('alert')).textContent).toContain('Invalid IPv4 address: 192.0.2')
  put(website.getByLabelText(/^IPv4 address\*?$/), '192.0.2.80')
  await enter(hand)
  await isGone(title)
  await save()
  const all = await stored()
  expect(all.filter((line) => !line.startsWith('www'))).toEqual([
    '@ A 192.0.2.80 600',
    '@ MX 10 mxbiz2.qq.com. 600',
    '@ MX 5 mxbiz1.qq.com. 600',
    '@ TXT "v=spf1 include:spf.mail.qq.com ~all" 600',
  ])
  expect(all).toHaveLength(5)
})

const keptAs = async (search: string): Promise<string[]> =>
  (await call(recordTemplate.list, { search })).data.list.map((row) => `${row.name}: ${row.remark}, ${row.recordCount}`)

/** Two records, kept under this name by an administrator: an alias of the domain, and an address that is asked for. */
async function keepTemplate(name: string): Promise<number> {
  const usual = { line: 'default', ttl: 600, weight: null, remark: '', status: 1 }
  const records = [
    { ...usual, host: '@', type: 'A', value: '{ip}' },
    { ...usual, host: 'www', type: 'CNAME', value: '{domain}.' },
  ]
  return (await call(recordTemplate.save, { name, remark: '', records })).data.id
}

test('two ticked records become a template, with the domain and an address to be asked for', async () => {
  const { name, hand, add, save } = await openEditor()
  await add({ Host: 'www', Type: 'CNAME', Target: name })
  await add({ Host: '@', Type: 'A', Address: '192.0.2.1' })
  await save()
  for (const row of ['@ A 192.0.2.1', `www CNAME ${name}.`]) await hand.click(await screen.findByRole('checkbox', { name: `Select ${row}` }))
  await hand.click(button('Save as template', within(screen.getByRole('toolbar', { name: 'Actions' }))))
  const form = await dialogOf('Save as template')
  const values = () => form.getAllByLabelText<HTMLInputElement>(/^Value\*?$/)
  await waitFor(() => expect(values().at(-1)?.value).toBe('{domain}.'))
  put(values()[0]!, '{ip')
  const template = freshWord()
  put(form.getByLabelText(/^Name\*?$/), template)
  await enter(hand)
  expect((await form.findByRole('alert')).textContent).toBe('Invalid IPv4 address: {ip')
  put(values()[0]!, '{ip}')
  await enter(hand)
  await isGone('Save as template')
  expect(await keptAs(template)).toEqual([`${template}: , 2`])
})

test('a kept template is first among all, and gives each domain its own', async () => {
  // First by its name, whatever other tests keep.
  const template = `00 ${freshWord()}`
  const kept = await keepTemplate(template)
  onTestFinished(async () => void (await call(recordTemplate.delete, { ids: [kept] })))
  const editor = await openEditor()
  const { id, name, hand, add, save, chooseForDomain } = editor
  await add({ Host: 'www', Type: 'CNAME', Target: name })
  await save()
  await chooseForDomain(title)
  await hand.click(button('Template: Tencent Exmail', await dialog()))
  await waitFor(async () => expect((await dialog()).getAllByRole('option')[0]?.textContent).toBe(`${template}Custom`))
  await hand.click(button('Template: Tencent Exmail', await dialog()))
  const open = await chooseTemplate(editor.hand, template)
  put(await open.findByLabelText(/^\{ip\}\*?$/), '192.0.2')
  expect((await open.findByRole('alert')).textContent).toBe('Invalid IPv4 address: 192.0.2')
  put(open.getByLabelText(/^\{ip\}\*?$/), '192.0.2.7')
  await open.findByRole('row', { name: new RegExp(`${name.replace('.', '\\.')}\\.\\s*Already exists`) })
  await enter(hand)
  await isGone(title)
  await save()
  expect(await storedIn(id)).toEqual(['@ A 192.0.2.7 600', `www CNAME ${name}. 600`])
})

const noRight = 'You do not have permission to do this'
const changesRecords: readonly Right[] = ['domain.read', 'record.read', 'record.write', 'line.read', 'service_group.read']
const reasonOf = (element: HTMLElement): string | null | undefined =>
  isRefused(element) ? (element.getAttribute('title') ?? element.querySelector('[data-reason]')?.textContent) : null

test.each<[string, readonly Right[], Readonly<Record<'keep' | 'edit' | 'delete', string | null>>]>([
  ['no right to templates: none of it, and it is said why', [], { keep: noRight, edit: noRight, delete: noRight }],
  ['the right to write them', ['record_template.write'], { keep: null, edit: null, delete: noRight }],
  ['the right to delete them', ['record_template.delete'], { keep: noRight, edit: noRight, delete: null }],
])('who may change records uses templates, and keeps, edits and deletes them with %s', async (_, rights, reasons) => {
  const template = freshWord()
  await keepTemplate(template)
  const made = await newDomain(['@', 'A', '192.0.2.7'])
  await signInWith([...changesRecords, ...rights])
  const editor = await openEditorOf(made)
  await editor.hand.click(await screen.findByRole('checkbox', { name: 'Select @ A 192.0.2.7' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Actions' }))
  await waitFor(() => expect(reasonOf(button('Save as template', bar))).toBe(reasons.keep))
  await editor.hand.click(button('More actions @ A 192.0.2.7'))
  expect(reasonOf(await screen.findByRole('menuitem', { name: /^Save as template/ }))).toBe(reasons.keep)
  await editor.hand.click(button('More actions @ A 192.0.2.7'))
  await editor.chooseForDomain(title)
  const open = await chooseTemplate(editor.hand, template)
  await waitFor(() => expect(reasonOf(button('Edit template', open))).toBe(reasons.edit))
  expect(reasonOf(button('Delete template', open))).toBe(reasons.delete)
})

test('it is renamed and deleted where it is chosen, and a link leads there', async () => {
  const [word, renamed] = [freshWord(), freshWord()]
  await keepTemplate(word)
  const editor = await openEditor()
  const { hand, console } = editor
  console.goTo(`${location.hash.slice(1)}?open=template`)
  const open = await chooseTemplate(editor.hand, word)
  await hand.click(await open.findByRole('button', { name: 'Edit template' }))
  const form = await dialogOf(`Edit template “${word}”`)
  put(form.getByLabelText(/^Name\*?$/), renamed)
  put(form.getByLabelText(/^Remark\*?$/), 'of the new rack')
  await enter(hand)
  await (await dialog()).findByRole('button', { name: `Template: ${renamed}` })
  await (await dialog()).findByText('of the new rack')
  expect([await keptAs(word), await keptAs(renamed)]).toEqual([[], [`${renamed}: of the new rack, 2`]])
  await hand.click(button('Delete template', await dialog()))
  await hand.click(button('Delete', within(await screen.findByRole('alertdialog'))))
  await (await dialog()).findByRole('button', { name: 'Template: Tencent Exmail' })
  expect(await keptAs(renamed)).toEqual([])
})

test('a template that is edited asks before it loses what was typed into any one field, and not what is as it was', async () => {
  const word = freshWord()
  await keepTemplate(word)
  const editor = await openEditor()
  editor.console.goTo(`${location.hash.slice(1)}?open=template`)
  await chooseTemplate(editor.hand, word)
  const editing = `Edit template “${word}”`
  const form = async () => {
    await editor.hand.click(await (await dialog()).findByRole('button', { name: 'Edit template' }))
    return dialogOf(editing)
  }
  const press = (name: string, place: Awaited<ReturnType<typeof form>>) => editor.hand.click(button(name, place))
  for (const [field, typed] of [
    [/^Name\*?$/, freshWord()],
    [/^Remark\*?$/, 'of the new rack'],
    [/^Host\*?$/, 'elsewhere'],
  ] as const) {
    const opened = await form()
    const input = opened.getAllByLabelText<HTMLInputElement>(field)[0]!
    const before = input.value
    put(input, typed)
    await press('Cancel', opened)
    await press('Keep editing', within(await screen.findByRole('alertdialog')))
    put(input, before)
    await press('Cancel', opened)
    await isGone(editing)
  }
  expect(await keptAs(word)).toEqual([`${word}: , 2`])
})
