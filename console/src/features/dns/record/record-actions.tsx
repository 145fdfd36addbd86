import { useMemo, useState } from 'react'
import type { exportFormats } from '@nameplane/contract/dns/record'
import { useText } from '../../../i18n/messages.ts'
import { usePageCommands } from '../../../routing/page-commands.ts'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { recordMessages } from './record.messages.ts'

export type DomainAction = 'add' | 'explain' | 'template' | 'bulk' | 'paste' | 'import' | `export-${(typeof exportFormats)[number]}` | 'history' | 'refresh'

type RecordActionsProps = {
  /** Why nothing can be changed, or null. */
  refusal: string | null
  /** Stays the same function. */
  run: (action: DomainAction) => void
}

/** What can be done with the domain's records as a whole. */
export function RecordActions({ refusal, run }: RecordActionsProps) {
  const text = useText(recordMessages)
  const words = useText(partsMessages)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { buttons, actions } = useMemo(() => {
    const entry = (key: DomainAction, label: string, isChange = false): RowAction => ({ key, label, refusal: isChange ? refusal : null, run: () => run(key) })
    return {
      buttons: [entry('add', text.add, true), entry('explain', text.explain)],
      actions: [
        entry('template', text.template, true),
        entry('import', text.import, true),
        entry('paste', text.paste, true),
        entry('bulk', text.bulk, true),
        entry('export-bind', text.exportBind),
        entry('export-json', text.exportJson),
        entry('export-csv', text.exportCsv),
        entry('export-xlsx', text.exportXlsx),
        entry('history', text.domainHistory),
        entry('refresh', text.refresh),
      ],
    }
  }, [text, refusal, run])
  usePageCommands(useMemo(() => [...buttons, ...actions].filter((action) => !action.refusal), [buttons, actions]))
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <QuietButton aria-haspopup="menu" onClick={(event) => setMenu({ anchor: event.currentTarget, actions })}>
        {words.moreActions}
      </QuietButton>
      <ActionMenu open={menu} label={words.moreActions} onClose={() => setMenu(null)} />
      <QuietButton onClick={() => run('explain')}>{text.explain}</QuietButton>
      <PrimaryButton disabled={refusal !== null} title={refusal ?? undefined} onClick={() => run('add')}>
        {text.add}
      </PrimaryButton>
    </div>
  )
}
