import { sql, type RawBuilder } from 'kysely'
import type { search } from '@nameplane/contract/home/search'
import type { Answered } from '@nameplane/contract/endpoint'
import { parseCidr } from '@nameplane/dns-text/addresses'
import type { Db } from '../../../db/connection.ts'
import { containing } from '../../../db/containing.ts'
import { placesOf } from '../../../db/full-names.ts'
import { accountWithin, domainWithin, type AccessScope } from '../../../access/access-scope.ts'

type Found = Answered<typeof search.find>['data']

/** Rows of each kind: a palette shows what can be taken in at a glance. */
const few = 8
const shortestValue = 3

/** Domains whose name, in either spelling, holds the text, those that begin with it first; then those in which it is the full name of a host. */
export async function findDomains(db: Db, accessScope: AccessScope, text: string): Promise<Found['domains']> {
  // Names are kept in the lower case of names (dns-text/idn.ts).
  const pattern = containing(text.toLowerCase())
  const zones = placesOf(text).map(({ zone }) => zone)
  const rows = await db
    .selectFrom('domain')
    .select(['id', 'account_id', 'name', 'unicode_name'])
    .where('deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .where((of) => of.or([of('name', 'like', pattern), of('unicode_name', 'like', pattern), of('name', '=', sql<string>`any(${zones}::text[])`)]))
    .orderBy(sql`array_position(${zones}::text[], name) nulls first`)
    .orderBy((of) => of.fn('strpos', ['unicode_name', of.val(text.toLowerCase())]))
    .orderBy(sql`length(name)`)
    .orderBy('id')
    .limit(few)
    .execute()
  return rows.map((row) => ({ id: row.id, userId: row.account_id, domain: row.name, unicodeName: row.unicode_name }))
}

/** Records whose address lies in the network or is the address; for any other text, those of that full name, then of that host, then those whose value holds it. */
export async function findRecords(db: Db, accessScope: AccessScope, text: string): Promise<Found['records']> {
  const network = networkOf(text)
  const found = new Map<number, Found['records'][number]>()
  for (const condition of network === null ? namedBy(text) : [sql<boolean>`record.type in ('A', 'AAAA') and record.value::inet <<= ${network}::inet`])
    if (found.size < few) for (const row of await recordsWhere(db, accessScope, condition)) found.set(row.id, row)
  return [...found.values()].slice(0, few)
}

/** What a text may be of a record, the most exact first; each is found by an index of its own. */
function namedBy(text: string): RawBuilder<boolean>[] {
  const places = placesOf(text)
  return [
    ...(places.length === 0 ? [] : [sql<boolean>`(domain.name, record.host) in (${sql.join(places.map(({ zone, host }) => sql`(${zone}, ${host})`))})`]),
    sql<boolean>`record.host = ${text.toLowerCase()}`,
    // The index over values knows three letters and more; fewer would have millions of values read.
    ...(text.length < shortestValue ? [] : [sql<boolean>`record.value ilike ${containing(text)}`]),
  ]
}

async function recordsWhere(db: Db, accessScope: AccessScope, condition: RawBuilder<boolean>): Promise<Found['records']> {
  const rows = await db
    .selectFrom('record')
    .innerJoin('domain', 'domain.id', 'record.domain_id')
    .select(['record.id', 'domain_id', 'account_id', 'name', 'host', 'record.type', 'line', 'value'])
    .where('domain.deleted_at', 'is', null)
    .where(domainWithin(accessScope))
    .where(condition)
    .limit(few)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    domainId: row.domain_id,
    userId: row.account_id,
    domain: row.name,
    host: row.host,
    type: row.type,
    line: row.line,
    value: row.value,
  }))
}

export async function findAccounts(db: Db, accessScope: AccessScope, text: string): Promise<Found['accounts']> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'type'])
    .where('username', 'ilike', containing(text))
    .where(accountWithin(accessScope))
    .orderBy('username')
    .limit(few)
    .execute()
  return rows.map((row) => ({ id: row.id, username: row.username, kind: row.type === 1 ? 'administrator' : 'user' }))
}

/** The network or address that the text writes, or null. */
function networkOf(text: string): string | null {
  try {
    parseCidr(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)
    return text
  } catch {
    return null
  }
}
