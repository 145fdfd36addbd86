import { useMemo, useState } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { Modal } from '../../../../ui/modal.tsx'
import type { RecordDraft } from '../tray/tray.ts'
import { readPastedRows } from './pasted-rows.ts'
import { recordFormMessages } from './record-form.messages.ts'

/** Rows of a spreadsheet into the tray; lines that are no record stay in the box. */
export function PasteDialog({
  initialText,
  defaultTtlSeconds,
  onTake,
  onClose,
}: {
  initialText: string
  defaultTtlSeconds: number
  onTake: (drafts: readonly RecordDraft[]) => void
  onClose: () => void
}) {
  const text = useText(recordFormMessages)
  const [pasted, setPasted] = useState(initialText)
  const { rows, refused } = useMemo(() => readPastedRows(pasted, defaultTtlSeconds), [pasted, defaultTtlSeconds])
  function take(): void {
    onTake(rows.map((row) => row.draft))
    if (refused.length === 0) onClose()
    else setPasted(refused.map((line) => line.text).join('\n'))
  }
  return (
    <Modal
      title={text.pasteTitle}
      labels={{ close: text.close, fullScreen: text.fullScreen }}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <QuietButton onClick={onClose}>{text.cancel}</QuietButton>
          <PrimaryButton refusal={rows.length === 0 ? text.pasteNothing : null} onClick={take}>
            {text.pasteTake(rows.length)}
          </PrimaryButton>
        </>
      }
    >
      <p className="mb-2 text-sm text-kumo-subtle">{text.pasteHelp}</p>
      <textarea
        autoFocus
        aria-label={text.pasteTitle}
        rows={12}
        spellCheck={false}
        className={`${textField} h-auto py-1.5 font-mono whitespace-pre`}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {pasted.trim() !== '' && (
        <p aria-live="polite" className="mt-2 text-sm">
          {text.pasteRead(rows.length, refused.length)}
        </p>
      )}
      <ul className="mt-1 max-h-32 overflow-y-auto text-sm text-kumo-danger">
        {refused.slice(0, 50).map((line) => (
          <li key={line.lineNumber} className="truncate">
            {text.pasteRefused(line.lineNumber, line.text)}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
