import { useCallback, useId, useState, type ReactNode } from 'react'
import { noticeWarning } from '../../api/notices.ts'
import { useText } from '../../i18n/messages.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { textField } from '../../ui/classes.ts'
import { useOwnDialog } from '../../ui/own-dialog.ts'
import { partsMessages } from '../screen-parts.messages.ts'

type ConfirmDialogProps = {
  /** “友情提示” when absent. */
  title?: string
  text: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  /** Must be typed before it can be confirmed: for losses above a threshold. */
  typedWord?: string
  onConfirm: () => void | Promise<unknown>
  onCancel: () => void
}

/** Asks before something is lost; waits for the action and closes by its owner. */
export function ConfirmDialog({ title, text: question, confirmLabel, cancelLabel, isDangerous = false, typedWord, onConfirm, onCancel }: ConfirmDialogProps) {
  const text = useText(partsMessages)
  const titleId = useId()
  const textId = useId()
  const [isRunning, setRunning] = useState(false)
  const [typed, setTyped] = useState('')
  const isReady = !isRunning && (typedWord === undefined || typed.trim() === typedWord)

  async function confirm() {
    setRunning(true)
    await onConfirm()
    setRunning(false)
  }
  const cancel = () => {
    if (!isRunning) onCancel()
  }
  // A click beside a question answers nothing.
  const { onMouseDown: _, ...dialog } = useOwnDialog(cancel)
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      className="mx-auto mt-[15vh] w-[min(420px,calc(100vw-32px))] rounded-lg border border-kumo-line bg-kumo-base p-5 text-kumo-default shadow-xl backdrop:bg-black/40"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (isReady) void confirm()
        }}
      >
        <h2 id={titleId} className="text-lg font-medium">
          {title ?? text.reminder}
        </h2>
        <div id={textId} className="mt-1.5 text-base text-pretty text-kumo-subtle">
          {question}
        </div>
        {typedWord !== undefined && (
          <label className="mt-3 block text-sm">
            {text.typeToConfirm(typedWord)}
            <input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} className={`${textField} mt-1`} />
          </label>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <QuietButton onClick={cancel} disabled={isRunning}>
            {cancelLabel ?? text.cancel}
          </QuietButton>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            disabled={!isReady}
            title={typedWord !== undefined && !isReady && !isRunning ? text.typeToConfirm(typedWord) : undefined}
          >
            {isRunning ? text.running : confirmLabel}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

/** What is asked, and what is done on yes. The dialog closes when that is over, however it went. */
export type Question = Pick<ConfirmDialogProps, 'text' | 'confirmLabel' | 'isDangerous' | 'typedWord'> & { readonly act: () => Promise<unknown> }

/** `const confirm = useConfirm()` … `confirm.ask({ … })` … `{confirm.element}`. A no says that nothing was done (spec point 5). */
export function useConfirm(): { ask: (question: Question) => void; element: ReactNode } {
  const text = useText(partsMessages)
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = useCallback((next: Question) => setQuestion(next), [])
  const element = question && (
    <ConfirmDialog
      text={question.text}
      confirmLabel={question.confirmLabel}
      isDangerous={question.isDangerous}
      typedWord={question.typedWord}
      onConfirm={async () => {
        await question.act()
        setQuestion(null)
      }}
      onCancel={() => {
        setQuestion(null)
        noticeWarning(text.canceled)
      }}
    />
  )
  return { ask, element }
}
