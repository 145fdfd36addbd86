import { sql, type RawBuilder } from 'kysely'
import { readAddressFilter } from '@nameplane/contract/dns/log-address'
import { startingWith } from '../../../db/containing.ts'

/** Condition on the column `address` of a log; none where nothing is asked for. */
export function addressConditions(address: string | undefined): RawBuilder<unknown>[] {
  const filter = address ? readAddressFilter(address) : null
  if (!filter) return []
  return 'network' in filter ? [sql`address_of(address) <<= ${filter.network}::inet`] : [sql`address like ${startingWith(filter.beginning)}`]
}
