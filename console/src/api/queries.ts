/*
 * Calls as screens use them; nothing here throws into a component.
 *
 *   const { reply, problem, isLoading, refresh } = useCall(domain.list, { page: 1 })     // null instead of an input: not yet
 *   const remove = useChange(domain.delete, { invalidates: [domain.list], success: 'deleted' })
 *   const outcome = await remove.run({ ids: '1,2' })                                      // outcome.isDone, outcome.reply | outcome.problem
 *
 * A problem of `useCall` is shown in place by the screen. A problem of `useChange` is shown as a toast, unless the change
 * says `shownIn: 'form'`: then the form shows `change.problem` beside its fields or above its buttons.
 */
import { config } from 'zod/mini'
import { CancelledError, QueryClient, keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, Reply, Sent } from '@nameplane/contract/endpoint'
import { currentLanguage } from '../i18n/language.ts'
import { textsIn, type Translated } from '../i18n/messages.ts'
import { CallProblem } from './call-problem.ts'
import { call, onPendingCallsCancelled } from './client.ts'
import { onSessionRemoved } from './session-store.ts'
import { noticeError, noticeSuccess } from './notices.ts'
import { callProblemText } from './problem-text.ts'
import { successMessages } from './success-messages.ts'

// The policy forbids evaluating text as code; zod must not even try.
config({ jitless: true })

/** No retries and no silent refetches: a problem shows at once, with a button to try again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always', staleTime: 0, gcTime: 5 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// A query cut off by a change of path goes back to what it was; it is no error of the screen that shows it next.
onPendingCallsCancelled(() => void queryClient.cancelQueries({ fetchStatus: 'fetching' }, { silent: true, revert: true }))

/** The key of a call's cached reply; its first part alone covers every input. */
export function callKey(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

// The next one to sign in sees nothing of what the last one read.
onSessionRemoved(() => queryClient.clear())

export type CallState<E extends Endpoint> = {
  reply: (Reply<E> & { msg: string }) | undefined
  problem: CallProblem | null
  /** Nothing to show yet. */
  isLoading: boolean
  /** Something is shown while a newer answer is on its way. */
  isRefreshing: boolean
  /** The reply belongs to an earlier input (only with `keepsPrevious`). */
  isPrevious: boolean
  refresh: () => Promise<void>
}

export type CallChoices<E extends Endpoint = Endpoint> = {
  /** Goes on showing the last reply while the input changes: for pages of a list. */
  keepsPrevious?: boolean
  /** Asks again and again while the screen is in view, as often as the last reply says. */
  everySeconds?: number | ((reply: Reply<E> | undefined) => number)
  /** A reply younger than this is shown without asking again. */
  freshSeconds?: number
}

/** How an input's reply is read and kept. */
function queryOf<E extends Endpoint>(endpoint: E, input: Sent<E>) {
  return {
    queryKey: callKey(endpoint, input),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Reply<E> & { msg: string }> => {
      try {
        return await call(endpoint, input, { signal })
      } catch (cause) {
        if (cause instanceof CallProblem && cause.kind === 'cancelled') throw new CancelledError({ silent: true, revert: true })
        throw cause
      }
    },
  }
}

/** Reads for several inputs: their replies in that order, null for what was refused; null as a whole until the last is there. */
export function useCalls<E extends Endpoint>(endpoint: E, inputs: readonly Sent<E>[]): readonly (Reply<E> | null)[] | null {
  const queries = useQueries({ queries: inputs.map((input) => queryOf(endpoint, input)) })
  return queries.some(({ isPending }) => isPending) ? null : queries.map(({ data }) => data ?? null)
}

/** Reads: the endpoint's reply for this input, cached by it. `null` waits. */
export function useCall<E extends Endpoint>(endpoint: E, input: Sent<E> | null, choices: CallChoices<E> = {}): CallState<E> {
  const { everySeconds } = choices
  const query = useQuery<Reply<E> & { msg: string }, Error>({
    ...queryOf(endpoint, input as Sent<E>),
    enabled: input !== null,
    ...(choices.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(everySeconds === undefined
      ? {}
      : {
          // What was said before a refusal is no reason to ask sooner.
          refetchInterval: ({ state: { data, error } }) => 1000 * (typeof everySeconds === 'number' ? everySeconds : everySeconds(error ? undefined : data)),
        }),
    ...(choices.freshSeconds === undefined ? {} : { staleTime: choices.freshSeconds * 1000 }),
  })
  const { refetch } = query
  const refresh = useCallback(async () => {
    await refetch({ cancelRefetch: true })
  }, [refetch])
  return {
    reply: query.data,
    problem: query.error instanceof CallProblem ? query.error : null,
    isLoading: query.isPending,
    isRefreshing: query.isFetching && !query.isPending,
    isPrevious: query.isPlaceholderData,
    refresh,
  }
}

export type Outcome<E extends Endpoint> = { isDone: true; reply: Reply<E> & { msg: string } } | { isDone: false; problem: CallProblem }

export type SuccessWord = keyof Translated<(typeof successMessages)['zh']>

export type ChangeChoices = { shownIn?: 'toast' | 'form' } & (
  | {
      /** Endpoints whose cached replies the change makes old. */
      invalidates: readonly Endpoint[]
      /** What a change that went well says; null where something else says it. */
      success: SuccessWord | null
    }
  | { invalidates?: undefined; success?: SuccessWord }
)

export type Change<E extends Endpoint> = {
  run: (input: Sent<E>) => Promise<Outcome<E>>
  isRunning: boolean
  /** Why the last run failed, until the next one or `forget`. */
  problem: CallProblem | null
  forget: () => void
}

/** Writes: runs once per click, refreshes what it makes old, and says how it went. */
export function useChange<E extends Endpoint>(endpoint: E, choices: ChangeChoices = {}): Change<E> {
  const client = useQueryClient()
  const { invalidates = [], success, shownIn = 'toast' } = choices
  const mutation = useMutation<Reply<E> & { msg: string }, Error, Sent<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async () => {
      if (success) noticeSuccess(textsIn(successMessages, currentLanguage())[success])
      await Promise.all(invalidates.map((stale) => client.invalidateQueries({ queryKey: callKey(stale) })))
    },
    onError: (cause) => {
      if (shownIn === 'toast' && cause instanceof CallProblem && cause.isShown) showProblem(cause)
    },
  })
  const { mutateAsync, reset } = mutation
  const run = useCallback(
    async (input: Sent<E>): Promise<Outcome<E>> => {
      try {
        return { isDone: true, reply: await mutateAsync(input) }
      } catch (cause) {
        if (cause instanceof CallProblem) return { isDone: false, problem: cause }
        throw cause
      }
    },
    [mutateAsync],
  )
  return { run, isRunning: mutation.isPending, problem: mutation.error instanceof CallProblem && mutation.error.isShown ? mutation.error : null, forget: reset }
}

/** Shows a problem as the toast of spec point 8. */
export function showProblem(problem: CallProblem): void {
  noticeError(callProblemText(problem, currentLanguage()), problem.kind === 'refused' ? null : problem.requestId)
}
