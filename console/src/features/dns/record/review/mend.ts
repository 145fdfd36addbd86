import { typedFieldsOf, valueOf } from '../form/value-fields.ts'
import type { Edit, RecordDraft, Tray } from '../tray/tray.ts'
import { withAdded, withAddedChanged, withChanged } from '../tray/tray.ts'
import type { FindingRow } from './verdict.ts'

export type Mend = { readonly kind: 'add_default' | 'use_ttl' | 'full_name' | 'short_host' | 'use_alias'; readonly apply: (tray: Tray) => Tray }

/** What one click can do about a finding; null when only the editor can know. */
export function mendOf(edit: Edit, finding: FindingRow, newKey: () => string): Mend | null {
  if (edit.op === 'delete') return null
  if (finding.code === 'default_line_missing')
    return { kind: 'add_default', apply: (tray) => withAdded(tray, [{ key: newKey(), draft: { ...edit.draft, line: 'default' } }]) }
  if (finding.code === 'cname_at_apex') return { kind: 'use_alias', apply: (tray) => withDraft(tray, edit, { ...edit.draft, type: 'ALIAS', weight: null }) }
  const ttl = finding.params['ttl']
  if (finding.code === 'ttl_clash' && typeof ttl === 'number') return { kind: 'use_ttl', apply: (tray) => withDraft(tray, edit, { ...edit.draft, ttl }) }
  const { host, target, name } = finding.params
  if (finding.code === 'host_repeats_zone' && typeof host === 'string')
    return { kind: 'short_host', apply: (tray) => withDraft(tray, edit, { ...edit.draft, host }) }
  if (finding.code === 'target_single_label' && typeof target === 'string' && typeof name === 'string') {
    const value = withName(edit.draft, target, `${name}.`)
    return value === null ? null : { kind: 'full_name', apply: (tray) => withDraft(tray, edit, { ...edit.draft, value }) }
  }
  return null
}

/** The value with another name in the place of one. */
function withName({ type, value }: RecordDraft, before: string, after: string): string | null {
  const typed = typedFieldsOf(type, value)
  if (!typed) return null
  const joined = valueOf(type, Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text === before ? after : text])))
  return joined.ok ? joined.value : null
}

function withDraft(tray: Tray, edit: Exclude<Edit, { op: 'delete' }>, draft: RecordDraft): Tray {
  return edit.op === 'add' ? withAddedChanged(tray, edit.key, draft) : withChanged(tray, edit.base, draft)
}
