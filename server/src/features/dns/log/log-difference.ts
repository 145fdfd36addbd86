import type { Difference } from '@nameplane/contract/dns/log'
import { memberWords } from '@nameplane/contract/log-words'
import { canonical, withSecretsMasked } from '../../../audit/audit.ts'

type State = Record<string, unknown> | null

/** What every change raises by itself, in either spelling: it says nothing about this one. */
const countsOnly: ReadonlySet<string> = new Set(['rowVersion', 'row_version', 'updateTime', 'updatedAt', 'updated_at', 'serial'])

/**
 * The members that differ, in the order in which they were written; of a creation or a removal all that have a value. A
 * state after a change may name only what was set: what it does not name is taken as unchanged, unless it names nothing
 * of the state before. `module` is the part of the platform whose entry it is: it says what the members are called.
 */
export function differencesOf(before: State, after: State, module: string): Difference[] {
  const [old, fresh] = [membersOf(before), membersOf(after)]
  const isSaid = [...fresh.keys()].some((key) => old.has(key))
  const keys = new Set([...(isSaid ? [] : old.keys()), ...fresh.keys()])
  return [...keys]
    .map((key) => ({ member: (fresh.get(key) ?? old.get(key)!).member, before: textOf(old.get(key)?.value), after: textOf(fresh.get(key)?.value) }))
    .map((difference) => ({ ...difference, label: memberWords(difference.member, module) }))
    .filter((difference) => difference.before !== difference.after && !(before && after && countsOnly.has(difference.member)))
}

/** Members by one spelling: `serviceGroupId` and `service_group_id` are one. */
function membersOf(state: State): Map<string, { member: string; value: unknown }> {
  return new Map(
    Object.entries(withSecretsMasked(state ?? {})).map(([member, value]) => [
      member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      { member, value },
    ]),
  )
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : canonical(value)
}
