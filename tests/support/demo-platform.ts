import { setTimeout as pause } from 'node:timers/promises'
import { changeSet } from '@nameplane/contract/dns/change-set'
import { watchLimits } from '@nameplane/contract/dns/change-set-watch'
import { domain as domains } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { job } from '@nameplane/contract/system/job'
import { startPlatform, type RunningPlatform } from './platform.ts'
import type { Variables } from './server-process.ts'

/** A platform that holds the demo world, for sweeps that need something on every screen. */
export async function startDemoPlatform(variables: Variables = {}): Promise<RunningPlatform> {
  const platform = await startPlatform({ variables, world: 'demo' })
  // A schedule is named in few words by what the platform brings, and in many by people who have theirs in another zone.
  await platform.call(job.save, { name: 'on working days', handler: 'trial_run', cron: '30 2 * * 1-5', timeZone: 'Asia/Shanghai', params: { seconds: 0 } })
  // The log of runs is filled by jobs whose time may not have come yet.
  const { data } = await platform.call(job.list, { limit: 1 })
  await platform.call(job.run, { id: data.list[0]!.id }).catch((cause: unknown) => {
    // Its time has come at this very moment.
    if (!String(cause).includes('"job_running"')) throw cause
  })
  await submitWatched(platform)
  return platform
}

/** Of bulk operations that take some milliseconds each. */
const mostLooks = 150

/** Submits a bulk operation that is watched, and one after it: undoing the last ends no watch. On a domain of its own, so that nothing shown changes. */
async function submitWatched(platform: RunningPlatform): Promise<void> {
  const name = 'watched.example'
  const { data } = await platform.call(domains.save, { domain: name })
  const add = ['192.0.2.1', '192.0.2.2'].map((value) => ({ op: 'add' as const, record: { host: 'www', type: 'A', value, ttl: 600 } }))
  await platform.call(record.apply, { domainId: data.id, changes: add })
  const asked = { domains: name, action: 'replace', find: '192.0.2.1', to: '192.0.2.3' } as const
  await platform.call(changeSet.recordUpdate, { ...asked, watchMinutes: watchLimits.minutes.most })
  await platform.call(changeSet.recordUpdate, { ...asked, find: '192.0.2.2', to: '192.0.2.4' })
  const areDone = async () => (await platform.call(changeSet.list, { limit: 2 })).data.list.every(({ state }) => state === 'done')
  for (let tries = 0; !(await areDone()); tries += 1) {
    if (tries === mostLooks) throw new Error('the bulk operations of the demo world do not come to their end')
    await pause(100)
  }
}

/** A domain of the demo world with many records that may be changed. */
export async function shownDomain(platform: RunningPlatform): Promise<{ domain: string; id: number; userId: number }> {
  const { data } = await platform.call(domains.list, { sidx: 'recordCount', order: 'desc', limit: 10 })
  // One with something on each of its pages: lines of its own, and findings of the health check.
  return data.list.find((row) => !row.isLocked && row.status === 1 && row.healthScore !== null && row.healthScore < 100)!
}

/** The path with something of the demo world in place of its parameters. */
export async function filledPath(platform: RunningPlatform, path: string): Promise<string> {
  if (!path.includes('{')) return path
  const { domain, id, userId } = await shownDomain(platform)
  const known: Readonly<Record<string, string | number>> = { domain, id, userId, method: 1 }
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (!(parameter in known)) throw new Error(`the sweep knows no value for {${parameter}} of ${path}`)
    return String(known[parameter])
  })
}
