import CopyIcon from 'icon:copy'
import { useText } from '../../../i18n/messages.ts'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { dashboardMessages } from './dashboard.messages.ts'

/** One line for a terminal, with a button that copies it. */
export function CopyableCommand({ command }: { command: string }) {
  const text = useText(dashboardMessages).empty
  return (
    <div className="flex max-w-full items-start gap-1 rounded-md border border-kumo-line bg-kumo-recessed py-1 pr-1 pl-3 text-left">
      <code className="min-w-0 flex-1 py-1.5 text-sm wrap-anywhere">{command}</code>
      <IconButton label={text.copy} onClick={() => void copyText(command)} icon={<CopyIcon size={15} />} />
    </div>
  )
}
