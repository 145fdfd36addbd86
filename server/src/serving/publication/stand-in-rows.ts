import { sql, type RawBuilder, type SqlBool } from 'kysely'

/*
 * What nodes are given in place of records of types that only the platform knows, as rows like any other, so that every engine can
 * serve them. Each keeps the id of its record.
 */

/** Condition on the table `record` of a query: a node can serve it as it is. */
export const isServedAsItIs = sql<SqlBool>`record.type <> 'ALIAS'`

/**
 * Rows in place of the ALIAS records of these domains: the addresses of their targets; or, while there are none, the record itself, which
 * tells the node that the name exists.
 * @param domains an expression for `domain_id = …`: one id, or any of several
 */
export function aliasRows(domains: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select record.domain_id, record.id, record.host, stand_in.type, record.line, stand_in.value,
      least(record.ttl_seconds, alias_target.ttl_seconds) as "ttlSeconds", null::integer as weight
    from record
    left join alias_target on alias_target.name = lower(record.value)
    cross join lateral (
      select 'A' as type, unnest(alias_target.ipv4) as value
      union all select 'AAAA', unnest(alias_target.ipv6)
      union all select record.type, record.value where coalesce(cardinality(alias_target.ipv4) + cardinality(alias_target.ipv6), 0) = 0
    ) as stand_in
    where record.domain_id = ${domains} and record.type = 'ALIAS' and record.status = 1`
}
