import { fieldsOf, type FieldRule } from '@nameplane/contract/fields'
import { readInput } from '@nameplane/contract/issues'
import type { Setting } from '@nameplane/contract/system/setting-declaration'
import { canaryValue, memberAt, withMember } from './secret-canaries.ts'

/** What a text may be, from the plainest on. The network is the tests' own: they must not shut themselves out. */
const texts = [
  'swept one',
  'swept-1',
  'swept1.example',
  'swept1@example.org',
  'https://swept1.example/',
  '127.0.0.0/8',
  '192.0.2.77',
  '13800140001',
  '/dns/domain/list',
  'Europe/Berlin',
]
const numbers = [7, 77, 600, 3600, 2, 1]

/** What stays: the books of the demo world have begun, and what is paid has their currency. */
const fixed: ReadonlySet<string> = new Set(['currency'])

/** Values that a member may have, in the order to try them; none of them is what it has by itself. */
function candidates({ kind, values, blank }: FieldRule): readonly unknown[] {
  const all = kind === 'flag' || kind === 'choice' ? values : kind === 'number' ? numbers : kind === 'list' ? [...texts, ...numbers].map((one) => [one]) : texts
  return all.filter((one) => one !== blank)
}

/** A value of a setting in which as many members as can be are not what they are by themselves. */
export function filledSetting(setting: Setting): Record<string, unknown> {
  let filled = canaryValue(setting, 1).paramValue
  for (const [path, rule] of fieldsOf(setting.value)) {
    if (fixed.has(path) || memberAt(filled, path) !== undefined) continue
    const fitting = candidates(rule)
      .map((one) => withMember(filled, path, one))
      .find((one) => readInput(setting.value, one).isRight)
    filled = fitting ?? filled
  }
  return filled
}
