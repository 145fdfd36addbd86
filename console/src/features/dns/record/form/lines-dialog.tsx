import { useState } from 'react'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { copiesFor, type RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { LineTicks } from './line-ticks.tsx'
import { recordFormMessages } from './record-form.messages.ts'

type LinesDialogProps = { drafts: readonly RecordDraft[]; lines: Lines; onTake: (copies: readonly RecordDraft[]) => void; onClose: () => void }

/** The same records for other lines, into the tray. */
export function LinesDialog({ drafts, lines, onTake, onClose }: LinesDialogProps) {
  const text = useText(recordFormMessages)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const copies = copiesFor(drafts, chosen)
  const isCopied = (line: string): boolean => copiesFor(drafts, [line]).length > 0
  return (
    <Dialog
      title={text.linesTitle(drafts.length)}
      onClose={onClose}
      footer={
        <>
          <span aria-live="polite" className="mr-auto text-sm text-kumo-subtle">
            {text.linesChosen(chosen.length)}
          </span>
          <QuietButton onClick={onClose}>{text.cancel}</QuietButton>
          <PrimaryButton
            refusal={copies.length === 0 ? text.linesNothing : null}
            onClick={() => {
              onTake(copies)
              onClose()
            }}
          >
            {text.linesTake(copies.length)}
          </PrimaryButton>
        </>
      }
    >
      <p className="mb-3 text-sm text-kumo-subtle">{text.linesHelp}</p>
      <LineTicks lines={lines} chosen={chosen} onChange={setChosen} refusalOf={(code) => (isCopied(code) ? null : text.lineHasAll)} />
    </Dialog>
  )
}
