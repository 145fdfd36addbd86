import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Visitor } from './browser.ts'
import type { RunningPlatform } from './platform.ts'

/*
 * What every list is put through by its own rows and actions, found on the page and never listed: forms that blank a
 * field, actions wired to the wrong call or row, versions that are not sent.
 */

/** A row as the list's call answered it. */
export type SweptRow = Readonly<Record<string, unknown>> & { readonly id: number }

/** Members that every save changes, and those of jobs that their schedule changes at any moment. */
const changing: ReadonlySet<string> = new Set(['rowVersion', 'updateTime', 'nextTime', 'lastRun', 'runningCount', 'waitingCount', 'averageMs'])

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

/** Paths of calls that only read, though by POST. */
const reading: ReadonlySet<string> = new Set(
  endpoints.filter(({ endpoint }) => endpoint.method === 'POST' && endpoint.effect === 'read').map(({ endpoint }) => endpoint.path),
)

/** Lists of more than a page in which a row moves when something is done to it: all are shown at once. */
const moving: ReadonlySet<string> = new Set(['/system/schedule/list'])

export class SweptList {
  readonly visitor: Visitor
  readonly platform: RunningPlatform
  readonly path: string
  /** Rows of each reply of a list since the screen was opened, as they came. */
  #replies: Promise<readonly SweptRow[]>[] = []
  /** Rows that the opened list shows, by id. */
  #rows = new Map<number, SweptRow>()
  #writes: Request[] = []
  /** Where the page was when something was started. */
  #begun = ''

  constructor(visitor: Visitor, platform: RunningPlatform, path: string) {
    this.visitor = visitor
    this.platform = platform
    this.path = path
    visitor.page.on('response', this.#noteResponse)
    visitor.page.on('request', this.#noteRequest)
  }

  readonly #noteResponse = (response: Response): void => void this.#replies.push(listIn(response))
  readonly #noteRequest = (request: Request): void => {
    if (request.method() === 'POST' && !reading.has(callOf(request))) this.#writes.push(request)
  }

  /** Listens no longer: the page goes on with another list. */
  leave(): void {
    this.page.off('response', this.#noteResponse)
    this.page.off('request', this.#noteRequest)
  }

  get page(): Page {
    return this.visitor.page
  }

  async #shownIds(): Promise<number[]> {
    return this.page.locator('tr[data-row]:visible').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row'))))
  }

  /** Opens the list and waits for it. @returns the ids shown, none where the screen has no list with actions */
  async open(): Promise<number[]> {
    this.#replies = []
    // Anew: a kept view would show what it showed before.
    await this.visitor.open(`/redirect${this.path}${moving.has(this.path) ? '?limit=100' : ''}`)
    await this.page.locator(`main[data-screen="${pathOf(this.path)}"]`).waitFor()
    await this.visitor.quiet()
    // A busy machine draws rows later than they come.
    await this.page.locator('main table[aria-busy=true]:visible').first().waitFor({ state: 'detached' })
    const ids = await this.#shownIds()
    // Lists of choices come in replies too. A reply may come before its rows are drawn, so that only now is known which it is.
    const replies = (await Promise.all(this.#replies)).filter((rows) => ids.every((id) => rows.some((row) => row.id === id)))
    const shortest = Math.min(...replies.map((rows) => rows.length))
    this.#rows = new Map(replies.findLast((rows) => rows.length === shortest)?.map((row) => [row.id, row]))
    return (await this.page.locator('tr[data-row]:visible [aria-haspopup=menu]').count()) > 0 ? ids : []
  }

  /** Whether the screen is a list of what its reader may add. */
  async canBeAddedTo(): Promise<boolean> {
    return (await this.page.locator('main [data-action=add]:visible').count()) > 0
  }

  row(id: number): SweptRow {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`${this.path} shows row ${id}, which no reply had`)
    return row
  }

  /**
   * How much a row proves by being edited: what a form would blank is seen only in members that hold something. What the platform
   * brings comes last: not all of it can be altered.
   */
  worth(id: number): number {
    const row: Partial<SweptRow> = this.#rows.get(id) ?? {}
    const held = Object.values(row).filter((value) => plain(value) !== '' && !isDeepStrictEqual(value, [])).length
    return row['builtIn'] === true || row['isOwn'] === true ? held - Object.keys(row).length : held
  }

  /**
   * What decides which actions a row has, as far as it tells: its states, what is on, and what holds something. Menus of rows that are
   * alike in it are not all looked into, unless something is left that no row was found for.
   */
  kindOf(id: number): string {
    const told = ([name, value]: [string, unknown]): unknown =>
      /(status|state|kind|type)$/i.test(name) || typeof value === 'boolean' ? value : plain(value) !== '' && value !== 0 && !isDeepStrictEqual(value, [])
    return JSON.stringify(Object.entries(this.#rows.get(id) ?? {}).map(told))
  }

  /** The actions that a row's menu offers, with whether each is refused. */
  async actionsOf(id: number): Promise<{ key: string; isRefused: boolean }[]> {
    await this.#menuOf(id).click()
    // Before it is open, Esc would close nothing.
    await this.page.getByRole('menuitem').first().waitFor()
    const entries = await this.page
      .getByRole('menuitem')
      .evaluateAll((items) => items.map((item) => ({ key: item.getAttribute('data-action')!, isRefused: item.getAttribute('aria-disabled') === 'true' })))
    await this.page.keyboard.press('Escape')
    await this.page.getByRole('menu').waitFor({ state: 'detached' })
    return entries
  }

  /** What stands in the rows themselves, not only in their menus. */
  async quickActions(): Promise<string[]> {
    const keys = await this.page.locator('tr[data-row]:visible [data-action]').evaluateAll((buttons) => buttons.map((one) => one.getAttribute('data-action')!))
    return [...new Set(keys)]
  }

  /** The menu of a row stands at its end. */
  #menuOf(id: number): Locator {
    return this.page.locator(`tr[data-row="${id}"]:visible [aria-haspopup=menu]`).last()
  }

  async #begin(): Promise<void> {
    this.#writes = []
    this.#begun = this.page.url()
    await this.page.evaluate("navigator.clipboard.writeText('')")
  }

  async start(id: number, action: string): Promise<void> {
    await this.#begin()
    await this.#menuOf(id).click()
    await this.page.locator(`[role=menuitem][data-action="${action}"]`).click()
  }

  async startOnTicked(ids: readonly number[], action: string): Promise<void> {
    await this.#begin()
    for (const id of ids) await this.page.locator(`tr[data-row="${id}"]:visible input[type=checkbox]`).check()
    await this.page.locator(`[role=toolbar]:visible [data-action="${action}"]`).click()
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]').last()
  }

  /** Waits for the form that was started: it may be loaded only now, or ask for its row. */
  async expectForm(): Promise<void> {
    await expectSoon(async () => (await this.dialog.locator('form').count()) === 1, `${this.path}: a form over the list`)
    await this.visitor.quiet()
  }

  /** What the form says of a change that somebody else made meanwhile; empty while it says nothing. */
  async warning(): Promise<string> {
    const said = await this.dialog.getByRole('alert').allInnerTexts()
    return said.find((text) => text.startsWith('Someone else saved a change.')) ?? ''
  }

  get question(): Locator {
    return this.page.getByRole('alertdialog')
  }

  /** Says yes where something is asked. */
  async agree(): Promise<void> {
    await this.visitor.quiet()
    if ((await this.question.count()) > 0) {
      const word = this.question.getByRole('textbox')
      if ((await word.count()) > 0) await word.fill(/[“"]([^”"]+)[”"]/.exec((await word.locator('..').textContent()) ?? '')?.[1] ?? '')
      await this.question.locator('button[type=submit]').click()
      await this.question.waitFor({ state: 'detached' })
    }
    await this.visitor.quiet()
  }

  /** Waits until what was started did something: it wrote, it opened something, it led elsewhere, or it copied something. */
  async expectDone(what: string): Promise<void> {
    const isDone = async (): Promise<boolean> =>
      this.#writes.length > 0 ||
      this.page.url() !== this.#begun ||
      (await this.dialog.count()) > 0 ||
      (await this.page.evaluate('navigator.clipboard.readText()')) !== ''
    await expectSoon(isDone, `${this.path}: “${what}” does something`)
  }

  /** Sends the form of the dialog. @returns the write that it made */
  async submit(): Promise<Request> {
    this.#writes = []
    await this.dialog.locator('button[type=submit]').first().click()
    await this.visitor.quiet()
    const [write] = this.#writes
    if (write === undefined || this.#writes.length > 1) {
      const said = await this.dialog.getByRole('alert').allInnerTexts()
      throw new Error(`${this.path}: one form made ${this.#writes.length} writes; it says: ${said.join('; ')}`)
    }
    return write
  }

  /** Bodies of the writes since something was started. */
  get written(): { path: string; body: Readonly<Record<string, unknown>> }[] {
    return this.#writes.map((request) => ({ path: new URL(request.url()).pathname, body: bodyOf(request) }))
  }

  /** Saves what a form sent once more, as from another window, with one member altered. @returns what that member is now */
  async alterElsewhere(id: number, form: Request): Promise<string> {
    const sent = bodyOf(form)
    const name = Object.keys(alterations).find((one) => one in sent)
    if (name === undefined) throw new Error(`${this.path}: nothing that somebody else could alter in ${Object.keys(sent).join(', ')}`)
    const altered = alterations[name]!(sent[name])
    const { 'content-length': _, ...headers } = await form.allHeaders()
    const response = await this.page.request.post(form.url(), { headers, data: { ...sent, [name]: altered, rowVersion: this.row(id)['rowVersion'] } })
    const answer = (await response.json()) as { code: unknown; problem?: string }
    if (answer.code !== 1) throw new Error(`${this.path}: somebody else's change was not taken: ${answer.problem}`)
    return String(Array.isArray(altered) ? altered[0] : altered)
  }
}

function expectSoon(isSo: () => Promise<boolean>, message: string): Promise<void> {
  return expect.poll(isSo, { message }).toBe(true)
}

/** Rows of a reply that is a list, else none. */
async function listIn(response: Response): Promise<readonly SweptRow[]> {
  if (!response.headers()['content-type']?.includes('json')) return []
  const answer = (await response.json().catch(() => null)) as { data?: { list?: unknown } } | null
  const list = answer?.data?.list
  return Array.isArray(list) && list.every((row) => typeof row === 'object' && row !== null && 'id' in row) ? list : []
}

/** What stands before the state in an address. */
const pathOf = (address: string): string => address.split('?')[0]!

/** The call's path below either root. */
const callOf = (request: Request): string => new URL(request.url()).pathname.replace(/^\/(api|antsxdp)\//, '')

export const bodyOf = (request: Request): Readonly<Record<string, unknown>> => (request.postDataJSON() ?? {}) as Readonly<Record<string, unknown>>

/** Ids that a write names, in order. */
export function idsIn(body: Readonly<Record<string, unknown>>): number[] {
  const { ids, id } = body
  const named = Array.isArray(ids) ? ids.map(Number) : typeof ids === 'string' ? ids.split(',').map(Number) : id === undefined ? [] : [Number(id)]
  return named.toSorted((one, other) => one - other)
}

/** What an untouched form sends is what the row holds: every member that both have is the same. */
export function expectUntouched(sent: Readonly<Record<string, unknown>>, row: SweptRow, place: string): void {
  const differing = Object.keys(sent).filter((name) => name in row && !isSame(name, sent[name], row[name]))
  expect(
    differing.map((name) => `${name}: sent ${JSON.stringify(sent[name])}, saved ${JSON.stringify(row[name])}`),
    place,
  ).toEqual([])
  if ('rowVersion' in row) expect(sent['rowVersion'], `${place}: the version that was seen`).toBe(row['rowVersion'])
}

/** A row after something that should have changed nothing. */
export function expectSameRow(before: SweptRow, after: SweptRow, place: string): void {
  const differing = Object.keys(before).filter((name) => !changing.has(name) && !isSame(name, before[name], after[name]))
  expect(
    differing.map((name) => `${name}: ${JSON.stringify(before[name])} became ${JSON.stringify(after[name])}`),
    place,
  ).toEqual([])
}

/** Members whose order says nothing: a form gives them in the order of its tree. */
const unordered: ReadonlySet<string> = new Set(['rights'])
const inOrder = (name: string, value: unknown): unknown =>
  unordered.has(name) && Array.isArray(value) ? value.map(String).toSorted((one, other) => one.localeCompare(other)) : plain(value)

const isSame = (name: string, one: unknown, other: unknown): boolean => isDeepStrictEqual(inOrder(name, one), inOrder(name, other))

/** Nothing is nothing, however it is sent, as JSON too; yes and no are 1 and 0. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === 'null') return ''
  if (typeof value === 'boolean') return Number(value)
  return Array.isArray(value) ? value.map(plain) : value
}
