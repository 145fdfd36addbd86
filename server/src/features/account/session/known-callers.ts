import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { onChange } from '../../../changes/change.ts'
import { listenTo } from '../../../db/notifications.ts'
import type { Authenticate } from '../../../http/server.ts'
import { steadyNow } from '../../../time/steady-time.ts'
import { findCaller, presentedBy, type Caller } from './session.service.ts'

const channel = 'nameplane_access'
/** Callers that are kept; the one that was found first goes first. */
const mostKept = 10_000

/** So long what was last heard on the channel proves that a change would have been heard too. */
const provenForMs = 1_000

/** Finds who makes requests, and keeps those it found for as long as nothing says otherwise. */
export type KnownCallers = { readonly authenticate: Authenticate; stop(): Promise<void> }

/**
 * A caller is looked up once a minute, when its use has to be noted, and whenever something was changed that could decide who it is
 * or what it may do: the database says so on a channel, whoever changed it, and this process hears of its own changes before their
 * answer leaves. Nobody is known while the channel has been silent for a second. Strangers never are: what they send is no key of
 * ours.
 */
export function keepKnownCallers(pool: Pool, unheard: (error: unknown) => void): KnownCallers {
  const kept = new Map<string, { caller: Caller; until: Date }>()
  // Rises whenever everything is forgotten: what was being looked up then may be of before.
  let era = 0
  const forget = (): void => {
    era += 1
    kept.clear()
  }
  const stopHearing = onChange((action) => void (isAboutRecords(action) || forget()))

  let heardAt = -Infinity
  let askChannel: (() => Promise<unknown>) | null = null
  let isAsked = false
  const listening = listenTo(pool, channel, {
    notice: forget,
    gap: (ask) => {
      forget()
      heardAt = performance.now()
      askChannel = () => ask('select 1', [])
    },
    unheard,
  })
  function isChannelHeard(): boolean {
    const silentMs = performance.now() - heardAt
    if (silentMs > provenForMs / 2 && askChannel && !isAsked) {
      isAsked = true
      const askedAt = performance.now()
      // A connection that is gone answers nothing; the next one says that there was a gap.
      askChannel()
        .then(
          () => void (heardAt = Math.max(heardAt, askedAt)),
          () => {},
        )
        .finally(() => void (isAsked = false))
    }
    return silentMs < provenForMs
  }

  return {
    authenticate: async (request, db) => {
      const key = keyOf(request)
      if (key === null) return null
      const isHeard = isChannelHeard()
      const known = kept.get(key)
      if (isHeard && known && known.until > steadyNow()) return known.caller
      // Also where looking fails: who cannot be found now is not known until they can.
      kept.delete(key)
      const eraOfReading = era
      const found = await findCaller(request, db)
      if (found && found.until !== null && era === eraOfReading) {
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
        kept.set(key, { caller: found.caller, until: found.until })
      }
      return found?.caller ?? null
    },
    stop: async () => {
      stopHearing()
      await listening.stop()
    },
  }
}

/** Changes of records are the most frequent ones and give nobody anything. */
function isAboutRecords(action: string): boolean {
  return action.startsWith('record.')
}

/** What a request presents, and from where: rules say from which networks; null when it presents nothing. */
function keyOf(request: FastifyRequest): string | null {
  const presented = presentedBy(request)
  if (presented === null) return null
  return createHash('sha256')
    .update(JSON.stringify([presented, request.ip]))
    .digest('base64')
}
