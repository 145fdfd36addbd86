import { useText } from '../../../../i18n/messages.ts'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { recordMessages } from '../record.messages.ts'
import { countsOf, type Tray } from './tray.ts'

/** What is not saved yet, always in sight while there is any. */
export function TrayBar({
  tray,
  owner,
  canUndo,
  onUndo,
  onDiscard,
  onReview,
  onSave,
  isSaving,
}: {
  tray: Tray
  /** Whose changes they are. */
  owner: string
  canUndo: boolean
  onUndo: () => void
  onDiscard: () => void
  onReview: () => void
  /** Saves what needs no review. */
  onSave: () => void
  isSaving: boolean
}) {
  const text = useText(recordMessages)
  const confirm = useConfirm()
  const counts = countsOf(tray)
  if (counts.total === 0) return null
  return (
    <div
      role="region"
      aria-label={text.tray.unsaved(counts.total)}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-kumo-line bg-kumo-base px-4 py-2.5 shadow-lg"
    >
      <p className="mr-auto text-base max-pad:basis-full">
        <span className="font-medium">{text.tray.unsaved(counts.total)}</span>{' '}
        <span className="text-kumo-subtle">{text.tray.counts(counts.added, counts.changed, counts.deleted)}</span>
        <span className="block text-sm text-kumo-subtle">{text.tray.keptFor(owner)}</span>
      </p>
      <QuietButton title="Ctrl/⌘ Z" refusal={canUndo ? null : text.tray.noUndo} onClick={onUndo}>
        {text.tray.undo}
      </QuietButton>
      <QuietButton
        onClick={() => confirm.ask({ text: text.discardAsk(counts.total), confirmLabel: text.tray.discard, isDangerous: true, act: async () => onDiscard() })}
      >
        {text.tray.discard}
      </QuietButton>
      <QuietButton onClick={onReview}>{text.tray.review}</QuietButton>
      <PrimaryButton title={text.tray.saveHelp} refusal={isSaving ? text.tray.saving : null} onClick={onSave}>
        {text.tray.save}
      </PrimaryButton>
      {confirm.element}
    </div>
  )
}
