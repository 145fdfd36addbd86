import { act, fireEvent, screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { domain } from '@nameplane/contract/dns/domain'
import { explain } from '@nameplane/contract/dns/explain'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../api/client.ts'
import { notices } from '../../../api/notices.ts'
import { wholeConsole, type WholeConsole } from '../../../app/whole-console.testing.tsx'
import { freshWord, inLanguage } from '../../../browser/pressed/pressed.testing.tsx'
import { domainPath } from '../../../entities/domain/domain-pages.ts'

/* The editor of a domain's records in the whole console, in English, as a person works it: by what stands on its buttons and fields. */

export type Written = readonly [host: string, type: string, value: string]
export type Part = BoundFunctions<typeof queries>

/** Where the records of a domain are edited. */
export const recordPath = (name: string, id: number): string => domainPath('record', { domain: name, id, userId: 0 })

export const button = (name: string | RegExp, part: Part = screen): HTMLElement => part.getByRole('button', { name })
/** The open dialog of this name. */
export const dialogOf = async (name: string | RegExp): Promise<Part> => within(await screen.findByRole('dialog', { name }))
export const isGone = (name: string | RegExp): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
/** The text of the last notice. */
export const told = (text: string): Promise<void> => waitFor(() => expect(notices.get().at(-1)?.text).toBe(text))

/** Puts a text into a field at once, as pasting does, and leaves the keyboard there. */
export function put(field: HTMLElement, value: string): void {
  act(() => field.focus())
  fireEvent.change(field, { target: { value } })
}

/** Enter in a field of one line presses the button that sends its form, also one outside the form, which user-event does not know. */
export async function enter(hand: UserEvent): Promise<void> {
  const field = document.activeElement
  const sends = field instanceof HTMLInputElement && field.form ? document.querySelector(`button[type=submit][form="${field.form.id}"]`) : null
  if (!field || !sends) throw new Error('the keyboard is not in a field of a form')
  if (fireEvent.keyDown(field, { key: 'Enter' })) await hand.click(sends)
}

/** Chooses a template by what is typed of its name, with the keyboard alone. */
export async function chooseTemplate(hand: UserEvent, name: string): Promise<Part> {
  const open = await dialogOf('Add from template')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Template: /))
  await hand.keyboard('{Enter}')
  const search = await open.findByRole('combobox', { name: 'Search templates' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  put(search, name.slice(0, -1))
  await waitFor(() => expect(open.getAllByRole('option')).toHaveLength(1))
  await hand.keyboard('{Enter}')
  await open.findByRole('button', { name: `Template: ${name}` })
  return open
}

/** A domain of the test's own, which holds these records. */
export async function newDomain(...records: readonly Written[]): Promise<{ id: number; name: string }> {
  const name = `${freshWord()}.example`
  const { id } = (await call(domain.save, { domain: name })).data
  const changes = records.map(([host, type, value]) => ({ op: 'add' as const, record: { host, type, value, ttl: 600 } }))
  if (changes.length > 0) await call(record.apply, { domainId: id, changes })
  return { id, name }
}

/** What is saved, as `host type value TTL`. */
export async function storedIn(domainId: number): Promise<string[]> {
  const { list } = (await call(record.list, { domainId, limit: 200 })).data
  return list
    .map(({ host, type, value, ttl }) => `${host} ${type} ${value} ${ttl}`)
    .filter((line) => !/^@ (SOA|NS) /.test(line))
    .sort()
}

/** Opens the editor of this domain. */
export async function openEditorOf({ id, name }: { id: number; name: string }) {
  inLanguage('en')
  const console = wholeConsole()
  await console.open(recordPath(name, id))
  await screen.findByRole('row', { name: /SOA/ })
  return { id, name, console, hand: console.hand, ...editorIn(console, id) }
}

/** Opens the editor of a new domain with these records. */
export const openEditor = async (...records: readonly Written[]) => openEditorOf(await newDomain(...records))

function editorIn({ hand }: WholeConsole, id: number) {
  const formName = /^(Add|Edit) record$/
  const form = (): Promise<Part> => dialogOf(formName)
  const tray = async (): Promise<Part> => within(await screen.findByRole('region', { name: /^\d+ pending changes?$/ }))

  /** Fills fields of the open form by their labels; a choice by what it says. */
  async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
    const open = await form()
    for (const [label, text] of Object.entries(fields)) {
      const field = await open.findByLabelText(new RegExp(`^${label}\\*?$`))
      if (field instanceof HTMLSelectElement) await hand.selectOptions(field, text)
      else put(field, text)
    }
  }
  async function keep(): Promise<void> {
    await hand.click(button('Add to pending changes', await form()))
    await isGone(formName)
  }
  /** What is asked of a node there and then. */
  async function asked(host: string, type: string) {
    const { wire } = (await call(explain.record, { domainId: id, host, type, client: '192.0.2.200' })).data
    return { rcode: wire?.rcode, values: wire?.answers.map(({ value }) => value).sort() }
  }
  const chooseFrom = async (menu: string, action: string): Promise<void> => {
    await hand.click(button(menu))
    await hand.click(await screen.findByRole('menuitem', { name: action }))
  }
  async function openReview(): Promise<Part> {
    await hand.click(button('Review and save', await tray()))
    return dialogOf('Review changes')
  }
  return {
    form,
    tray,
    fill,
    keep,
    openReview,
    isFormGone: () => isGone(formName),
    openForm: async (): Promise<Part> => {
      await hand.click(screen.getAllByRole('button', { name: 'Add record' })[0]!)
      return form()
    },
    async add(fields: Readonly<Record<string, string>>): Promise<void> {
      await hand.click(screen.getAllByRole('button', { name: 'Add record' })[0]!)
      await fill(fields)
      await keep()
    },
    async edit(at: Written, fields: Readonly<Record<string, string>>): Promise<void> {
      await hand.click(button(`Edit ${at.join(' ')}`))
      await fill(fields)
      await keep()
    },
    /** Chooses from the menu of one record. */
    choose: (at: Written, action: string) => chooseFrom(`More actions ${at.join(' ')}`, action),
    /** Chooses from the menu of the whole domain. */
    chooseForDomain: (action: string) => chooseFrom('More actions', action),
    /** Reviews and saves; no warning stands against it. */
    async save(): Promise<void> {
      const review = await openReview()
      await review.findByText('Checks passed')
      expect(review.queryByLabelText(/^I understand these warnings/)).toBeNull()
      await hand.click(button('Save', review))
      await isGone('Review changes')
      await waitFor(() => expect(screen.queryByRole('region', { name: /^\d+ pending changes?$/ })).toBeNull())
    },
    stored: () => storedIn(id),
    /** A node answers this question so, as soon as it has what was saved. */
    answers: (host: string, type: string, values: readonly string[]) =>
      waitFor(async () => expect(await asked(host, type)).toEqual({ rcode: values.length > 0 ? 'NOERROR' : 'NXDOMAIN', values })),
  }
}
