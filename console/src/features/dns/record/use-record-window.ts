import { useMemo } from 'react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { AliasTarget } from '@nameplane/contract/dns/alias-target'
import { record } from '@nameplane/contract/dns/record'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../api/call-problem.ts'
import { call } from '../../../api/client.ts'
import { callKey } from '../../../api/queries.ts'
import type { RecordRow } from './tray/tray.ts'
import { savedSetsOf, type SetWeights } from './weight/weight-share.ts'

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
  /** What the weights of the sets of loaded rows come to, by their keys. */
  sets: ReadonlyMap<string, SetWeights>
  /** What is known of the targets of loaded ALIAS records, by their names. */
  aliasTargets: ReadonlyMap<string, AliasTarget>
  problem: CallProblem | null
  refresh: () => void
}

type Asked = { data: ListReply | undefined; error: Error | null }

/** One function for all drawings, so that what it gives is the same until an answer changes. */
function answersOf(asked: readonly Asked[]): { answered: readonly (ListReply['data'] | undefined)[]; problem: CallProblem | null } {
  const problem = asked.map(({ error }) => error).find((error) => error instanceof CallProblem && error.isShown)
  return { answered: asked.map(({ data }) => data?.data), problem: problem instanceof CallProblem ? problem : null }
}

/** A new target is asked about within a second of the save. */
const aliasLookMs = 1_000

/** Is there an ALIAS whose target nobody has asked about yet? */
function isWaitingForAlias(reply: ListReply | undefined): boolean {
  if (reply === undefined) return false
  const asked = new Set(reply.data.aliasTargets.flatMap(({ name, askedAt }) => (askedAt === null ? [] : [name])))
  return reply.data.list.some(({ type, value, status }) => type === 'ALIAS' && status === 1 && !asked.has(value.toLowerCase()))
}

/** The part of a long list that is in view: pages are asked for as they are scrolled to, so 100,000 rows cost as little as 100. */
export function useRecordWindow(query: RecordQuery, first: number, last: number): RecordWindow {
  const client = useQueryClient()
  const pages = useMemo(() => {
    const wanted = new Set([0])
    for (let page = Math.floor(first / windowRows); page <= Math.floor(last / windowRows); page++) wanted.add(page)
    return [...wanted].sort((left, right) => left - right)
  }, [first, last])
  const { answered, problem } = useQueries({
    queries: pages.map((page) => {
      const input = { ...query, page: page + 1, limit: windowRows }
      return {
        queryKey: callKey(record.list, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(record.list, input, { signal }),
        staleTime: 30_000,
        refetchInterval: ({ state }: { state: { data: ListReply | undefined } }) => (isWaitingForAlias(state.data) ? aliasLookMs : false),
      }
    }),
    combine: answersOf,
  })
  const head = answered[pages.indexOf(0)] ?? answered.find((reply) => reply !== undefined)
  const loaded = useMemo(() => answered.flatMap((reply) => reply?.list ?? []), [answered])
  const sets = useMemo(
    () =>
      savedSetsOf(
        loaded,
        answered.flatMap((reply) => reply?.sets ?? []),
      ),
    [loaded, answered],
  )
  const aliasTargets = useMemo(() => new Map(answered.flatMap((reply) => reply?.aliasTargets ?? []).map((target) => [target.name, target])), [answered])
  return {
    total: head?.totalCount,
    version: head?.version,
    locked: head?.locked ?? [],
    rowAt: (index) => answered[pages.indexOf(Math.floor(index / windowRows))]?.list[index % windowRows],
    loaded,
    sets,
    aliasTargets,
    problem,
    refresh: () => void client.invalidateQueries({ queryKey: callKey(record.list) }),
  }
}
