import { useMemo } from 'react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { record } from '@nameplane/contract/dns/record'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../api/call-problem.ts'
import { call } from '../../../api/client.ts'
import { callKey } from '../../../api/queries.ts'
import type { RecordRow } from './tray/tray.ts'

/** Rows of one request; a screen of rows and some to spare. */
export const windowRows = 100

export type RecordQuery = Omit<Sent<typeof record.list>, 'page' | 'limit'>
type ListReply = Reply<typeof record.list>

export type RecordWindow = {
  /** Undefined until the first answer. */
  total: number | undefined
  version: number | undefined
  locked: ListReply['data']['locked']
  /** A row by its place in the whole list; undefined while it is on its way. */
  rowAt: (index: number) => RecordRow | undefined
  loaded: readonly RecordRow[]
  problem: CallProblem | null
  refresh: () => void
}

/** The part of a long list that is in view: pages are asked for as they are scrolled to, so 100,000 rows cost as little as 100. */
export function useRecordWindow(query: RecordQuery, first: number, last: number): RecordWindow {
  const client = useQueryClient()
  const pages = useMemo(() => {
    const wanted = new Set([0])
    for (let page = Math.floor(first / windowRows); page <= Math.floor(last / windowRows); page++) wanted.add(page)
    return [...wanted].sort((left, right) => left - right)
  }, [first, last])
  const results = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, page: page + 1, limit: windowRows }
      return {
        queryKey: callKey(record.list, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(record.list, input, { signal }),
        staleTime: 30_000,
      }
    }),
  })
  const replies = new Map(pages.map((page, index) => [page, results[index]?.data]))
  const head = replies.get(0) ?? [...replies.values()].find((reply) => reply !== undefined)
  const failed = results.find((result) => result.error instanceof CallProblem && result.error.isShown)
  return {
    total: head?.data.totalCount,
    version: head?.data.version,
    locked: head?.data.locked ?? [],
    rowAt: (index) => replies.get(Math.floor(index / windowRows))?.data.list[index % windowRows],
    loaded: [...replies.values()].flatMap((reply) => reply?.data.list ?? []),
    problem: (failed?.error as CallProblem | undefined) ?? null,
    refresh: () => void client.invalidateQueries({ queryKey: callKey(record.list) }),
  }
}
