import { useState } from 'react'
import type { exportFormats } from '@nameplane/contract/dns/record'
import { useText } from '../../../i18n/messages.ts'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { recordMessages } from './record.messages.ts'

export type DomainAction = 'add' | 'paste' | 'import' | `export-${(typeof exportFormats)[number]}` | 'history' | 'refresh'

type RecordActionsProps = {
  /** Why nothing can be changed, or null. */
  refusal: string | null
  run: (action: DomainAction) => void
}

/** What can be done with the domain's records as a whole. */
export function RecordActions({ refusal, run }: RecordActionsProps) {
  const text = useText(recordMessages)
  const words = useText(partsMessages)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const entry = (key: DomainAction, label: string, isChange = false): RowAction => ({ key, label, refusal: isChange ? refusal : null, run: () => run(key) })
  const actions = [
    entry('import', text.import, true),
    entry('paste', text.paste, true),
    entry('export-bind', text.exportBind),
    entry('export-json', text.exportJson),
    entry('export-csv', text.exportCsv),
    entry('export-xlsx', text.exportXlsx),
    entry('history', text.domainHistory),
    entry('refresh', text.refresh),
  ]
  return (
    <div className="flex items-center gap-2">
      <QuietButton aria-haspopup="menu" onClick={(event) => setMenu({ anchor: event.currentTarget, actions })}>
        {words.moreActions}
      </QuietButton>
      <ActionMenu open={menu} label={words.moreActions} onClose={() => setMenu(null)} />
      <PrimaryButton disabled={refusal !== null} title={refusal ?? undefined} onClick={() => run('add')}>
        {text.add}
      </PrimaryButton>
    </div>
  )
}
