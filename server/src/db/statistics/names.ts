import { sql } from 'kysely'
import type { Db, Tx } from '../connection.ts'
import { ensurePartitions, monthOf } from './partitions.ts'
import { addTo, mostKept } from './split.ts'

/*
 * Answers by name. While an hour runs, a domain's row has the names as they are; once it has ended, the largest are numbers of a list
 * that the domain has for each month. The list has a bound, since a domain may have any number of names: what finds no room in it is
 * counted in the answers alone.
 */

/** While an hour runs. */
const mostRunning = { names: 100, characters: 4_000 }
/** Of the list of a month: so many at its start and so many more each day, so that a name that is new to the largest finds room. */
const mostListed = { names: 20, eachDay: 1, characters: 2_000 }

/** The largest first, and of those alike always the same. */
function largestOf(names: ReadonlyMap<string, number>, most: number): [name: string, answers: number][] {
  return [...names].sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1)).slice(0, most)
}

/** Names and their answers as the row of a running hour has them. Names are in presentation form, in which no space is (RFC 1035 §5.1). */
export function packNames(names: ReadonlyMap<string, number>): string | null {
  if (names.size === 0) return null
  const whole = names.size > mostRunning.names ? '' : textOf(names)
  if (whole !== '' && whole.length <= mostRunning.characters) return whole
  let characters = 0
  return textOf(largestOf(names, mostRunning.names).filter(([name]) => (characters += name.length + 10) <= mostRunning.characters))
}

function textOf(names: Iterable<readonly [name: string, answers: number]>): string {
  let text = ''
  for (const [name, answers] of names) text += `${text === '' ? '' : ' '}${name} ${answers}`
  return text
}

export function unpackNames(text: string | null): Map<string, number> {
  const names = new Map<string, number>()
  const parts = text === null ? [] : text.split(' ')
  for (let at = 0; at + 1 < parts.length; at += 2) addTo(names, parts[at]!, Number(parts[at + 1]))
  return names
}

/** Puts the largest names of some domains in an hour into their lists of the month, and gives the answers by their numbers. */
export async function numberNames(
  tx: Tx,
  hour: Date,
  rows: readonly { readonly domain_id: number; readonly names: string | null }[],
): Promise<Map<number, Map<number, number>>> {
  const named = rows.filter(({ names }) => names !== null)
  const numbered = new Map<number, Map<number, number>>()
  if (named.length === 0) return numbered
  const month = monthOf(hour)
  await ensurePartitions(tx, 'query_name', [month])
  await sql`lock table query_name in share row exclusive mode`.execute(tx)
  const lists = await listsOf(tx, month, [...new Set(named.map(({ domain_id }) => domain_id))])
  const changed = new Set<number>()
  const most = mostListed.names + mostListed.eachDay * hour.getUTCDate()
  for (const { domain_id, names } of named) {
    const list = lists.get(domain_id) ?? []
    lists.set(domain_id, list)
    let characters = list.reduce((sum, name) => sum + name.length + 1, 0)
    const counts = numbered.get(domain_id) ?? new Map<number, number>()
    numbered.set(domain_id, counts)
    for (const [name, answers] of largestOf(unpackNames(names), mostKept)) {
      let number = list.indexOf(name)
      if (number < 0) {
        characters += name.length + 1
        if (list.length >= most || characters > mostListed.characters) continue
        number = list.push(name) - 1
        changed.add(domain_id)
      }
      addTo(counts, number, answers)
    }
  }
  const ids = [...changed]
  const texts = ids.map((id) => lists.get(id)!.join(' '))
  await sql`
    insert into query_name (at, domain_id, names) select ${month}::timestamptz, * from unnest(${ids}::bigint[], ${texts}::text[])
    on conflict (at, domain_id) do update set names = excluded.names`.execute(tx)
  return numbered
}

async function listsOf(db: Db, month: Date, ids: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ domain_id: number; names: string }>`
    select domain_id, names from query_name where at = ${month} and domain_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ domain_id, names }) => [domain_id, names.split(' ')]))
}

/** The names that a domain's numbers stand for, by the start of the month. */
export async function namesOf(db: Db, domainId: number, hours: readonly Date[]): Promise<Map<number, string[]>> {
  const months = new Set(hours.map((hour) => monthOf(hour).getTime()))
  const lists = new Map<number, string[]>()
  for (const month of months) lists.set(month, (await listsOf(db, new Date(month), [domainId])).get(domainId) ?? [])
  return lists
}
