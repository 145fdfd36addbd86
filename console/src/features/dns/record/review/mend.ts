import type { Edit, RecordDraft, Tray } from '../tray/tray.ts'
import { withAdded, withAddedChanged, withChanged } from '../tray/tray.ts'
import type { FindingRow } from './verdict.ts'

export type Mend = { readonly kind: 'add_default' | 'use_ttl'; readonly apply: (tray: Tray) => Tray }

/** What one click can do about a finding; null when only the editor can know. */
export function mendOf(edit: Edit, finding: FindingRow, newKey: () => string): Mend | null {
  if (edit.op === 'delete') return null
  if (finding.code === 'default_line_missing')
    return { kind: 'add_default', apply: (tray) => withAdded(tray, [{ key: newKey(), draft: { ...edit.draft, line: 'default' } }]) }
  const ttl = finding.params['ttl']
  if (finding.code === 'ttl_clash' && typeof ttl === 'number') return { kind: 'use_ttl', apply: (tray) => withDraft(tray, edit, { ...edit.draft, ttl }) }
  return null
}

function withDraft(tray: Tray, edit: Exclude<Edit, { op: 'delete' }>, draft: RecordDraft): Tray {
  return edit.op === 'add' ? withAddedChanged(tray, edit.key, draft) : withChanged(tray, edit.base, draft)
}
