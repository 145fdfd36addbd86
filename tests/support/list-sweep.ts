import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import { endpoints } from '@nameplane/contract/endpoints'
import type { Visitor } from './browser.ts'
import { adminToken, type RunningPlatform } from './platform.ts'

/*
 * What every list is put through by its own rows and actions, found on the page and never listed: forms that blank a
 * field, actions wired to the wrong call or row, versions that are not sent.
 */

/** A row as the list's call answered it. */
export type SweptRow = Readonly<Record<string, unknown>> & { readonly id: number }

/** Members that every save changes. */
const changing: ReadonlySet<string> = new Set(['rowVersion', 'updateTime'])

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
  /** Rows of the last reply of a list, by id. */
  #rows = new Map<number, SweptRow>()
  #writes: Request[] = []

  constructor(visitor: Visitor, platform: RunningPlatform, path: string) {
    this.visitor = visitor
    this.platform = platform
    this.path = path
    visitor.page.on('response', this.#noteResponse)
    visitor.page.on('request', this.#noteRequest)
  }

  readonly #noteResponse = (response: Response): void => void this.#note(response.request())
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

  async #note(request: Request): Promise<void> {
    const response = await request.response()
    if (!response?.headers()['content-type']?.includes('json')) return
    const answer = (await response.json().catch(() => null)) as { data?: { list?: unknown } } | null
    const list = answer?.data?.list
    if (!Array.isArray(list) || !list.every((row) => typeof row === 'object' && row !== null && 'id' in row)) return
    const ids = await this.#shownIds()
    if (list.some((row: SweptRow) => ids.includes(row.id))) this.#rows = new Map(list.map((row: SweptRow) => [row.id, row]))
  }

  async #shownIds(): Promise<number[]> {
    return this.page.locator('tr[data-row]:visible').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row'))))
  }

  /** Opens the list and waits for it. @returns the ids shown, none where the screen has no list with actions */
  async open(): Promise<number[]> {
    // Anew: a kept view would show what it showed before.
    await this.visitor.open(`/redirect${this.path}${moving.has(this.path) ? '?limit=100' : ''}`)
    await this.page.locator(`main[data-screen="${this.path}"]`).waitFor()
    await this.visitor.quiet()
    // A busy machine draws rows later than they come.
    await this.page.locator('main table[aria-busy=true]:visible').first().waitFor({ state: 'detached' })
    const ids = await this.#shownIds()
    return (await this.page.locator('tr[data-row]:visible [aria-haspopup=menu]').count()) > 0 ? ids : []
  }

  row(id: number): SweptRow {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`${this.path} shows row ${id}, which no reply had`)
    return row
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

  async start(id: number, action: string): Promise<void> {
    this.#writes = []
    await this.#menuOf(id).click()
    await this.page.locator(`[role=menuitem][data-action="${action}"]`).click()
  }

  async startOnTicked(ids: readonly number[], action: string): Promise<void> {
    this.#writes = []
    for (const id of ids) await this.page.locator(`tr[data-row="${id}"]:visible input[type=checkbox]`).check()
    await this.page.locator(`[role=toolbar]:visible [data-action="${action}"]`).click()
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]').last()
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

  /** Sends the form of the dialog. @returns the write that it made */
  async submit(): Promise<Readonly<Record<string, unknown>>> {
    this.#writes = []
    await this.dialog.locator('button[type=submit]').first().click()
    await this.visitor.quiet()
    if (this.#writes.length !== 1) throw new Error(`${this.path}: one form made ${this.#writes.length} writes`)
    return bodyOf(this.#writes[0]!)
  }

  /** Bodies of the writes since something was started. */
  get written(): { path: string; body: Readonly<Record<string, unknown>> }[] {
    return this.#writes.map((request) => ({ path: new URL(request.url()).pathname, body: bodyOf(request) }))
  }

  /** Sends a write again as somebody else. */
  async repeat(request: Readonly<Record<string, unknown>>, path: string): Promise<{ code: unknown; problem?: string }> {
    const response = await fetch(new URL(path, this.platform.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(request),
    })
    return (await response.json()) as { code: unknown; problem?: string }
  }
}

/** The call's path below either root. */
const callOf = (request: Request): string => new URL(request.url()).pathname.replace(/^\/(api|antsxdp)\//, '')

const bodyOf = (request: Request): Readonly<Record<string, unknown>> => (request.postDataJSON() ?? {}) as Readonly<Record<string, unknown>>

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

/** Nothing is nothing, however it is sent; yes and no are 1 and 0. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return Number(value)
  return Array.isArray(value) ? value.map(plain) : value
}
