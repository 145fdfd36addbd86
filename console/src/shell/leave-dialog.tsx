import { useText } from '../i18n/messages.ts'
import { ConfirmDialog } from '../screen-parts/dialog/confirm.tsx'
import { partsMessages } from '../screen-parts/screen-parts.messages.ts'

/** Asks before the way to another page takes unsaved input away. */
export function LeaveDialog({ answer }: { answer: (isSure: boolean) => void }) {
  const text = useText(partsMessages)
  return (
    <ConfirmDialog
      title={text.discardTitle}
      text={text.leaveText}
      confirmLabel={text.discard}
      cancelLabel={text.keepEditing}
      isDangerous
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}
