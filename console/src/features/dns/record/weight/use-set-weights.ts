import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { record } from '@nameplane/contract/dns/record'
import { call } from '../../../../api/client.ts'
import { callKey } from '../../../../api/queries.ts'
import type { Tray } from '../tray/tray.ts'
import { savedSetsOf, setKeyOf, setsAfter, unknownSetsOf, type SetWeights } from './weight-share.ts'

/** A pasted column of thousands of weights asks for no more sets than a screen shows. */
const mostAsked = 40

/** The sets as the tray leaves them. What the list does not tell of is asked for: a new record's set may stand pages away. */
export function useSetWeights(domainId: number, listed: ReadonlyMap<string, SetWeights>, tray: Tray): ReadonlyMap<string, SetWeights> {
  const unknown = useMemo(() => unknownSetsOf(listed, tray).slice(0, mostAsked), [listed, tray])
  const asked = useQueries({
    queries: unknown.map((set) => {
      const input = { domainId, ...set, limit: 1 }
      return {
        queryKey: callKey(record.list, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(record.list, input, { signal }),
        staleTime: 30_000,
      }
    }),
    combine: (results) => results.map((result) => result.data?.data),
  })
  return useMemo(() => {
    const saved = new Map(listed)
    asked.forEach((reply, index) => {
      const name = unknown[index]
      if (!reply || !name) return
      const key = setKeyOf(name)
      saved.set(key, savedSetsOf(reply.list, reply.sets).get(key) ?? { served: 0, weighted: 0, weightSum: 0 })
    })
    return setsAfter(saved, tray)
  }, [listed, asked, unknown, tray])
}
