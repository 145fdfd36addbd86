import { act, fireEvent } from '@testing-library/react'
import { call } from '../../api/client.ts'
import { notices } from '../../api/notices.ts'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { isNothing, type SweptRow } from './swept-row.testing.ts'
import { byPath, soon, type Sent, type WholeConsole } from '../whole-console.testing.tsx'

/*
 * What every list is put through by its own rows and actions, found on the page and never listed: forms that blank a
 * field, actions wired to the wrong call or row, versions that are not sent.
 */

const anothers = (value: unknown): string => (typeof value === 'string' ? `${value} of another`.trim() : 'of another')

/** What somebody else may change in a row meanwhile, by the first of these that its form sends. Saving the same again may change no version. */
const alterations: Readonly<Record<string, (value: unknown) => unknown>> = {
  remark: anothers,
  ttl: (value) => Number(value) + 60,
  name: (value) => `${String(value)} too`,
  policy: () => 'other A',
  names: (value) => (value as readonly string[]).map((name) => `other-${name}`),
  nameEn: anothers,
}

/** Whether a call changes something: some only read, though by POST. */
const isWrite = ({ method, path }: Sent): boolean => method === 'POST' && byPath.get(path)?.effect !== 'read'

/** Lists of more than a page in which a row moves when something is done to it: all are shown at once. */
const moving: ReadonlySet<string> = new Set(['/system/schedule/list'])

/** Elements that nothing hides: of a view out of sight, nothing is drawn. */
const all = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest('[hidden], [style*="display: none"]') === null)
const only = (selector: string): HTMLElement => {
  const [one] = all(selector)
  if (!one) throw new Error(`there is no ${selector}`)
  return one
}
const actionOf = (element: Element): string => element.getAttribute('data-action') ?? ''
const textsOf = (elements: readonly Element[]): string[] => elements.map(({ textContent }) => textContent)

export class SweptList {
  readonly console: WholeConsole
  readonly path: string
  /** Rows that the opened list shows, by id. */
  #rows = new Map<number, SweptRow>()
  /** Where the page was when something was started. */
  #begun = ''

  constructor(console: WholeConsole, path: string) {
    this.console = console
    this.path = path
  }

  shownIds(): number[] {
    return all('main tr[data-row]').map((row) => Number(row.getAttribute('data-row')))
  }

  /** Opens the list and waits for it. @returns the ids shown, none where the screen has no list with actions */
  async open(): Promise<number[]> {
    this.console.listen()
    // Anew: a kept view would show what it showed before.
    await this.console.open(`/redirect${this.path}${moving.has(this.path) ? '?limit=100' : ''}`)
    await soon(() => all('main table[aria-busy=true]').length === 0, `${this.path}: rows come`)
    const ids = this.shownIds()
    // Lists of choices come in answers too.
    const answers = this.console.exchanges.map(({ answer }) => listIn(answer)).filter((rows) => ids.every((id) => rows.some((row) => row.id === id)))
    const shortest = Math.min(...answers.map((rows) => rows.length))
    this.#rows = new Map(answers.findLast((rows) => rows.length === shortest)?.map((row) => [row.id, row]))
    return all('main tr[data-row] [aria-haspopup=menu]').length > 0 ? ids : []
  }

  /** Whether the screen is a list of what its reader may add. */
  canBeAddedTo(): boolean {
    return all('main [data-action=add]').length > 0
  }

  row(id: number): SweptRow {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`${this.path} shows row ${id}, which no answer had`)
    return row
  }

  /**
   * How much a row proves by being edited: what a form would blank is seen only in members that hold something. What the platform
   * brings comes last: not all of it can be altered.
   */
  worth(id: number): number {
    const row: Partial<SweptRow> = this.#rows.get(id) ?? {}
    const held = Object.values(row).filter((value) => !isNothing(value)).length
    return row['builtIn'] === true || row['isOwn'] === true ? held - Object.keys(row).length : held
  }

  /**
   * What decides which actions a row has, as far as it tells: its states, what is on, and what holds something. Menus of rows that are
   * alike in it are not all looked into, unless something is left that no row was found for.
   */
  kindOf(id: number): string {
    const told = ([name, value]: [string, unknown]): unknown =>
      /(status|state|kind|type)$/i.test(name) || typeof value === 'boolean' ? value : !isNothing(value) && value !== 0
    return JSON.stringify(Object.entries(this.#rows.get(id) ?? {}).map(told))
  }

  /** The actions that a row's menu offers, with whether each is refused. */
  async actionsOf(id: number): Promise<{ key: string; isRefused: boolean }[]> {
    fireEvent.click(this.#menuOf(id))
    const entries = all('[role=menuitem]').map((item) => ({ key: actionOf(item), isRefused: item.getAttribute('aria-disabled') === 'true' }))
    act(() => only('[role=menu]').hidePopover())
    return entries
  }

  /** What stands in the rows themselves, not only in their menus. */
  quickActions(): string[] {
    return [...new Set(all('main tr[data-row] [data-action]').map(actionOf))]
  }

  toolbarActions(): string[] {
    return all('[role=toolbar] [data-action]').map(actionOf)
  }

  /** The menu of a row stands at its end. */
  #menuOf(id: number): HTMLElement {
    return all(`main tr[data-row="${id}"] [aria-haspopup=menu]`).at(-1)!
  }

  #listen(): void {
    this.console.listen()
    notices.set([])
  }

  /** Whether it is said that what was sent last is saved. */
  get isSaid(): boolean {
    return notices.get().some(({ tone }) => tone === 'success')
  }

  #begin(): void {
    this.#listen()
    this.#begun = location.hash
  }

  start(id: number, action: string): void {
    this.#begin()
    fireEvent.click(this.#menuOf(id))
    fireEvent.click(only(`[role=menuitem][data-action="${action}"]`))
  }

  startOnTicked(ids: readonly number[], action: string): void {
    this.#begin()
    for (const id of ids) fireEvent.click(only(`main tr[data-row="${id}"] input[type=checkbox]`))
    fireEvent.click(only(`[role=toolbar] [data-action="${action}"]`))
  }

  get dialog(): HTMLElement | undefined {
    return all('dialog[open]').at(-1)
  }

  /** Waits for the form that was started: it may be loaded only now, or ask for its row. */
  async expectForm(): Promise<void> {
    await soon(() => this.dialog?.querySelectorAll('form').length === 1, `${this.path}: a form over the list`)
    await this.console.quiet()
  }

  /** What the form says of a change that somebody else made meanwhile; empty while it says nothing. */
  get warning(): string {
    return this.#alerts.find((text) => text.startsWith(partsMessages.zh.changedMeanwhile)) ?? ''
  }

  get #alerts(): string[] {
    return textsOf([...(this.dialog?.querySelectorAll('[role=alert]') ?? [])])
  }

  /** Says yes where something is asked, and waits until what was started did something: wrote, opened something, led elsewhere, or copied something. */
  async finish(what: string): Promise<void> {
    const question = (): HTMLElement | undefined => all('dialog[open][role=alertdialog], [role=alertdialog]').at(-1)
    const isDone = (): boolean => this.written.length > 0 || location.hash !== this.#begun || this.dialog !== undefined || this.console.copied !== ''
    await soon(isDone, `${this.path}: “${what}” does something`)
    await this.console.quiet()
    const asked = question()
    if (asked) {
      const word = asked.querySelector('input')
      if (word) fireEvent.change(word, { target: { value: /[“"]([^”"]+)[”"]/.exec(word.parentElement?.textContent ?? '')?.[1] ?? '' } })
      fireEvent.click(asked.querySelector('button[type=submit]')!)
      await soon(() => question() === undefined, `${this.path}: the question of “${what}” closes`)
      await soon(() => this.written.length > 0, `${this.path}: “${what}” writes once it is agreed to`)
    }
    await this.console.quiet()
    // What is refused now is said too, and what comes of some shows in a dialog or on another page.
    const isTold = notices.get().length > 0 || this.dialog !== undefined || location.hash !== this.#begun
    if (this.written.length > 0 && !isTold) throw new Error(`${this.path}: “${what}” is done, and nobody is told`)
  }

  /** Sends the form of the dialog. @returns the write that it made */
  async submit(): Promise<Sent> {
    this.#listen()
    fireEvent.click(this.dialog!.querySelector('button[type=submit]')!)
    await this.console.quiet()
    const [write, ...further] = this.written
    if (!write || further.length > 0) throw new Error(`${this.path}: one form made ${this.written.length} writes; it says: ${this.#alerts.join('; ')}`)
    return write
  }

  /** The writes since something was started. */
  get written(): readonly Sent[] {
    return this.console.exchanges.map(({ sent }) => sent).filter(isWrite)
  }

  /** Saves what a form sent once more, as from another window, with one member altered. @returns what that member is now */
  async alterElsewhere(id: number, { path, body }: Sent): Promise<string> {
    const name = Object.keys(alterations).find((one) => one in body)
    if (name === undefined) throw new Error(`${this.path}: nothing that somebody else could alter in ${Object.keys(body).join(', ')}`)
    const altered = alterations[name]!(body[name])
    await call(byPath.get(path)!, { ...body, [name]: altered, rowVersion: this.row(id)['rowVersion'] })
    return String(Array.isArray(altered) ? altered[0] : altered)
  }
}

/** Rows of an answer that is a list, else none. */
function listIn(answer: unknown): readonly SweptRow[] {
  const list = (answer as { data?: { list?: unknown } } | null)?.data?.list
  return Array.isArray(list) && list.every((row) => typeof row === 'object' && row !== null && 'id' in row) ? list : []
}
