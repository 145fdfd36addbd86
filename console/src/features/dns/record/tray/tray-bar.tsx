import { useEffect, useEffectEvent } from 'react'
import ArrowUUpLeftIcon from 'icon:arrow-u-up-left'
import TrashIcon from 'icon:trash'
import { showProblem } from '../../../../api/queries.ts'
import { isBehindDialog, isTyping } from '../../../../browser/typing.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { recordMessages } from '../record.messages.ts'
import { useSaveTray } from '../review/use-save-tray.ts'
import { countsOf, type Tray } from './tray.ts'

/** On a phone, what takes changes back is an icon: the four stand in one row, in both languages. */
const short = 'max-pad:w-8 max-pad:px-0'

/** What is not saved yet, always in sight while there is any. Ctrl/⌘ Enter saves it. */
export function TrayBar({
  domainId,
  version,
  tray,
  owner,
  canUndo,
  onUndo,
  onDiscard,
  onReview,
  onSubmitted,
  onSaved,
}: {
  domainId: number
  version: number | undefined
  tray: Tray
  /** Whose changes they are. */
  owner: string
  canUndo: boolean
  onUndo: () => void
  onDiscard: () => void
  onReview: () => void
  /** It waits for the approval of another administrator. */
  onSubmitted: () => void
  onSaved: (serial: number) => void
}) {
  const text = useText(recordMessages)
  const confirm = useConfirm()
  const counts = countsOf(tray)
  const saving = useSaveTray(domainId, version, onSubmitted)

  /** What the server does not take as it is opens the review, which says why. */
  async function saveNow(): Promise<void> {
    if (saving.isRunning) return
    const outcome = await saving.run(tray, [])
    if (outcome.serial !== null) onSaved(outcome.serial)
    else if (outcome.verdict) onReview()
    else if (outcome.problem.isShown) showProblem(outcome.problem)
  }

  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isTyping(event.target) || isBehindDialog()) return
    event.preventDefault()
    void saveNow()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

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
      <QuietButton title="Ctrl/⌘ Z" refusal={canUndo ? null : text.tray.noUndo} className={short} onClick={onUndo}>
        <ArrowUUpLeftIcon size={16} aria-hidden="true" className="pad:hidden" />
        <span className="max-pad:sr-only">{text.tray.undo}</span>
      </QuietButton>
      <QuietButton
        className={short}
        onClick={() => confirm.ask({ text: text.discardAsk(counts.total), confirmLabel: text.tray.discard, isDangerous: true, act: async () => onDiscard() })}
      >
        <TrashIcon size={16} aria-hidden="true" className="pad:hidden" />
        <span className="max-pad:sr-only">{text.tray.discard}</span>
      </QuietButton>
      <QuietButton className="max-pad:ml-auto" onClick={onReview}>
        {text.tray.review}
      </QuietButton>
      <PrimaryButton title={text.tray.saveHelp} refusal={saving.isRunning ? text.tray.saving : null} onClick={() => void saveNow()}>
        {text.tray.save}
      </PrimaryButton>
      {confirm.element}
      {saving.asked}
    </div>
  )
}
