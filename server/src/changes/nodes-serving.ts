import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Condition on the table `node` of a query: it is in use and answers the questions about a domain, or about the domains of a
 * service group, whichever table of the query is named. A node without a group serves every group; nodes of the CDN answer none.
 */
export function nodesServing(what: 'domain' | 'service_group'): RawBuilder<SqlBool> {
  const group = sql.ref(what === 'domain' ? 'domain.service_group_id' : 'service_group.id')
  return sql<SqlBool>`(${isServing} and (node.service_group_id is null or node.service_group_id = ${group}))`
}

/** Condition on the table `node` of a query: it is in use and answers questions. */
export const isServing = sql<SqlBool>`(node.status = 1 and node.driver <> 'cdn')`
