import { ptrRecord, type ForwardState, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { ptrRecordMessages, ptrRecordWords } from './ptr-record.messages.ts'

const tones = { confirmed: 'good', different: 'bad', missing: 'warning', unknown: 'warning', unchecked: 'neutral' } as const satisfies Record<
  ForwardState,
  Tone
>

/** Whether the host name leads back, and in its tooltip when that was looked up and what it leads to instead. */
function forward({ forward: state, forwardFound, forwardTime }: PtrRecord, { language, format }: CellTools) {
  const text = textsIn(ptrRecordMessages, language)
  const notes = [
    forwardTime === null ? '' : text.checkedAt(formatExactTime(forwardTime)),
    forwardFound.length === 0 ? '' : text.found(format.listOf(forwardFound)),
  ].filter((note) => note !== '')
  return (
    <span title={notes.length === 0 ? undefined : notes.join('\n')}>
      <Badge tone={tones[state]} text={text.choices.forward[state]} />
      {forwardTime !== null && <span className="ml-1.5 text-kumo-subtle">{format.relativeTime(forwardTime)}</span>}
    </span>
  )
}

export const ptrRecords = defineList(ptrRecord.list, {
  name: 'ptr-record',
  words: ptrRecordWords,
  rowName: (row) => row.address,
  filters: ['search', 'address', 'segmentId', 'forward', 'userId'],
  columns: [
    { key: 'address', isFixed: true, isCode: true, onCard: 'title', widthPx: 165 },
    { key: 'hostName', isCode: true, onCard: 'fact' },
    { key: 'ttl', isNumber: true, widthPx: 76 },
    { key: 'forward', onCard: 'fact', widthPx: 170, cell: forward },
    { key: 'status', isHiddenAtFirst: true, widthPx: 100 },
    { key: 'cidr', isCode: true, widthPx: 145 },
    { key: 'username', widthPx: 96 },
    { key: 'domain', isCode: true, isHiddenAtFirst: true, widthPx: 220 },
    { key: 'updateTime', widthPx: 124 },
  ],
})
