import { platformActor, type Actor } from '../../../access/actor.ts'
import type { Db } from '../../../db/connection.ts'
import { Problem } from '../../../problem.ts'
import type { UpdateRequest } from '../../../serving/update/update-message.ts'
import type { AskUpdate } from '../../../serving/update/updates.ts'
import { RCODE } from '../../../serving/wire/wire-types.ts'
import { changeSetsBy } from '../record/record-sets.service.ts'
import { lockedRecordsOf } from '../record/record.store.ts'
import { findUsedKey, noteUse, type UsedKey } from './update-key.store.ts'
import { mayChange, readPolicy } from './update-policy.ts'
import { hostRecord, isOfApex, UpdateRefused, ZoneSets, type HostRecord } from './update-sets.ts'

type Parts = {
  db: Db
  now: () => Date
  /** Throws the Problem that stands against every write. */
  mayWrite?: (() => Promise<void>) | undefined
  log: (line: Record<string, unknown>) => void
}

/** A use is noted this much later than the one before. */
const notedAfterMs = 60_000

/** Executes updates that nodes have verified, one save for each: the same checks, limits, locks and audit as for a save of the console. */
export function executorOfUpdates(parts: Parts): AskUpdate {
  return async (request) => {
    try {
      await parts.mayWrite?.()
    } catch (error) {
      if (error instanceof Problem) return RCODE.SERVFAIL
      throw error
    }
    try {
      return await execute(parts, request)
    } catch (error) {
      parts.log({ level: 'error', event: 'dns update', error: error instanceof Error ? error.message : String(error) })
      return RCODE.SERVFAIL
    }
  }
}

async function execute({ db, now }: Parts, request: UpdateRequest): Promise<number> {
  const key = await findUsedKey(db, request.keyId)
  // The node hears of what was deleted a moment later.
  if (!key || key.domainId !== request.domainId || request.zone.toLowerCase() !== `${key.domain}.`) return RCODE.NOTAUTH
  if (key.lastUsedAt === null || now().getTime() - key.lastUsedAt.getTime() > notedAfterMs) await noteUse(db, key.id, request.client, now())
  try {
    await save(db, key, request)
    return RCODE.NOERROR
  } catch (error) {
    if (error instanceof UpdateRefused) return error.rcode
    // A lock, a limit, a record that the console would refuse too.
    if (error instanceof Problem) return error.code === 'domain_missing' ? RCODE.NOTAUTH : RCODE.REFUSED
    throw error
  }
}

async function save(db: Db, key: UsedKey, { client, prerequisites: sent, updates: wanted }: UpdateRequest): Promise<void> {
  const prerequisites = sent.map((record) => hostRecord(record, key.domain))
  const updates = wanted.map((record) => hostRecord(record, key.domain))
  const policy = readPolicy(key.policy, key.domain)
  const isAllowed = ({ host, type }: Pick<HostRecord, 'host' | 'type'>): boolean => mayChange(policy, host, type)
  // Of a whole name those types count that it has.
  if (!updates.every((one) => (one.class === 'ANY' && one.type === 'ANY') || isAllowed(one))) throw new UpdateRefused(RCODE.REFUSED)
  // Its name servers come from its settings.
  if (updates.some((one) => one.class !== 'ANY' && one.type === 'NS' && isOfApex(one.host, one.type))) throw new UpdateRefused(RCODE.REFUSED)
  const hosts = [...new Set([...prerequisites, ...updates].map(({ host }) => host))]
  await changeSetsBy(db, actorOf(key, client), { domainId: key.domainId, hosts }, (domain, records) => {
    const sets = new ZoneSets(records, lockedRecordsOf(domain))
    sets.require(prerequisites)
    for (const { host, type, class: kind } of updates) {
      const isWhole = kind === 'ANY' && type === 'ANY'
      if (isWhole && !sets.typesOf(host).every((there) => isOfApex(host, there) || isAllowed({ host, type: there }))) throw new UpdateRefused(RCODE.REFUSED)
    }
    sets.apply(updates)
    return sets.changes()
  })
}

/** The trail names the key. Where large changes wait for a second administrator, those of a key do so too: they are refused. */
function actorOf({ keyName }: UsedKey, address: string): Actor {
  return { ...platformActor(keyName), kind: 'administrator', isSuper: false, address, agent: 'DNS UPDATE' }
}
