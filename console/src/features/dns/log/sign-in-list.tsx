import { log } from '@nameplane/contract/dns/log'
import { signInResultText } from '@nameplane/contract/dns/sign-in-words'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { addressCell, durationCell, placeCell, timeCell } from './log-cells.tsx'
import { logMessages, logWords } from './log.messages.ts'

const toneOf = (result: string): Tone => (result === 'ok' ? 'good' : result === 'second_factor_asked' ? 'neutral' : 'bad')

export const signInList = defineList(log.signIns, {
  name: 'sign-in-log',
  words: logWords,
  rowName: (row) => row.username,
  filters: ['search', 'actor', 'result', 'address', 'from', 'to'],
  columns: [
    { key: 'time', onCard: 'fact', widthPx: 170, cell: timeCell },
    {
      key: 'username',
      isFixed: true,
      onCard: 'title',
      widthPx: 130,
      cell: (row, { language }) => (row.username === '*' ? textsIn(logMessages, language).manyNames : <span title={row.username}>{row.username}</span>),
    },
    {
      key: 'result',
      onCard: 'fact',
      widthPx: 195,
      cell: (row, { language }) => (
        <>
          <Badge tone={toneOf(row.result)} text={signInResultText(row.result, language)} />
          {row.tries > 1 && <span className="ml-2 text-kumo-subtle">{textsIn(logMessages, language).times(row.tries)}</span>}
        </>
      ),
    },
    { key: 'address', onCard: 'fact', widthPx: 130, cell: addressCell },
    { key: 'place', onCard: 'fact', cell: placeCell },
    { key: 'secondFactor', widthPx: 185 },
    { key: 'agent', widthPx: 130 },
    { key: 'durationMs', isNumber: true, widthPx: 108, cell: durationCell },
    { key: 'requestId', isHiddenAtFirst: true, isCode: true, widthPx: 130 },
  ],
})
