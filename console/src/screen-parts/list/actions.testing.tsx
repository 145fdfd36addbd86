import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { notices } from '../../api/notices.ts'
import type { ListAction } from './use-list-actions.tsx'

/*
 * What can be done in a list, without drawing it: `const doing = actionsOf((open) => useDomainActions(open))`. What an action does is
 * noted in words: the dialog that it opens, the address that it goes to, the call that it makes, and what is read anew after it.
 */
type Open<Row> = (dialog: string, row?: Row) => void

export type Doing<Row> = {
  /** Every action: where it is offered, and whether it stands in the row, is dangerous, or asks first. */
  readonly all: readonly string[]
  readonly offeredFor: (row: Row) => string[]
  /** Reasons why actions cannot be done with a row. */
  readonly refusalsOf: (row: Row) => Record<string, string>
  readonly action: (key: string) => ListAction<Row>
  readonly does: (key: string, rows: readonly Row[]) => Promise<string[]>
  /** What is asked before, with the numbers of the rows for their names. */
  readonly asks: (key: string, rows: readonly Row[]) => Promise<string | null>
}

export function actionsOf<Row extends { readonly id: number }>(use: (open: Open<Row>) => readonly ListAction<Row>[], reply: object = {}): Doing<Row> {
  let actions: readonly ListAction<Row>[] = []
  let noted: string[] = []
  const client = new QueryClient()
  client.invalidateQueries = async (filters) => void noted.push(`anew: ${String(filters?.queryKey?.[0])}`)
  function Reader() {
    actions = use((dialog, row) => void noted.push(row ? `opens ${dialog} of ${row.id}` : `opens ${dialog}`))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Reader />
    </QueryClientProvider>,
  )
  const action = (key: string): ListAction<Row> => actions.find((one) => one.key === key)!
  return {
    all: actions.map(({ key, on, right, isQuick, isDangerous, ask }) =>
      [key, on, right === null ? 'for readers' : right, isQuick && 'quick', isDangerous && 'dangerous', ask && 'asks'].filter(Boolean).join(', '),
    ),
    offeredFor: (row) => actions.filter(({ on, isOffered }) => on !== 'page' && (isOffered?.(row) ?? true)).map(({ key }) => key),
    refusalsOf: (row) => Object.fromEntries(actions.flatMap(({ key, refusal }) => (refusal?.(row) ? [[key, refusal(row)!]] : []))),
    action,
    does: (key, rows) =>
      inPage(async () => {
        noted = []
        const end = notices.subscribe(() => noted.push(`says: ${notices.get().at(-1)!.text}`))
        await action(key).run(rows)
        end()
        return noted
      }),
    asks: (key, rows) => inPage(async () => (await action(key).ask?.(rows.map(({ id }) => `#${id}`).join(' '), rows)) ?? null),
  }

  /** With what of a browser an action may need. */
  async function inPage<Result>(work: () => Promise<Result>): Promise<Result> {
    const { document, fetch, history, location, HashChangeEvent, dispatchEvent } = globalThis
    const goTo = (_state: null, _title: string, href: string): void => void noted.push(`goes to ${href}`)
    Object.assign(globalThis, {
      // The page that the server sends names the root.
      document: { querySelector: () => ({ content: '/api/' }) },
      fetch: async (url: string, { method, body }: { method: string; body?: string }) => {
        noted.push([method, url.replace('/api/', ''), body].filter(Boolean).join(' '))
        return new Response(JSON.stringify({ code: 1, msg: 'success', ...reply }))
      },
      location: { href: '', hash: '' },
      history: { pushState: goTo, replaceState: goTo },
      HashChangeEvent: Event,
      dispatchEvent: () => true,
    })
    try {
      return await work()
    } finally {
      Object.assign(globalThis, { document, fetch, history, location, HashChangeEvent, dispatchEvent })
    }
  }
}
