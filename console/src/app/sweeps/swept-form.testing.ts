import { fireEvent, waitFor } from '@testing-library/react'
import { inject } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { readInput } from '@nameplane/contract/issues'
import { notices } from '../../api/notices.ts'
import type {} from '../../browser/pressed/pressed-platform.testing.ts'
import { byPath, soon, type WholeConsole } from '../whole-console.testing.tsx'

/*
 * Fills a form as a person does, with values that its call's schema takes and that it did not hold before, saves it, opens it
 * again and compares. Which fields there are is read from the page; what may stand in them, from the contract.
 */
type Control = {
  readonly element: HTMLElement
  /** The same in another opening of the form. */
  readonly key: string
  readonly name: string
  readonly kind: 'text' | 'secret' | 'tags' | 'select' | 'tick' | 'choice' | 'panel' | 'branch'
  readonly value: string
  readonly isFixed: boolean
}
export type Shown = ReadonlyMap<string, string>
/** Values of fields, by their name, for what no other text is. */
export type KnownValues = Readonly<Record<string, string>>
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A search is no field. */
const controls = 'input:not([type=file], [type=search]), textarea, select, button[popovertarget], [role=treeitem]'
/** Ticks of one list of ticks. */
const mostTicks = 3
const roundsOfMending = 4

export const newPassword = 'Quiet harbour, 74 boats'

let uses = 0
/** What a text may be, from the plainest on. */
const texts = (use: number): readonly string[] => [
  `swept-${use}`,
  `swept${use}.example`,
  `swept${use}@example.org`,
  String(13_800_140_000 + use),
  `https://swept${use}.example/`,
  `192.0.2.${use % 250}`,
  `${use % 60} 3 * * 2`,
  `/dns/domain/list?status=${use}`,
  'Europe/Berlin',
]
const numbers = ['7', '77', '600', '3600', '2', '1', '0']

export class SweptForm {
  readonly #console: WholeConsole
  readonly #form: HTMLFormElement
  readonly #known: KnownValues
  /** Where it is saved. */
  readonly endpoint: Endpoint

  private constructor(console: WholeConsole, form: HTMLFormElement, endpoint: Endpoint, known: KnownValues) {
    this.#console = console
    this.#form = form
    this.endpoint = endpoint
    this.#known = known
  }

  /** The form of the open dialog, which has to say its call. */
  static async opened(console: WholeConsole, known: KnownValues): Promise<SweptForm> {
    const form = await waitFor(() => {
      const found = document.querySelector<HTMLFormElement>('dialog[open] form[data-call]')
      if (!found) throw new Error('no form that says its call is open')
      return found
    })
    await console.quiet()
    const opened = new SweptForm(console, form, byPath.get(form.dataset['call']!)!, known)
    await opened.#named()
    return opened
  }

  get submitText(): string {
    return this.#submit.textContent
  }

  get #submit(): HTMLElement {
    return this.#form.closest('dialog')!.querySelector<HTMLElement>('button[type=submit]')!
  }

  #controls(): Control[] {
    const seen = new Map<string, number>()
    return [...this.#form.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => element.closest('details:not([open])') === null)
      .map((element) => {
        const kind = kindOf(element)
        const name = element.getAttribute('name') ?? ''
        const label = labelOf(element, kind)
        const place = `${name}|${kind === 'panel' ? label.split(/[:：]/)[0] : label.replace('*', '')}`
        const again = seen.get(place) ?? 0
        seen.set(place, again + 1)
        const isFixed = element.matches(':disabled, [readonly], fieldset:disabled *') || !element.checkVisibility()
        return { element, key: `${place}|${again}`, name, kind, value: valueOf(element, kind, label), isFixed }
      })
  }

  /** Waits until no field asks for the name of what it holds any more. */
  async #named(): Promise<void> {
    await soon(() => ![...this.shown.values()].some((value) => /(^|: |：)…$/.test(value)), 'what fields hold is named')
  }

  /** What its fields hold, but for secrets. */
  get shown(): Shown {
    const shown = this.#controls().filter(({ kind }) => kind !== 'secret')
    return new Map(shown.map(({ key, value }) => [key, value]))
  }

  /** Whether the call takes this for that field, whatever it says of the others. */
  #takes(name: string, value: unknown): boolean {
    const read = readInput(this.endpoint.input, nested(name, value))
    const isAbout = (path: string): boolean => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)
    return read.isRight || !read.issues.some(({ path }) => isAbout(path.join('.')))
  }

  /** A value that the field takes and does not hold. */
  #valueFor({ name, kind, value }: Control, skip: number): string {
    uses += 1
    const isTaken = (one: string): boolean =>
      name === '' || (kind === 'tags' ? this.#takes(name, [one]) : this.#takes(name, one) || (/^\d+$/.test(one) && this.#takes(name, Number(one))))
    const fitting = [...texts(uses), ...numbers].filter((one) => one !== value && isTaken(one))
    return fitting[skip % fitting.length] ?? value
  }

  /** Fills every field once, those too that come with the choice of another. */
  async fill(): Promise<void> {
    for (const details of this.#form.querySelectorAll('details:not([open])')) fireEvent.click(details.querySelector('summary')!)
    const done = new Set<string>()
    const ticks = new Map<string, number>()
    for (;;) {
      const next = this.#controls().find(({ key, isFixed }) => !isFixed && !done.has(key))
      if (!next) return
      done.add(next.key)
      const list = next.kind === 'tick' ? next.name : next.kind
      const before = ticks.get(list) ?? 0
      ticks.set(list, before + 1)
      if (next.kind === 'tick' && before >= mostTicks && !/^is|Due$/.test(next.name)) continue
      if ((next.kind === 'branch' || next.kind === 'panel') && before > 0) continue
      await this.#set(next, 0)
    }
  }

  async #set(control: Control, skip: number): Promise<void> {
    const { element, kind, name, value } = control
    const type = (text: string): void => {
      fireEvent.change(element, { target: { value: text } })
      fireEvent.blur(element)
    }
    switch (kind) {
      case 'secret':
        // A new password is typed twice; else it is the caller's own.
        return type(this.#known[name] ?? (this.#form.querySelector('[name=passwordAgain]') ? newPassword : inject('pressedPlatform').password))
      case 'text':
        return type(this.#known[name] ?? this.#valueFor(control, skip))
      case 'tags':
        fireEvent.change(element, { target: { value: this.#known[name] ?? this.#valueFor(control, skip) } })
        fireEvent.keyDown(element, { key: 'Enter' })
        return
      case 'select': {
        const others = [...(element as HTMLSelectElement).options].map((option) => option.value).filter((option) => option !== value && option !== '')
        if (others.length > 0) type(others[skip % others.length]!)
        return
      }
      case 'tick':
      case 'choice':
        fireEvent.click(element)
        return
      case 'branch': {
        fireEvent.keyDown(element, { key: ' ' })
        // A tree may ask for something: where all went, another leaf comes instead.
        const leaves = [...this.#form.querySelectorAll('[role=treeitem]:not([aria-expanded], [aria-disabled])')]
        if (leaves.length > 0 && !leaves.some((leaf) => leaf.getAttribute('aria-checked') === 'true')) fireEvent.keyDown(leaves.at(-1)!, { key: ' ' })
        return
      }
      case 'panel': {
        fireEvent.click(element)
        const options = (): Element[] => [...document.querySelectorAll('[role=listbox] [role=option]')]
        await soon(() => options().length > 1, `choices of ${control.key}`)
        await this.#console.quiet()
        fireEvent.click(options().findLast((option) => option.getAttribute('aria-selected') === 'false')!)
      }
    }
  }

  /** By a notice, or by a dialog that shows what is to be seen once. */
  #isTold(): boolean {
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    return notices.get().some(({ tone }) => tone === 'success') || dialogs.some((one) => !one.contains(this.#form))
  }

  /**
   * Sends it, once though it is pressed twice; what the server alone refuses is filled in another way. @returns what it answered, and
   * what it was sent
   */
  async save(place: string): Promise<{ id: number | undefined; shown: Shown }> {
    for (let round = 1; ; round += 1) {
      await this.#named()
      const shown = this.shown
      this.#console.listen()
      notices.set([])
      // As an impatient person does.
      this.#console.meanwhile = () => this.#form.requestSubmit()
      fireEvent.click(this.#submit)
      await this.#console.quiet()
      this.#console.meanwhile = null
      const calls = this.#console.exchanges.filter(({ sent }) => sent.path === this.endpoint.path)
      if (calls.length > 1) throw new Error(`${place} was sent ${calls.length} times`)
      const answer = calls[0]?.answer as { code: number | string; fields?: Readonly<Record<string, string>>; data?: { id?: number } } | undefined
      const isSaved = String(answer?.code) === '1'
      if (isSaved && !this.#isTold()) throw new Error(`${place} is saved, and nobody is told`)
      if (answer && isSaved) return { id: answer.data?.id, shown }
      const alerts = [...this.#form.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
      const wrong = this.#controls().filter(({ name }) => name !== '' && Object.hasOwn(answer?.fields ?? {}, name))
      if (round === roundsOfMending || wrong.length === 0) throw new Error(`${place} is refused: ${JSON.stringify(answer)} ${alerts.join('; ')}`)
      for (const control of wrong) await this.#set(control, round)
    }
  }
}

function kindOf(element: HTMLElement): Control['kind'] {
  if (element.localName === 'button') return 'panel'
  if (element.getAttribute('role') === 'treeitem') return 'branch'
  if (element.localName === 'select') return 'select'
  const kind = ({ checkbox: 'tick', radio: 'choice', password: 'secret' } as const)[element.getAttribute('type') ?? '']
  return kind ?? (element.parentElement!.querySelector(':scope > datalist') ? 'tags' : 'text')
}

function labelOf(element: HTMLElement, kind: Control['kind']): string {
  const labels = kind === 'panel' || kind === 'branch' ? null : (element as Input).labels
  return labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent
}

function valueOf(element: HTMLElement, kind: Control['kind'], label: string): string {
  if (kind === 'panel') return label
  if (kind === 'branch') return element.getAttribute('aria-checked') ?? ''
  if (kind === 'tick' || kind === 'choice') return String((element as HTMLInputElement).checked)
  if (kind === 'tags') return [...element.parentElement!.querySelectorAll(':scope > span')].map((tag) => tag.textContent).join(',')
  return (element as Input).value
}

function nested(name: string, value: unknown): unknown {
  return name.split('.').reduceRight((inner, part) => ({ [part]: inner }), value)
}

/** What is different in fields that both have. */
export function differing(saved: Shown, reopened: Shown): string[] {
  return [...saved]
    .filter(([key, value]) => reopened.has(key) && reopened.get(key) !== value)
    .map(([key, value]) => `${key}: typed “${value}”, reopened “${reopened.get(key)}”`)
}
