import type { AliasTarget } from '@nameplane/contract/dns/alias-target'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import type { RecordLine } from './record-columns.tsx'
import { recordMessages } from './record.messages.ts'
import type { RecordRow } from './tray/tray.ts'

/** What the platform knows of the target of a saved ALIAS; null while it has not asked. Undefined for any other record, and for a value that is not saved yet. */
export function aliasOf(row: RecordRow | null, value: string, targets: ReadonlyMap<string, AliasTarget>): AliasTarget | null | undefined {
  if (row?.type !== 'ALIAS' || row.value !== value || row.status === 0) return undefined
  const target = targets.get(value.toLowerCase())
  return target?.askedAt ? target : null
}

/** The addresses that clients get in place of an ALIAS, or why there are none. */
export function AliasAddresses({ alias, tools: { language } }: { alias: RecordLine['alias']; tools: CellTools }) {
  if (alias === undefined) return null
  const text = textsIn(recordMessages, language)
  if (alias === null) return <span className="block truncate font-sans text-kumo-subtle">{text.alias.asking}</span>
  const addresses = [...alias.ipv4, ...alias.ipv6]
  const problem = alias.problem === null ? null : addresses.length > 0 ? text.alias.kept : text.alias.problems[alias.problem]
  const said = [
    ...(addresses.length > 0 ? [`${addresses.join('\n')}\n${text.alias.ttl(alias.ttl)}`] : []),
    ...(problem === null ? [] : [problem]),
    ...(alias.askedAt === null ? [] : [text.alias.askedAt(formatExactTime(alias.askedAt))]),
  ]
  return (
    <span
      title={said.join('\n')}
      data-alias={alias.problem ?? 'good'}
      className={`block truncate ${problem === null ? 'text-kumo-subtle' : 'text-kumo-warning'}`}
    >
      {addresses.length > 0 && (
        <span>
          → {addresses[0]}
          {addresses.length > 1 && <span className="font-sans"> {text.alias.more(addresses.length)}</span>}
        </span>
      )}
      {problem !== null && (
        <span className="font-sans">
          {addresses.length > 0 && ' · '}
          {problem}
        </span>
      )}
    </span>
  )
}
