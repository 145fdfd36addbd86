import type { ReactNode } from 'react'
import { useText } from '../i18n/messages.ts'
import { QuietButton } from '../ui/button.tsx'
import { partsMessages } from './screen-parts.messages.ts'

/** Nothing to show: what this is, why it is empty, and the one thing to do. */
export function Empty({ title, help, action }: { title: string; help?: string; action?: ReactNode }) {
  return (
    <div data-empty className="flex flex-col items-center gap-1.5 px-4 py-16 text-center">
      <p className="font-medium">{title}</p>
      {help && <p className="max-w-md text-sm text-balance text-kumo-subtle">{help}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** Rows there are, but none that the search and the filters let through. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  const text = useText(partsMessages)
  return <Empty title={text.noMatches} help={text.noMatchesHelp} action={<QuietButton onClick={onClear}>{text.clearFilters}</QuietButton>} />
}
