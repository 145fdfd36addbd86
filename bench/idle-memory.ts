import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { dashboard } from '@nameplane/contract/home/dashboard'
import { domain } from '@nameplane/contract/dns/domain'
import { startPlatform } from '../tests/support/platform.ts'
import { familyOf } from '../tests/support/server-process.ts'
import type { Comparison } from './comparison.ts'

/*
 * What `npm start` takes with the demo world: its starter, the platform, the node and PostgreSQL with all its processes, once some
 * people have used the console and gone.
 */
const budgetMegabytes = 500
const rounds = 100
/** Longer than connections to the database are kept for nothing. */
const idleMs = 40_000

export async function idleMemory(): Promise<Comparison[]> {
  const platform = await startPlatform({ world: 'demo', program: 'tools/start.mjs' })
  try {
    for (let round = 0; round < rounds; round += 1) {
      await platform.call(dashboard.chart, {})
      await platform.call(domain.list, {})
    }
    for (const path of ['sys_login_captcha.jpg?uuid=one', 'api/docs']) await (await fetch(`${platform.url}${path}`)).arrayBuffer()
    await pause(idleMs)
    const ours = (await heldBytes(await familyOf(platform.server.pid))) / 2 ** 20
    return [
      {
        name: 'idle with the demo world after some use, all processes and PostgreSQL together',
        unit: 'MB',
        ours,
        peer: budgetMegabytes,
        ratio: ours / budgetMegabytes,
        peerName: 'its budget',
        budget: 1,
      },
    ]
  } finally {
    await platform.stop()
  }
}

/** Memory of these processes together: what is their own, and once what several of them have mapped, whoever else has it too. */
async function heldBytes(pids: readonly number[]): Promise<number> {
  let own = 0
  const shared = new Map<string, number>()
  for (const pid of pids) {
    const mapped = new Map<string, number>()
    for (const part of (await readFile(`/proc/${pid}/smaps`, 'utf8')).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
      const path = /^\S+ \S+ \S+ \S+ \S+ +(\/.*)$/m.exec(part)?.[1]
      const bytesOf = (name: string): number => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(part)?.[1] ?? 0) * 1024
      const isShared = path !== undefined
      // What was written of a private mapping is anonymous; of shared memory nothing is.
      own += isShared ? bytesOf('Anonymous') : bytesOf('Rss')
      if (isShared) mapped.set(path, (mapped.get(path) ?? 0) + bytesOf('Rss') - bytesOf('Anonymous'))
    }
    for (const [path, bytes] of mapped) shared.set(path, Math.max(shared.get(path) ?? 0, bytes))
  }
  return own + [...shared.values()].reduce((sum, bytes) => sum + bytes, 0)
}
