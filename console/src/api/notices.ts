import { createStore } from '../browser/store.ts'

/** A short message that passes by itself: the outcome of an action, or why it was refused. */
export type Notice = { readonly id: number; readonly tone: 'success' | 'warning' | 'error'; readonly text: string; readonly requestId: string | null }

/** The toast region of the shell draws these. */
export const notices = createStore<readonly Notice[]>([])
const mostAtOnce = 4
let lastId = 0

function add(notice: Omit<Notice, 'id'>): void {
  lastId += 1
  // The same message twice in a row is one message.
  const others = notices.get().filter(({ tone, text }) => tone !== notice.tone || text !== notice.text)
  notices.set([...others, { ...notice, id: lastId }].slice(-mostAtOnce))
}

export function noticeSuccess(text: string): void {
  add({ tone: 'success', text, requestId: null })
}

export function noticeWarning(text: string): void {
  add({ tone: 'warning', text, requestId: null })
}

/** A refusal outside a form: the message and a smiley (spec point 8). */
export function noticeError(text: string, requestId: string | null = null): void {
  add({ tone: 'error', text: `${text} ☺`, requestId })
}

export function dismissNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}
