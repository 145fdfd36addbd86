import { useEffect, useRef } from 'react'
import { changeSet, type ChangeSet } from '@nameplane/contract/dns/change-set'
import { callKey, queryClient, useCall } from '../../../api/queries.ts'

const liveEverySeconds = 1
/** Nodes tell what they counted every five seconds. */
const watchedEverySeconds = 5

/** How often a set is asked for again, as long as there is something to come; null once it is over. */
export function lookEverySeconds({ state, waiting, watchState }: Pick<ChangeSet, 'state' | 'waiting' | 'watchState'>): number | null {
  // Its last domain ends a moment before the set itself does.
  if (waiting > 0 || state === 'running') return liveEverySeconds
  // It is seen to begin, and what undoes it to end.
  const isWatched = watchState === 'pending' || watchState === 'watching' || (watchState === 'reverted' && state !== 'undone')
  return isWatched ? watchedEverySeconds : null
}

/** A set as it goes on. Its domains, and the list behind it, are read again whenever it has moved on. */
export function useFollowedSet(id: number) {
  const { reply, problem, refresh } = useCall(changeSet.detail, { id })
  const everySeconds = lookEverySeconds(reply?.data ?? { state: 'done', waiting: 0, watchState: null })
  // The same cached reply, asked for again while there is something to come.
  useCall(changeSet.detail, everySeconds === null ? null : { id }, { everySeconds: everySeconds ?? liveEverySeconds })
  const set = reply?.data
  const reached = set && [set.state, set.watchState, set.waiting, set.done, set.undone, set.failed, set.cancelled].join()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const isFurther = shown.current !== undefined && shown.current !== reached
    shown.current = reached
    if (isFurther) for (const stale of [changeSet.rows, changeSet.list]) void queryClient.invalidateQueries({ queryKey: callKey(stale) })
  }, [reached])
  return { set, problem, refresh }
}
