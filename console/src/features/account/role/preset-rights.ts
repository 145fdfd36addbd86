import type { NamedRight } from '@nameplane/contract/account/role'
import type { RolePreset } from '@nameplane/contract/account/role-presets'

/** What a role begins with. */
export type RoleStart = { readonly name: string; readonly description: string; readonly rights: readonly string[] }

/** Of the rights of a preset, those that the caller may grant, and those that are left out. */
export function givenOf(
  preset: RolePreset,
  named: readonly NamedRight[],
  refusalOf: (right: NamedRight) => string | null,
): { given: readonly string[]; left: readonly NamedRight[] } {
  const wanted = named.filter(({ right }) => preset.rights.some((one) => one === right))
  return { given: wanted.filter((one) => refusalOf(one) === null).map(({ right }) => right), left: wanted.filter((one) => refusalOf(one) !== null) }
}

/** The fields of a form as a preset fills them in: what somebody has typed stays, what an earlier preset wrote does not. */
export function startedBy(start: RoleStart, before: RoleStart, now: { name: unknown; description?: unknown }): RoleStart {
  const typed = (value: unknown, written: string, next: string): string => (typeof value === 'string' && value !== '' && value !== written ? value : next)
  return { name: typed(now.name, before.name, start.name), description: typed(now.description, before.description, start.description), rights: start.rights }
}
