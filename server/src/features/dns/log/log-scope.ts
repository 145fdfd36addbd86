import { sql, type RawBuilder } from 'kysely'
import { accountWithin, domainWithin, groupWithin, type AccessScope } from '../../../access/access-scope.ts'

/*
 * Whose entries somebody reads: those about domains, service groups and accounts within reach, and what accounts within reach
 * did to anything else. Of a change set is told where one of its domains lies within reach, as in the list of sets.
 * What is gone from the database lies within nobody's reach but that of who reaches everything.
 */

type Columns = { type: RawBuilder<unknown>; target: RawBuilder<unknown>; actor: RawBuilder<unknown> }

function within(accessScope: AccessScope, { type, target, actor }: Columns): RawBuilder<unknown> {
  const account = (id: RawBuilder<unknown>) => sql`exists (select from account where account.id = ${id} and ${accountWithin(accessScope)})`
  const rows = sql`select from change_set_domain as part left join domain on domain.id = part.domain_id where part.change_set_id = ${target}`
  return sql`case
    when ${target} is null then ${account(actor)}
    when ${type} in ('domain', 'record') then exists (select from domain where domain.id = ${target} and ${domainWithin(accessScope)})
    when ${type} = 'service_group' then exists (select from service_group where service_group.id = ${target} and ${groupWithin(accessScope)})
    when ${type} in ('account', 'admin', 'user') then ${account(target)}
    when ${type} = 'change_set' then ${account(actor)} and (
      exists (${rows} and ${domainWithin(accessScope)}) or not exists (${rows} and part.domain_id is not null)
    )
    else ${account(actor)}
  end`
}

/** Condition on `audit_entry`. */
export function entryWithin(accessScope: AccessScope): RawBuilder<unknown> {
  if (accessScope === 'all') return sql`true`
  const actor = sql`coalesce(audit_entry.acting_as_id, audit_entry.actor_id)`
  return within(accessScope, { type: sql`audit_entry.target_type`, target: sql`audit_entry.target_id`, actor })
}

/** Condition on `refused_write`, whose action says what it is about. */
export function refusalWithin(accessScope: AccessScope): RawBuilder<unknown> {
  if (accessScope === 'all') return sql`true`
  const actor = sql`coalesce(refused_write.acting_as_id, refused_write.actor_id)`
  return within(accessScope, { type: sql`split_part(refused_write.action, '.', 1)`, target: sql`refused_write.target_id`, actor })
}

/** Condition on `sign_in_attempt`; a name that is nobody's lies within nobody's reach. */
export function signInWithin(accessScope: AccessScope): RawBuilder<unknown> {
  if (accessScope === 'all') return sql`true`
  return sql`exists (select from account where account.id = sign_in_attempt.account_id and ${accountWithin(accessScope)})`
}
