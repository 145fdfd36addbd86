import { sql, type RawBuilder } from 'kysely'
import type { ZoneLineSource } from '../lines/zone-lines.ts'

/**
 * The lines of a domain's own, as nodes are given them: null where it has none.
 * @param domainId an expression for the id of the domain
 */
export function zoneLines(domainId: RawBuilder<unknown>): RawBuilder<readonly ZoneLineSource[] | null> {
  return sql<readonly ZoneLineSource[] | null>`(
    select json_agg(json_build_object('code', 'custom_' || custom_line.id, 'ranges', string_to_array(custom_line.segments, chr(10))) order by custom_line.id)
    from custom_line where custom_line.domain_id = ${domainId}
  )`
}
