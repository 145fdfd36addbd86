import { useState } from 'react'
import InfoIcon from 'icon:info'
import WarningIcon from 'icon:warning'
import XCircleIcon from 'icon:x-circle'
import type { Finding } from '@nameplane/contract/dns/record'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { textField } from '../../../../ui/classes.ts'
import { bySeverity, type Severity, type Told } from './findings.ts'
import { findingsMessages } from './findings.messages.ts'

type FindingsListProps = {
  told: Told
  /** What the numbers of findings count: lines of a text, or records of a JSON file. */
  counts?: 'lines' | 'records'
  /** The member of a record is named as it is in a JSON file. */
  namesMembers?: boolean
  /** What stands at a finding's number. */
  textAt?: (lineNumber: number) => string | null
  /** Errors do not block: what they are about is left out. */
  isSkipping?: boolean
  /** Writes another line in the place of a wrong one. */
  onEdit?: ((lineNumber: number, text: string) => void) | undefined
}

const shownAtFirst = 50
const order: readonly Severity[] = ['error', 'warning', 'note']
const icons = { error: XCircleIcon, warning: WarningIcon, note: InfoIcon }
const tones = { error: 'text-kumo-danger', warning: 'text-np-warning', note: 'text-kumo-subtle' }

/** What was found about a text or a restore, line by line, with the words for each code in the reader's language. */
export function FindingsList({ told: { findings, found }, counts = 'lines', namesMembers = false, textAt, isSkipping = false, onEdit }: FindingsListProps) {
  const text = useText(findingsMessages)
  const sorted = bySeverity(findings)
  return (
    <div className="space-y-3">
      {order
        .filter((severity) => sorted[severity].length > 0)
        .map((severity) => {
          const count = found[severity]
          return (
            <Group
              key={severity}
              severity={severity}
              title={severity === 'error' && isSkipping ? text.skipped(count) : text.counts[severity](count)}
              findings={sorted[severity]}
              leftOut={count - sorted[severity].length}
              counts={counts}
              namesMembers={namesMembers}
              textAt={textAt}
              onEdit={severity === 'error' ? onEdit : undefined}
            />
          )
        })}
    </div>
  )
}

type GroupProps = {
  severity: Severity
  title: string
  findings: readonly Finding[]
  /** So many more were found than the server told of. */
  leftOut: number
  counts: 'lines' | 'records'
  namesMembers: boolean
  textAt: ((lineNumber: number) => string | null) | undefined
  onEdit: FindingsListProps['onEdit']
}

function Group({ severity, title, findings, leftOut, counts, namesMembers, textAt, onEdit }: GroupProps) {
  const text = useText(findingsMessages)
  const format = useFormat()
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const Icon = icons[severity]
  const shown = isWhole ? findings : findings.slice(0, shownAtFirst)
  return (
    <section aria-label={title} data-findings={severity} className="overflow-hidden rounded-md border border-kumo-line">
      <h3 className={`flex items-center gap-2 border-b border-kumo-hairline bg-kumo-recessed px-3 py-1.5 text-sm font-medium ${tones[severity]}`}>
        <Icon size={16} aria-hidden="true" />
        {title}
      </h3>
      <ul
        tabIndex={0}
        aria-label={title}
        className="max-h-64 divide-y divide-kumo-hairline overflow-y-auto text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        {shown.map((finding, index) => {
          // A restore's findings are about records, not about places in a text.
          const isPlaced = finding.lineNumber !== null || finding.change === null
          const place = finding.lineNumber === null ? null : (textAt?.(finding.lineNumber) ?? null)
          const isFirstOfLine = shown.findIndex((one) => one.lineNumber === finding.lineNumber) === index
          return (
            <li key={index} className={`px-3 py-1.5 ${isPlaced ? 'sm:grid sm:grid-cols-[5.5rem_1fr] sm:gap-x-3' : ''}`}>
              {isPlaced && (
                <span className="text-kumo-subtle tabular-nums">
                  {finding.lineNumber === null ? text.whole : (counts === 'lines' ? text.line : text.record)(format.number(finding.lineNumber))}
                </span>
              )}
              <div className="min-w-0">
                <p>
                  {namesMembers && finding.field !== null && <code className="mr-1.5 text-xs text-kumo-subtle">{finding.field}</code>}
                  {textOfProblem(finding.code, language, finding.params)}
                </p>
                {place !== null && finding.lineNumber !== null && onEdit && isFirstOfLine ? (
                  <LineField key={place} lineNumber={finding.lineNumber} written={place} onEdit={onEdit} />
                ) : null}
                {place !== null && place !== '' && !onEdit && (
                  <code className="mt-0.5 block truncate text-xs text-kumo-subtle" title={place}>
                    {place}
                  </code>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {shown.length < findings.length && (
        <button
          type="button"
          className="w-full cursor-pointer border-t border-kumo-hairline px-3 py-1.5 text-left text-sm text-kumo-link hover:underline focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
          onClick={() => setWhole(true)}
        >
          {text.showAll(format.number(findings.length))}
        </button>
      )}
      {leftOut > 0 && (
        <p className="border-t border-kumo-hairline px-3 py-1.5 text-sm text-kumo-subtle">
          {text.leftOut(format.number(findings.length), format.number(leftOut))}
        </p>
      )}
    </section>
  )
}

/** A line where it is wrong; it is taken when the field is left, or by Enter. */
function LineField({ lineNumber, written, onEdit }: { lineNumber: number; written: string; onEdit: (lineNumber: number, text: string) => void }) {
  const text = useText(findingsMessages)
  const format = useFormat()
  const [line, setLine] = useState(written)
  const take = (): void => {
    if (line !== written) onEdit(lineNumber, line)
  }
  return (
    <textarea
      aria-label={text.lineText(format.number(lineNumber))}
      rows={1}
      wrap="off"
      spellCheck={false}
      className={`${textField} mt-0.5 block h-auto resize-none py-1 font-mono text-xs whitespace-pre`}
      value={line}
      onChange={(event) => setLine(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        take()
      }}
    />
  )
}

/** The tick without which warnings block. */
export function AcknowledgeWarnings({ isTicked, onTick }: { isTicked: boolean; onTick: (isTicked: boolean) => void }) {
  const text = useText(findingsMessages)
  return (
    <label className="flex items-start gap-2 text-sm">
      <input type="checkbox" className="mt-0.5 size-4 shrink-0" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
      {text.acknowledge}
    </label>
  )
}
