import { useText } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { ConfirmDialog } from './confirm.tsx'

type DiscardDialogProps = {
  /** What is lost; “what you entered” when absent. */
  text?: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before something that is not saved is lost. */
export function DiscardDialog({ text, onDiscard, onKeep }: DiscardDialogProps) {
  const parts = useText(partsMessages)
  return (
    <ConfirmDialog
      title={parts.discardTitle}
      text={text ?? parts.discardText}
      confirmLabel={parts.discard}
      cancelLabel={parts.keepEditing}
      isDangerous
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  )
}
