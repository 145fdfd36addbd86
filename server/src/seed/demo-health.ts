import type { Actor } from '../access/actor.ts'
import type { Db } from '../db/connection.ts'
import { checkHealth, ignoreFinding } from '../features/dns/health/health.service.ts'
import { daysBefore } from './demo-past.ts'

/** A run of the health check over all domains, as it was last night; nobody outside is asked. One finding of the named domain is ignored. */
export async function plantHealth(db: Db, actor: Actor, unusualId: number, now: Date): Promise<void> {
  await checkHealth(db, { everyHours: 24, runSeconds: 600, signal: new AbortController().signal, now: () => daysBefore(now, 0.3), resolvers: [] })
  const subject = { code: 'weight_alone', host: 'pool', type: 'A', line: 'default' }
  await ignoreFinding(db, { ...actor, seededAt: daysBefore(now, 0.2) }, { id: unusualId, ...subject, reason: '第二台服务器下周上线' })
}
