import { moduleOf, type Difference } from '@nameplane/contract/dns/log'
import { nameOfField, type Bilingual } from '@nameplane/contract/field-names'
import { memberWords } from '@nameplane/contract/log-words'
import { secretMask } from '@nameplane/contract/secret-mask'
import { settingOf } from '@nameplane/contract/system/settings'
import { canonical, withSecretsMasked } from '../../../audit/audit.ts'

type State = Record<string, unknown> | null
type Path = readonly string[]
/** Whose states they are, which says what their members are called. */
export type LoggedEntry = { readonly action: string; readonly targetType: string; readonly targetName: string }

/** What every change raises by itself, in either spelling: it says nothing about this one. */
const countsOnly: ReadonlySet<string> = new Set(['rowVersion', 'row_version', 'updateTime', 'updatedAt', 'updated_at', 'serial'])

/**
 * The members that differ, in the order in which they were written; of a creation or a removal all that have a value. A
 * state after a change may name only what was set: what it does not name is taken as unchanged, unless it names nothing
 * of the state before. Of a value that has members itself each stands alone, at any depth.
 */
export function differencesOf(before: State, after: State, entry: LoggedEntry): Difference[] {
  const [old, fresh] = [membersOf(before), membersOf(after)]
  const isSaid = [...fresh.keys()].some((key) => old.has(key))
  const keys = new Set([...(isSaid ? [] : old.keys()), ...fresh.keys()])
  const differences = [...keys].flatMap((key) => {
    const { member } = fresh.get(key) ?? old.get(key)!
    if (before && after && countsOnly.has(member)) return []
    return differencesAt([member], old.get(key)?.value, fresh.get(key)?.value, entry)
  })
  return entry.targetType === 'system_config' ? withSecretsNamed(differences, entry) : differences
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

function differencesAt(path: Path, old: unknown, fresh: unknown, entry: LoggedEntry): Difference[] {
  const [oldParts, freshParts] = [partsOf(old), partsOf(fresh)]
  const [before, after] = [oldParts ? null : textOf(old), freshParts ? null : textOf(fresh)]
  const whole = before === after || (isNothing(before) && isNothing(after)) ? [] : [{ member: path.join('.'), label: labelOf(path, entry), before, after }]
  const parts = new Set([...(oldParts?.keys() ?? []), ...(freshParts?.keys() ?? [])])
  return [...whole, ...[...parts].flatMap((part) => differencesAt([...path, part], oldParts?.get(part), freshParts?.get(part), entry))]
}

/** The members of a value, and what a list of such values holds by its place from 1; null for all that is shown as it is. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (value === null || typeof value !== 'object') return null
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  return value.some((each) => partsOf(each) !== null) ? new Map(value.map((each, index) => [String(index + 1), each])) : null
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : canonical(value)
}

/** What is empty is shown as what is absent. */
const isNothing = (json: string | null): boolean => json === null || json === '""' || json === '[]'

/** What a member is called, after those above it; a place in a list is said by its number. */
function labelOf(path: Path, entry: LoggedEntry): Bilingual {
  const inSetting = settingMember(path, entry)
  const isOwn = entry.targetType === 'system_config' && path.length > 1 && !settingOf(entry.targetName)
  const words = inSetting ?? path.map((part) => (/^\d+$/.test(part) || isOwn ? { zh: part, en: part } : memberWords(part, moduleOf(entry.action))))
  const said = isOwn ? words.slice(1) : words
  return { zh: said.map(({ zh }) => zh).join(' · '), en: said.map(({ en }) => en).join(' · ') }
}

/** The words of a member of a setting's value, as its form has them; null for all else. */
function settingMember([member, ...path]: Path, { targetType, targetName }: LoggedEntry): Bilingual[] | null {
  const setting = targetType === 'system_config' && member === 'value' ? settingOf(targetName) : undefined
  if (!setting || path.length === 0) return null
  // What holds others may be the one that is named, such as a list of templates.
  for (let named = path.length; named > 0; named -= 1) {
    const name = nameOfField(path.slice(0, named).join('.'), setting.names)
    if (name) return [name, ...path.slice(named).map((part) => (/^\d+$/.test(part) ? { zh: part, en: part } : memberWords(part, 'config')))]
  }
  return path.map((part) => ({ zh: part, en: part }))
}

/** A secret is masked in both states: the entry names those that are others now. */
function withSecretsNamed(differences: Difference[], entry: LoggedEntry): Difference[] {
  const named = differences.find(({ member }) => member === 'sensitiveChanged')
  if (!named) return differences
  const mask = JSON.stringify(secretMask)
  const secrets = (JSON.parse(named.after ?? '[]') as string[]).map((path) => ['value', ...path.split('.')])
  return [
    ...differences.filter((one) => one !== named),
    ...secrets
      .filter((path) => !differences.some(({ member }) => member === path.join('.')))
      .map((path) => ({ member: path.join('.'), label: labelOf(path, entry), before: mask, after: mask })),
  ]
}
