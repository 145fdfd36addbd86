import type { Pool } from 'pg'
import { nsCheck } from '@nameplane/contract/system/settings/ns-check'
import { platformActor } from '../../access/actor.ts'
import { change } from '../../changes/change.ts'
import { publicationChannel } from '../../changes/publication.ts'
import type { Db } from '../../db/connection.ts'
import { listenTo } from '../../db/notifications.ts'
import { readSettingOrDefault } from '../../settings/settings.ts'
import { addressesFrom, type AskAddresses } from './alias-resolver.ts'
import { isAnsweredOtherwise, stateAfter } from './alias-state.ts'
import { domainsPointingTo, noteAsked, noteNewTargets, takeDueTargets, untilNextTarget, type AskedTarget, type DueTarget } from './alias-targets.store.ts'

export type AliasFollower = { stop(): Promise<void> }

/** Targets asked about in one go, and how many of them at the same time. */
const roundSize = 200
const askedAtOnce = 32
/** Without a notification the loop looks again after this long. */
const idleMs = 5_000
/** Between one look and the next, however many saves there are. */
const pauseMs = 100

const actor = platformActor('alias')

/**
 * Follows the targets of ALIAS records: asks resolvers about those that are due and, right after a save, about new ones, and has the
 * domains published whose answers are others now (docs/decisions/alias.md). Any number of processes may do so at once.
 */
export function followAliases({ db, pool, log }: { db: Db; pool: Pool; log: (line: Record<string, unknown>) => void }): AliasFollower {
  let isStopped = false
  let isWoken = false
  let wakeLoop: () => void = () => {}
  const wake = (): void => {
    isWoken = true
    wakeLoop()
  }

  async function rest(ms: number, endsEarly: boolean): Promise<void> {
    if (isStopped || (endsEarly && isWoken)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeLoop = () => {
        if (!endsEarly && !isStopped) return
        clearTimeout(timer)
        resolve()
      }
    })
    wakeLoop = () => {}
  }

  const loop = (async () => {
    while (!isStopped) {
      isWoken = false
      let waitMs = idleMs
      try {
        await noteNewTargets(db)
        while (!isStopped && (await askRound(db))) isWoken = false
        waitMs = Math.min(Math.max((await untilNextTarget(db)) ?? idleMs, 0), idleMs)
      } catch (error) {
        log({ level: 'error', event: 'targets of ALIAS records not followed', error: error instanceof Error ? error.message : String(error) })
      }
      await rest(pauseMs, false)
      await rest(waitMs, true)
    }
  })()

  // Every save ends with a notification here, that of an ALIAS record too.
  const listening = listenTo(pool, publicationChannel, {
    notice: wake,
    gap: wake,
    unheard: (error) => log({ level: 'warn', event: 'notifications not received', error: error instanceof Error ? error.message : String(error) }),
  })
  return {
    async stop() {
      isStopped = true
      wake()
      await loop
      await listening.stop()
    },
  }
}

/** Asks about targets that are due, and notes what was said. Answers whether more may be due. */
async function askRound(db: Db): Promise<boolean> {
  const due = await takeDueTargets(db, roundSize)
  if (due.length === 0) return false
  const ask = addressesFrom((await readSettingOrDefault(db, nsCheck)).resolvers)
  const waiting = [...due]
  const changed: AskedTarget[] = []
  const unchanged: AskedTarget[] = []
  await Promise.all(
    Array.from({ length: Math.min(askedAtOnce, waiting.length) }, async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) {
        const asked = await askAbout(ask, target)
        ;(isAnsweredOtherwise(target.state, asked.state) ? changed : unchanged).push(asked)
      }
    }),
  )
  if (unchanged.length > 0) await noteAsked(db, unchanged)
  if (changed.length > 0) await publishChanged(db, changed)
  return due.length === roundSize
}

async function askAbout(ask: AskAddresses, { name, state, now }: DueTarget): Promise<AskedTarget> {
  return { name, ...stateAfter(state, await ask(name), now) }
}

/** In one transaction: whoever reads a domain at its new serial reads the new addresses. */
async function publishChanged(db: Db, changed: readonly AskedTarget[]): Promise<void> {
  await change(db, actor, 'alias.follow', async ({ tx, publish, isObserved }) => {
    await noteAsked(tx, changed)
    publish(
      await domainsPointingTo(
        tx,
        changed.map(({ name }) => name),
      ),
    )
    isObserved()
  })
}
