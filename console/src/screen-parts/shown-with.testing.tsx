import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from '../api/call-problem.ts'
import { callKey } from '../api/queries.ts'
import { ScreenLocationProvider, type ScreenLocation } from '../routing/screen-location.tsx'

/* What a part shows once its calls are answered, without a browser: `shownWith(<List />, [answer(record.history, { domainId: 7 }, reply)])`. */

type Answer = readonly [key: readonly unknown[], reply: unknown]

/** @param input what the part sends, to the letter: nothing else is answered */
export const answer = <E extends Endpoint>(endpoint: E, input: Sent<E>, reply: Reply<E>): Answer => [callKey(endpoint, input), reply]

/** The call is refused; where it was answered before, that is shown beside it. */
export const refusal = <E extends Endpoint>(endpoint: E, input: Sent<E>, code: string): Answer => [
  callKey(endpoint, input),
  new CallProblem({ kind: 'refused', code, message: code }),
]

/** The markup of the part as it is drawn first, where the address says this. */
export function shownWith(part: ReactNode, answers: readonly Answer[], place: Partial<ScreenLocation> = {}): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retryOnMount: false } } })
  for (const [queryKey, reply] of answers) {
    if (!(reply instanceof CallProblem)) client.setQueryData(queryKey, reply)
    else client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error: reply })
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ScreenLocationProvider location={{ pathname: '/', params: {}, search: {}, ...place }}>{part}</ScreenLocationProvider>
    </QueryClientProvider>,
  )
}

/** The texts of each row of its tables. */
export const rowsOf = (html: string): string[][] =>
  html
    .split(/<tr\b/)
    .slice(1)
    .map((row) =>
      row
        .split('</tr>')[0]!
        .split(/<[^>]*>/)
        .slice(1)
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
