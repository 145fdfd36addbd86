import { useText } from '../i18n/messages.ts'
import { DiscardDialog } from '../screen-parts/dialog/discard-dialog.tsx'
import { partsMessages } from '../screen-parts/screen-parts.messages.ts'

/** Asks before the way to another page takes unsaved input away. */
export function LeaveDialog({ answer }: { answer: (isSure: boolean) => void }) {
  const text = useText(partsMessages)
  return <DiscardDialog text={text.leaveText} onDiscard={() => answer(true)} onKeep={() => answer(false)} />
}
