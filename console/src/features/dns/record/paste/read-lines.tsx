import { useState } from 'react'
import PencilSimpleIcon from 'icon:pencil-simple'
import type { Finding } from '@nameplane/contract/dns/record'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { textField } from '../../../../ui/classes.ts'
import { SmallIconButton } from '../../../../ui/icon-button.tsx'
import { recordMessages, recordWords } from '../record.messages.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { pasteMessages } from './paste.messages.ts'
import type { ReadLine, ReadPaste } from './read-paste.ts'

type ReadLinesProps = {
  read: ReadPaste
  lines: Lines
  /** What is written at a line, whether or not it says something. */
  textAt: (lineNumber: number) => string
  onEdit: (lineNumber: number, text: string) => void
}

const mostShown = 200
const columns = ['host', 'type', 'line', 'value'] as const

/** What is about a whole line is as wide as what is seen of the table, and stays there while its columns scroll. */
const inSight = 'sticky left-2 max-w-[calc(100cqw-3.25rem)]'

/** How each line was read. One that is wrong says why, and is edited where it is; so is any other, on demand. */
export function ReadLines({ read, lines, textAt, onEdit }: ReadLinesProps) {
  const text = useText(pasteMessages)
  const language = useLanguage()
  // A line being edited keeps its field when it becomes right, when it is empty for a moment, and when a button is pressed, which must not move.
  const [edited, setEdited] = useState<number | null>(null)
  const shown = shownOf(read.lines, edited === null ? null : { lineNumber: edited, text: textAt(edited), drafts: [], found: [], isWrong: false })
  const hidden = Math.max(0, read.lines.length - shown.length)
  return (
    <div
      role="region"
      aria-label={text.caption}
      tabIndex={0}
      className="@container max-h-80 overflow-auto rounded-md border border-kumo-line focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 z-1 bg-kumo-recessed text-kumo-subtle">
          <tr className="[&>th]:px-2 [&>th]:py-1.5 [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col">{text.columns.lineNumber}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {recordWords.label(column, language)}
              </th>
            ))}
            <th scope="col">{recordWords.label('ttl', language)}</th>
            <th scope="col">{text.columns.weight}</th>
            <td className="w-8" />
          </tr>
        </thead>
        {shown.map((line) => {
          const isField = read.format !== 'json' && (line.isWrong || line.lineNumber === edited)
          return (
            <tbody key={line.lineNumber} data-line={line.lineNumber} className="border-t border-kumo-hairline">
              {isField && (
                <tr>
                  <LineNumber line={line} />
                  <td colSpan={7} className="py-1 pr-2">
                    <div className={inSight}>
                      <LineField
                        label={text.lineText(line.lineNumber)}
                        line={line}
                        isFocused={line.lineNumber === edited}
                        onFocus={() => setEdited(line.lineNumber)}
                        onDone={() => setEdited(null)}
                        onEdit={(next) => onEdit(line.lineNumber, next)}
                      />
                    </div>
                  </td>
                </tr>
              )}
              {line.drafts.map((draft, index) => (
                <tr key={index} className="align-top [&>td]:px-2 [&>td]:py-1">
                  {!isField && index === 0 ? <LineNumber line={line} /> : <td />}
                  <td className="min-w-16 font-mono break-all">{draft.host}</td>
                  <td className="whitespace-nowrap">{draft.type}</td>
                  <td className="whitespace-nowrap">{lines.nameOf(draft.line)}</td>
                  <td className="min-w-40">
                    <span className="font-mono break-all">{draft.value}</span>
                    <Beyond draft={draft} />
                  </td>
                  <td className="tabular-nums">{draft.ttl}</td>
                  <td className="tabular-nums">{draft.weight}</td>
                  <td>
                    {!isField && index === 0 && read.format !== 'json' && (
                      <SmallIconButton
                        label={text.edit(line.lineNumber)}
                        onClick={() => setEdited(line.lineNumber)}
                        icon={<PencilSimpleIcon size={14} aria-hidden="true" />}
                      />
                    )}
                  </td>
                </tr>
              ))}
              {line.found.map((finding, index) => (
                <tr key={`found-${index}`}>
                  {!isField && line.drafts.length === 0 && index === 0 ? <LineNumber line={line} /> : <td />}
                  <td colSpan={7} className="px-2 pb-1">
                    <div className={inSight}>
                      <Found finding={finding} />
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          )
        })}
      </table>
      {hidden > 0 && <p className="border-t border-kumo-hairline px-2 py-1.5 text-sm text-kumo-subtle">{text.hidden(hidden)}</p>}
    </div>
  )
}

/** The first lines, and wrong ones before others; the one being edited even where nothing is read from it. */
function shownOf(read: readonly ReadLine[], edited: ReadLine | null): readonly ReadLine[] {
  const isListed = edited === null || read.some((line) => line.lineNumber === edited.lineNumber)
  const all = isListed ? read : [...read, edited].sort((left, right) => left.lineNumber - right.lineNumber)
  if (all.length <= mostShown) return all
  const first = all.filter((line) => line.isWrong || line.lineNumber === edited?.lineNumber).slice(0, mostShown)
  const shown = new Set([...first, ...all.filter((line) => !first.includes(line)).slice(0, mostShown - first.length)])
  return all.filter((line) => shown.has(line))
}

/** What has no column of its own, where it was read at all. */
function Beyond({ draft }: { draft: RecordDraft }) {
  const text = useText(recordMessages)
  const said = [draft.status === 1 ? '' : text.choices.status[0], draft.remark].filter((part) => part !== '')
  return said.length > 0 && <span className="block wrap-anywhere text-kumo-subtle">{said.join(' · ')}</span>
}

function LineNumber({ line }: { line: ReadLine }) {
  return <td className={`w-10 px-2 py-1 align-top tabular-nums ${line.isWrong ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>{line.lineNumber}</td>
}

const tones = { error: 'text-kumo-danger', warning: 'text-np-warning', note: 'text-kumo-subtle' }

export function Found({ finding }: { finding: Finding }) {
  const language = useLanguage()
  return <p className={tones[finding.severity]}>{textOfProblem(finding.code, language, finding.params)}</p>
}

type LineFieldProps = { label: string; line: ReadLine; isFocused: boolean; onFocus: () => void; onDone: () => void; onEdit: (text: string) => void }

function LineField({ label, line, isFocused, onFocus, onDone, onEdit }: LineFieldProps) {
  const rows = line.text.split('\n').length
  // A field of one line would drop tabs and line breaks.
  return (
    <textarea
      aria-label={label}
      aria-invalid={line.isWrong}
      autoFocus={isFocused}
      spellCheck={false}
      wrap="off"
      rows={rows}
      className={`${textField} h-auto resize-none py-1 font-mono text-sm whitespace-pre`}
      value={line.text}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || line.isWrong) return
        event.preventDefault()
        onDone()
      }}
      onChange={(event) => onEdit(event.target.value)}
    />
  )
}
