import type { CellTools } from '../../../screen-parts/table/column.ts'
import { AliasAddresses } from './alias-addresses.tsx'
import { noWeight, replacedValue, stateOf, struck, weightOf, type RecordLine } from './record-columns.tsx'
import { recordWords } from './record.messages.ts'

/** A record on a phone, with all that tells it from others. Only a very long value ends in dots. */
export function RecordCard({ line, tools }: { line: RecordLine; tools: CellTools }) {
  const { draft, lines } = line
  const weight = weightOf(line, tools)
  const replaced = replacedValue(line)
  const label = (name: 'ttl' | 'weight'): string => recordWords.label(name, tools.language)
  // What the service group gives is of the default line and never worked on here: it takes less room than what is.
  if (line.row === null && line.edit === undefined)
    return (
      <div className="flex flex-wrap items-baseline gap-x-2.5 py-1.5 text-xs whitespace-normal">
        <span className="line-clamp-6 min-w-0 font-mono wrap-anywhere">
          {draft.host} <span className="font-sans">{draft.type}</span> {draft.value}
        </span>
        <span className="tabular-nums">
          {label('ttl')} {draft.ttl}
        </span>
      </div>
    )
  return (
    <div className="py-1.5 whitespace-normal">
      <div className="flex items-baseline justify-between gap-3">
        <span className={`font-mono font-medium wrap-anywhere ${struck(line)}`}>{draft.host}</span>
        <span className="shrink-0">{stateOf(line, tools)}</span>
      </div>
      {/* Side by side where both find room: most records are two lines, and a phone shows more of them. */}
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <div className="line-clamp-6 min-w-0">
          <span className="text-kumo-subtle">{draft.type} </span>
          {replaced !== null && <del className="font-mono wrap-anywhere text-kumo-subtle decoration-kumo-danger">{replaced}</del>}{' '}
          <span className={`font-mono wrap-anywhere ${struck(line)}`}>{draft.value}</span>
        </div>
        <div className="flex min-w-0 flex-wrap gap-x-2.5 text-xs text-kumo-subtle tabular-nums">
          <span>{lines.nameOf(draft.line)}</span>
          <span>
            {label('ttl')} {draft.ttl}
          </span>
          {weight !== noWeight && (
            <span>
              {label('weight')} {weight}
            </span>
          )}
          {draft.remark !== '' && <span className="wrap-anywhere">{draft.remark}</span>}
        </div>
      </div>
      {line.alias !== undefined && (
        <div className="font-mono text-xs">
          <AliasAddresses alias={line.alias} tools={tools} />
        </div>
      )}
    </div>
  )
}
