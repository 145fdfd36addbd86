import { ptrRecord, type ForwardState, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
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
    <span title={notes.length === 0 ? undefined : notes.join('\n')} className={twoLines}>
      <Badge tone={tones[state]} text={text.choices.forward[state]} />
      {forwardTime !== null && <span className="ml-1.5 text-kumo-subtle">{format.relativeTime(forwardTime)}</span>}
    </span>
  )
}

/** Addresses and names are compared letter by letter: long ones take a second line. */
const whole = (text: string) => <span className="font-mono wrap-anywhere whitespace-normal">{text}</span>

export const ptrRecords = defineList(ptrRecord.list, {
  name: 'ptr-record',
  words: ptrRecordWords,
  rowName: (row) => row.address,
  filters: ['search', 'address', 'segmentId', 'forward', 'userId'],
  columns: [
    { key: 'address', isFixed: true, onCard: 'title', widthPx: 165, cell: ({ address }) => whole(address) },
    { key: 'hostName', onCard: 'fact', cell: ({ hostName }) => whole(hostName) },
    { key: 'ttl', isNumber: true, widthPx: 76 },
    { key: 'forward', onCard: 'fact', widthPx: 170, cell: forward },
    { key: 'status', isHiddenAtFirst: true, widthPx: 100 },
    { key: 'cidr', widthPx: 162, cell: ({ cidr }) => whole(cidr) },
    { key: 'username', widthPx: 96 },
    { key: 'domain', isCode: true, isHiddenAtFirst: true, widthPx: 220 },
    { key: 'updateTime', widthPx: 124 },
  ],
})
