import { useId, type ReactNode } from 'react'
import CheckCircleIcon from 'icon:check-circle'
import WarningCircleIcon from 'icon:warning-circle'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { useText } from '../../../i18n/messages.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { settingMessages } from './setting.messages.ts'

export type Outcome = { readonly isPassed: boolean; readonly message: string }

type TestDialogProps = {
  title: string
  /** What is tried, and by what. */
  help: string
  runLabel: string
  runningLabel: string
  isRunning: boolean
  /** What came of the last try; null before there was one. */
  outcome: Outcome | null
  onRun: () => void
  onClose: () => void
  /** Fields that say where the test goes. */
  children?: ReactNode
}

/** Tries something for real, as often as one likes, and says what came of it. */
export function TestDialog({ title, help, runLabel, runningLabel, isRunning, outcome, onRun, onClose, children }: TestDialogProps) {
  const parts = useText(partsMessages)
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <QuietButton onClick={onClose}>{parts.close}</QuietButton>
          <PrimaryButton type="submit" form={formId} disabled={isRunning}>
            {isRunning ? runningLabel : runLabel}
          </PrimaryButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning) onRun()
        }}
      >
        <p className="text-sm text-kumo-subtle">{help}</p>
        {children}
        <div role="status">{outcome && <TestOutcome {...outcome} />}</div>
      </form>
    </Dialog>
  )
}

/** Whether a test passed, and what it said. */
export function TestOutcome({ isPassed, message }: Outcome) {
  const text = useText(settingMessages)
  const Icon = isPassed ? CheckCircleIcon : WarningCircleIcon
  return (
    <div className={`flex items-start gap-2 rounded-md px-3 py-2 text-sm ${isPassed ? 'bg-kumo-success-tint' : 'bg-kumo-danger-tint'}`}>
      <Icon size={17} aria-hidden="true" className={`mt-0.5 shrink-0 ${isPassed ? 'text-kumo-success' : 'text-kumo-danger'}`} />
      <p className="min-w-0 break-words">
        <span className="font-medium">{isPassed ? text.passed : text.failed}</span>
        {message !== '' && <span className="block text-kumo-subtle">{message}</span>}
      </p>
    </div>
  )
}
