import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { addressBits } from '@nameplane/contract/dns/reverse-zones'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { textLink } from '../../../ui/classes.ts'
import { reverseSegmentMessages, reverseSegmentWords } from './reverse-segment.messages.ts'

const tones = { submitted: 'neutral', processing: 'warning', active: 'good', rejected: 'bad' } as const satisfies Record<ReverseSegment['state'], Tone>

export const recordsOf = ({ id }: Pick<ReverseSegment, 'id'>): string => `/dns/domain/ptr/record?segmentId=${id}`

/** The state, with the day by which it changes, or why it is what it is. */
function state({ state: is, dueDay, reason }: ReverseSegment, { language }: CellTools) {
  const text = textsIn(reverseSegmentMessages, language)
  const today = new Date().toISOString().slice(0, 10)
  const note = dueDay === null ? reason : dueDay < today ? text.overdue(dueDay) : text.due(dueDay)
  return (
    <span title={note === '' ? undefined : note} className={twoLines}>
      <Badge tone={dueDay !== null && dueDay < today ? 'bad' : tones[is]} text={text.choices.state[is]} />
      {note !== '' && <span className="ml-1.5 text-kumo-subtle">{note}</span>}
    </span>
  )
}

/** Numbers up to here are written out. */
const writtenBits = 24
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function totalOf(cidr: string, { format }: CellTools): string {
  const bits = addressBits(cidr)
  return bits <= writtenBits ? format.number(2 ** bits) : `2${[...String(bits)].map((digit) => raised[Number(digit)]).join('')}`
}

export const reverseSegments = defineList(reverseSegment.list, {
  name: 'reverse-segment',
  words: reverseSegmentWords,
  rowName: (segment) => segment.cidr,
  filters: ['search', 'state', 'family', 'userId'],
  columns: [
    {
      key: 'cidr',
      isFixed: true,
      onCard: 'title',
      widthPx: 190,
      cell: (segment) =>
        segment.state === 'active' ? (
          <a href={`#${recordsOf(segment)}`} title={segment.cidr} className={`${textLink} font-mono wrap-anywhere whitespace-normal`}>
            {segment.cidr}
          </a>
        ) : (
          <span title={segment.cidr} className="font-mono wrap-anywhere whitespace-normal">
            {segment.cidr}
          </span>
        ),
    },
    { key: 'username', onCard: 'fact', widthPx: 100 },
    { key: 'state', onCard: 'fact', widthPx: 210, cell: state },
    {
      key: 'covered',
      isNumber: true,
      onCard: 'fact',
      widthPx: 140,
      cell: ({ covered, cidr }, tools) => textsIn(reverseSegmentMessages, tools.language).ofTotal(covered, totalOf(cidr, tools)),
    },
    { key: 'serviceGroupName', widthPx: 115 },
    {
      key: 'followsAddresses',
      isHiddenAtFirst: true,
      widthPx: 190,
      cell: ({ followsAddresses }, { language }) => textsIn(partsMessages, language)[followsAddresses ? 'yes' : 'no'],
    },
    { key: 'remark' },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'updateTime', widthPx: 140 },
  ],
})
