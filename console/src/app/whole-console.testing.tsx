import { act, render, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { endpoints } from '@nameplane/contract/endpoints'
import { queryClient } from '../api/queries.ts'
import { addressOf, currentAddress, goTo, isUnderway, shownAddress } from '../routing/address.ts'
import { Router } from './router.tsx'

/*
 * The whole console in a document without a browser, for what goes through all of its screens: opened by addresses, and heard in what it
 * sends and is answered.
 */

/** What was sent to the server, as far as it is JSON. */
export type Sent = { readonly method: string; /** Below the root of calls. */ readonly path: string; readonly body: Readonly<Record<string, unknown>> }

/** Calls by their path. */
export const byPath: ReadonlyMap<string, Endpoint> = new Map(endpoints.map(({ endpoint }) => [endpoint.path, endpoint]))

/** Between two looks at whether something is still under way. */
const lookMs = 5

/** Waits until it is so; what it is is said where it is not. */
export function soon(isSo: () => boolean, what: string): Promise<void> {
  return waitFor(() => expect(isSo(), what).toBe(true))
}

export type WholeConsole = {
  /** Presses and types. */
  readonly hand: UserEvent
  /** Goes to an own path, as a link does. */
  goTo(address: string): void
  /** Goes to an own path and waits until its screen has settled. */
  open(address: string): Promise<void>
  /** Waits until nothing is asked, fetched or drawn any more. */
  quiet(): Promise<void>
  /** What was sent since the last `listen`, with the answers that have come, if they are JSON. */
  readonly exchanges: readonly { readonly sent: Sent; readonly answer?: unknown }[]
  /** What somebody does while the next call is on its way; it is done once. */
  meanwhile: (() => void) | null
  /** What was last put on the clipboard since the last `listen`; empty where nothing was. */
  readonly copied: string
  listen(): void
}

const pause = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms))

/** Draws it, from where it is opened first, until the test is finished. */
export function wholeConsole(): WholeConsole {
  let exchanges: { readonly sent: Sent; answer?: unknown }[] = []
  let copied = ''
  let pending = 0
  let isDrawn = false
  // Where the test before was.
  shownAddress.set(null)
  // Brings a clipboard of its own into the document.
  const hand = userEvent.setup()
  const fetched = globalThis.fetch
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...input) => {
    pending += 1
    try {
      const [url, init] = input
      const { pathname } = new URL(url instanceof Request ? url.url : url, location.href)
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      const sent = { method: init?.method ?? 'GET', path: pathname.replace(/^\/(api|antsxdp)\//, ''), body: body as Sent['body'] }
      const exchange: (typeof exchanges)[number] = { sent }
      exchanges.push(exchange)
      const { meanwhile } = self
      self.meanwhile = null
      if (meanwhile) {
        // Once it is drawn that the call is on its way.
        await pause(lookMs)
        act(meanwhile)
        await pause(lookMs)
      }
      const response = await fetched(...input)
      if (response.headers.get('content-type')?.includes('json') !== true) return response
      // Read once and given on as it came: a copy of a long body would never come to its end here.
      const text = await response.text()
      exchange.answer = JSON.parse(text)
      const { status, statusText, headers } = response
      return new Response(text, { status, statusText, headers })
    } finally {
      pending -= 1
    }
  })
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied = text
  })
  // As in a tab beside another one, which follows what the server says by itself.
  const leading = vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request: () => new Promise(() => {}), query: async () => ({}) })
  onTestFinished(() => {
    leading.mockRestore()
    watched.mockRestore()
    clipboard.mockRestore()
  })
  const isBusy = (): boolean => pending > 0 || queryClient.isFetching() + queryClient.isMutating() > 0 || isUnderway.get()
  const quiet = async (): Promise<void> => {
    // What comes is drawn, and what is drawn may ask for more.
    for (let still = 0; still < 3;) {
      await act(() => pause(lookMs))
      still = isBusy() ? 0 : still + 1
    }
  }
  const self: WholeConsole = {
    get exchanges() {
      return exchanges
    },
    hand,
    meanwhile: null,
    get copied() {
      return copied
    },
    listen() {
      exchanges = []
      copied = ''
    },
    quiet,
    goTo: (address) => act(() => goTo(address)),
    async open(address) {
      const { pathname } = addressOf(address.replace(/^\/redirect/, ''))
      act(() => goTo(address))
      if (!isDrawn) render(<Router />)
      isDrawn = true
      await soon(() => currentAddress().pathname === pathname && shownAddress.get()?.pathname === pathname && !isUnderway.get(), `${address} is shown`)
      await quiet()
    },
  }
  return self
}
