import { useMemo, useState } from 'react'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../../screen-parts/dialog/use-leaving.tsx'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { pasteMessages } from './paste.messages.ts'
import { Found, ReadLines } from './read-lines.tsx'
import { entryText, leftOver, readPaste, withEntry } from './read-paste.ts'

type PasteDialogProps = {
  initialText: string
  zone: Zone
  lines: Lines
  defaultTtlSeconds: number
  onTake: (drafts: readonly RecordDraft[]) => void
  onClose: () => void
}

/** Text of many kinds into the tray, line by line as it was read; lines that are no record stay in the box. */
export function PasteDialog({ initialText, zone, lines, defaultTtlSeconds, onTake, onClose }: PasteDialogProps) {
  const text = useText(pasteMessages)
  const [pasted, setPasted] = useState(initialText)
  const plain = pasted.replace(/^\ufeff/, '')
  const read = useMemo(() => readPaste(plain, { zone, defaultTtlSeconds, lines: lines.list }), [plain, zone, defaultTtlSeconds, lines.list])
  function take(): void {
    onTake(read.drafts)
    if (read.wrong === 0) onClose()
    else setPasted(leftOver(plain, read))
  }
  // What came from the clipboard is still there; what was typed or corrected here is not.
  const { leave, question } = useLeaving({ isDirty: pasted !== initialText && plain.trim() !== '', onClose })
  return (
    <Dialog
      title={text.title}
      width="wide"
      onClose={leave}
      footer={
        <>
          <QuietButton onClick={leave}>{text.cancel}</QuietButton>
          <PrimaryButton refusal={read.drafts.length === 0 ? text.nothing : null} onClick={take}>
            {text.take(read.drafts.length)}
          </PrimaryButton>
        </>
      }
    >
      <p className="mb-2 text-sm text-kumo-subtle">{text.help}</p>
      <textarea
        autoFocus
        aria-label={text.title}
        rows={8}
        spellCheck={false}
        wrap="off"
        placeholder={text.placeholder}
        className={`${textField} h-auto py-1.5 font-mono whitespace-pre`}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {plain.trim() !== '' && (
        <div className="mt-2 space-y-2">
          <p className="flex flex-wrap gap-x-3 text-sm">
            <span aria-live="polite">{text.read(read.drafts.length, read.wrong)}</span>
            <span className="text-kumo-subtle">{text.formats[read.format]}</span>
          </p>
          {read.found.map((finding) => (
            <Found key={finding.code} finding={finding} />
          ))}
          {read.lines.length > 0 && (
            <ReadLines
              read={read}
              lines={lines}
              textAt={(lineNumber) => entryText(plain, lineNumber, lines.list)}
              onEdit={(lineNumber, next) => setPasted(withEntry(plain, lineNumber, next, lines.list))}
            />
          )}
        </div>
      )}
      {question}
    </Dialog>
  )
}
