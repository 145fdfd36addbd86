import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { counted } from '@nameplane/contract/counted'
import { change } from '../changes/change.ts'
import type { Db, Tx } from '../db/connection.ts'
import { demoOrigin } from './demo-emails.ts'
import { demoDriver } from './demo-nodes.ts'
import { demoMerchant, demoRequest } from './demo-people.ts'
import { demoOutput } from './demo-runs.ts'
import { demoSecondaries } from './demo-secondaries.ts'
import { seedActor } from './seed-actor.ts'

/** A node that has not been seen for so long does not run. */
const silentSeconds = 30
const patienceMs = 300_000

/**
 * Has running nodes stop serving every domain: moves all to the recycle bin and waits until each node has shown by its
 * answers that they are gone. Without this a node would serve removed domains until its next start.
 */
export async function unpublishAll(db: Db, progress: (line: string) => void): Promise<void> {
  await change(db, seedActor, 'domain.delete_all', async ({ tx, audit, publish, nothingChanged }) => {
    const rows = await tx.updateTable('domain').set({ deleted_at: new Date(), deleted_by: null }).where('deleted_at', 'is', null).returning('id').execute()
    if (rows.length === 0) return nothingChanged()
    audit({ type: 'domain', id: null, name: 'all domains', before: { domains: rows.length } })
    publish(rows.map((row) => row.id))
  })
  const until = Date.now() + patienceMs
  for (let said = Date.now(); ; await pause(200)) {
    const { rows } = await sql<{ pending: number }>`
      select count(*) as pending from publication join node on node.id = publication.node_id
      where live_serial is distinct from wanted_serial and node.status = 1 and node.state <> 'offline' and node.last_seen_at > now() - make_interval(secs => ${silentSeconds})`.execute(
      db,
    )
    const pending = rows[0]!.pending
    if (pending === 0) return
    if (Date.now() > until) return progress(`The running node still serves ${counted(pending, 'domain')}. Restart it.`)
    if (Date.now() - said > 5_000) {
      progress(`waiting for the node to stop serving ${counted(pending, 'domain')}`)
      said = Date.now()
    }
  }
}

/**
 * Removes all domains with records, history and figures, ordinary users, messages, what else a demo world has made up, and service groups
 * that nothing needs; administrators, settings and the audit trail stay.
 */
export async function removeAll(tx: Tx): Promise<void> {
  await sql`truncate record_change, domain_revision, record, publication, domain cascade`.execute(tx)
  await sql`truncate change_set, change_set_domain, change_set_text, change_set_watch`.execute(tx)
  await sql`truncate query_domain_minute, query_domain_hour, query_domain_day, query_sum_minute, query_sum_day, query_error_minute, query_name`.execute(tx)
  await sql`truncate message_reading, message_recipient, message, message_image`.execute(tx)
  await sql`delete from ledger_entry where payment_id in (select id from payment where merchant = ${demoMerchant})`.execute(tx)
  await tx.deleteFrom('payment').where('merchant', '=', demoMerchant).execute()
  await tx.deleteFrom('sign_in_attempt').where('request_id', '=', demoRequest).execute()
  await tx.deleteFrom('letter').where('origin', '=', demoOrigin).execute()
  await sql`delete from job_run where ${demoOutput} = any(output)`.execute(tx)
  await tx.deleteFrom('node').where('driver', '=', demoDriver).execute()
  await tx.deleteFrom('reverse_segment').execute()
  await tx.deleteFrom('vanity_nameserver').execute()
  await tx.deleteFrom('secondary').where('name', 'in', demoSecondaries).execute()
  await tx.deleteFrom('account').where('type', '<>', 1).execute()
  await sql`delete from service_group where not is_default and not exists (select from node where node.service_group_id = service_group.id)`.execute(tx)
}
