import { useEffect, useRef, useState } from 'react'
import { mostLogged, queryLog, type LoggedQuery } from '@nameplane/contract/dns/query-log'
import type { Reply, Sent } from '@nameplane/contract/endpoint'
import { CallProblem } from '../../../api/call-problem.ts'
import { call } from '../../../api/client.ts'

export type LogFilters = Omit<Sent<typeof queryLog.list>, 'after' | 'limit'>
export type LoggingNodes = Reply<typeof queryLog.list>['data']['nodes']
type Logged = Reply<typeof queryLog.list>['data']

/** Something that is not in the log although it came between two queries that are. */
export type Gap =
  | { readonly kind: 'cut' }
  | { readonly kind: 'missed'; readonly node: string; readonly count: number }
  | { readonly kind: 'restarted'; readonly node: string }
export type LogRow = { readonly key: string; readonly query: LoggedQuery } | { readonly key: string; readonly gap: Gap }

export type FollowedLog = {
  readonly rows: readonly LogRow[]
  readonly nodes: LoggingNodes | null
  readonly problem: CallProblem | null
  readonly retry: () => void
}

const everyMs = 2_000
/** Older ones leave the page; nothing is asked for again. */
export const mostRows = 2_000

/** What a reply adds above the rows that are there. */
export function withReply(rows: readonly LogRow[], { list, nodes, isCut, after }: Logged, isFirst: boolean): readonly LogRow[] {
  const gaps: Gap[] = nodes.flatMap(({ name: node, missed, isRestarted }): Gap[] => [
    ...(isRestarted ? [{ kind: 'restarted', node } as const] : []),
    ...(missed > 0 ? [{ kind: 'missed', node, count: missed } as const] : []),
  ])
  if (isCut && !isFirst) gaps.push({ kind: 'cut' })
  if (list.length === 0 && gaps.length === 0) return rows
  const added: LogRow[] = list.map((query) => ({ key: query.key, query }))
  return [...added, ...gaps.map((gap, index) => ({ key: `${after} ${index}`, gap })), ...rows].slice(0, mostRows)
}

/** The log as it is filtered, and what comes to it while it is not paused. */
export function useQueryLog(filters: LogFilters, isPaused: boolean): FollowedLog {
  const [followed, setFollowed] = useState<Omit<FollowedLog, 'retry'>>({ rows: [], nodes: null, problem: null })
  const [round, setRound] = useState(0)
  const after = useRef('')
  const sent = JSON.stringify(filters)

  useEffect(() => {
    after.current = ''
    setFollowed({ rows: [], nodes: null, problem: null })
  }, [sent])

  useEffect(() => {
    if (isPaused && after.current !== '') return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async (): Promise<void> => {
      // A page that nobody sees asks for nothing.
      if (document.visibilityState === 'visible') {
        const from = after.current
        try {
          const { data } = await call(queryLog.list, { ...(JSON.parse(sent) as LogFilters), after: from, limit: mostLogged }, { signal: leaving.signal })
          if (leaving.signal.aborted) return
          after.current = data.after
          setFollowed(({ rows }) => ({ rows: withReply(from === '' ? [] : rows, data, from === ''), nodes: data.nodes, problem: null }))
        } catch (cause) {
          if (leaving.signal.aborted) return
          if (!(cause instanceof CallProblem)) throw cause
          if (cause.isShown) setFollowed((now) => ({ ...now, problem: cause }))
          return
        }
      }
      if (!isPaused) timer = setTimeout(() => void read(), everyMs)
    }
    void read()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [sent, isPaused, round])

  return { ...followed, retry: () => setRound((now) => now + 1) }
}

export type NameGroup = { name: string; count: number; types: string[]; rcodes: string[]; last: string }

/** The queries that are shown, by name; those asked for most first. */
export function byName(rows: readonly LogRow[]): NameGroup[] {
  const groups = new Map<string, NameGroup>()
  for (const row of rows) {
    if (!('query' in row)) continue
    const { name, type, rcode, time } = row.query
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { name, count: 1, types: [type], rcodes: [rcode], last: time })
    else {
      group.count += 1
      if (!group.types.includes(type)) group.types.push(type)
      if (!group.rcodes.includes(rcode)) group.rcodes.push(rcode)
    }
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
