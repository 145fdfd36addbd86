import { useMemo, useState } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { usePinyin } from '../../../../i18n/use-pinyin.ts'
import { withTick } from '../../../../screen-parts/form/ticked.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { Modal } from '../../../../ui/modal.tsx'
import { copiesFor, type RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../use-lines.ts'
import { foundLines } from './line-search.ts'
import { recordFormMessages } from './record-form.messages.ts'

type LinesDialogProps = { drafts: readonly RecordDraft[]; lines: Lines; onTake: (copies: readonly RecordDraft[]) => void; onClose: () => void }

/** The same records for other lines, into the tray. */
export function LinesDialog({ drafts, lines, onTake, onClose }: LinesDialogProps) {
  const text = useText(recordFormMessages)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isPinyinOf = usePinyin()
  const shown = useMemo(() => foundLines(lines.list, search, isPinyinOf), [lines, search, isPinyinOf])
  const copies = copiesFor(drafts, chosen)
  const isCopied = (line: string): boolean => copiesFor(drafts, [line]).length > 0
  return (
    <Modal
      title={text.linesTitle(drafts.length)}
      labels={{ close: text.close, fullScreen: text.fullScreen }}
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
      <input
        type="search"
        data-first-focus=""
        className={textField}
        placeholder={text.lineSearch}
        aria-label={text.lineSearch}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="mt-2 max-h-[45vh] overflow-y-auto rounded-md border border-kumo-line py-1">
        {shown.map((line) => (
          <li key={line.code}>
            <label
              style={{ paddingLeft: 12 + (search.trim() === '' ? lines.depthOf(line.code) * 18 : 0) }}
              className="flex cursor-pointer items-center gap-2 py-1.5 pr-3 text-sm hover:bg-kumo-tint has-disabled:cursor-not-allowed has-disabled:opacity-50"
            >
              <input
                type="checkbox"
                disabled={!isCopied(line.code)}
                title={isCopied(line.code) ? undefined : text.lineHasAll}
                checked={chosen.includes(line.code)}
                onChange={(event) => setChosen(withTick(chosen, line.code, event.target.checked))}
              />
              <span className="flex-1">{lines.nameOf(line.code)}</span>
              <span className="font-mono text-xs text-kumo-subtle">{line.code}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="px-3 py-2 text-sm text-kumo-subtle">{text.lineNone}</li>}
      </ul>
    </Modal>
  )
}
