import { sql, type RawBuilder } from 'kysely'

/** What the name servers of a domain follow from, besides its service group. */
type Belonging = {
  /** What the domain itself says: null where it follows its owner, empty where it has those of the service group. */
  readonly own: RawBuilder<unknown>
  readonly accountId: RawBuilder<unknown>
}

type Shown = {
  readonly nameservers: RawBuilder<string[]>
  /** The primary server of the SOA. */
  readonly mname: RawBuilder<string>
}

/** The names of a domain that are not those of its service group; null where it has those. */
function vanityNames({ own, accountId }: Belonging): RawBuilder<string[] | null> {
  return sql`nullif(coalesce(${own}, (select names from vanity_nameserver where vanity_nameserver.account_id = ${accountId})), '{}')`
}

/**
 * Columns of a query that has the table `service_group`: the name servers of a domain that belongs so, as nodes answer them and as
 * everything expects them. The first of them is the primary server, unless that of the group is none of its name servers and so hidden.
 */
export function nameserversFor(belonging: Belonging): Shown {
  const vanity = vanityNames(belonging)
  return {
    nameservers: sql<string[]>`coalesce(${vanity}, service_group.nameservers)`,
    mname: sql<string>`case when service_group.mname = any(service_group.nameservers) then coalesce((${vanity})[1], service_group.mname) else service_group.mname end`,
  }
}

/** The name servers of a domain: columns of a query that has the tables `domain` and `service_group`. */
export const domainNameservers = nameserversFor({ own: sql.ref('domain.own_nameservers'), accountId: sql.ref('domain.account_id') })
