import type { Right } from '@nameplane/contract/rights'
import { settingGroups, settingRight, type SettingGroup } from '@nameplane/contract/system/setting-groups'
import { groupOfKey, settings } from '@nameplane/contract/system/settings'
import { Problem } from '../problem.ts'

type Rights = ReadonlySet<Right>
type Verb = 'read' | 'write'

/** Whether what a record holds may be seen, or changed: by the rights of the screen where it is edited. */
export const maySetting = (held: Rights, key: string, verb: Verb): boolean => held.has(settingRight(groupOfKey(key), verb))

/** Refuses a record whose right is not held, whatever else is: it is named in the call, and not by its right. @throws Problem right_missing */
export function requireSettingRight(held: Rights, key: string, verb: Verb): void {
  if (!maySetting(held, key, verb)) throw new Problem('right_missing')
}

/** The records that may be seen: those of these groups, and whether those of administrators' own are among them. */
export function readableSettings(held: Rights): { keys: string[]; otherThan: string[] | null } {
  const groups: ReadonlySet<SettingGroup> = new Set(settingGroups.filter((group) => held.has(settingRight(group, 'read'))))
  const keys = settings.filter(({ group }) => groups.has(group)).map(({ key }) => key)
  return { keys, otherThan: groups.has('custom') ? settings.map(({ key }) => key) : null }
}
