import { useMemo, useState } from 'react'
import { useText } from '../../../i18n/messages.ts'
import { usePageCommands } from '../../../routing/page-commands.ts'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { domainActions, type DomainAction } from './domain-actions.ts'
import { recordMessages } from './record.messages.ts'

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
  const { buttons, actions } = useMemo(() => domainActions(text, refusal, run), [text, refusal, run])
  usePageCommands(useMemo(() => [...buttons, ...actions].filter((action) => !action.refusal), [buttons, actions]))
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <QuietButton aria-haspopup="menu" onClick={(event) => setMenu({ anchor: event.currentTarget, actions })}>
        {words.moreActions}
      </QuietButton>
      <ActionMenu open={menu} label={words.moreActions} onClose={() => setMenu(null)} />
      <QuietButton onClick={() => run('explain')}>{text.explain}</QuietButton>
      <PrimaryButton refusal={refusal} onClick={() => run('add')}>
        {text.add}
      </PrimaryButton>
    </div>
  )
}
