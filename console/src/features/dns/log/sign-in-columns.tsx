import type { SignIn } from '@nameplane/contract/dns/log'
import { signInResultText } from '@nameplane/contract/dns/log-words'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import type { Column } from '../../../screen-parts/table/column.ts'
import { addressCell, agentCell, durationCell, placeCell, requestCell, timeCell } from './log-cells.tsx'
import { logMessages } from './log.messages.ts'

const { zh, en } = { zh: logMessages.zh.fields, en: logMessages.en.fields }

const toneOf = (result: string): Tone => (result === 'ok' ? 'good' : result === 'second_factor_asked' ? 'neutral' : 'bad')

export const signInColumns: readonly Column<SignIn>[] = [
  { key: 'time', title: { zh: zh.time, en: en.time }, sidx: 'time', onCard: 'fact', widthPx: 170, cell: timeCell },
  {
    key: 'username',
    title: { zh: zh.username, en: en.username },
    isFixed: true,
    onCard: 'title',
    widthPx: 130,
    cell: (row, { language }) => (row.username === '*' ? textsIn(logMessages, language).manyNames : <span title={row.username}>{row.username}</span>),
  },
  {
    key: 'result',
    title: { zh: zh.result, en: en.result },
    onCard: 'fact',
    widthPx: 195,
    cell: (row, { language, format }) => (
      <>
        <Badge tone={toneOf(row.result)} text={signInResultText(row.result, language)} />
        {row.tries > 1 && <span className="ml-2 text-kumo-subtle">{textsIn(logMessages, language).times(format.number(row.tries))}</span>}
      </>
    ),
  },
  { key: 'address', title: { zh: zh.address, en: en.address }, onCard: 'fact', widthPx: 130, cell: addressCell },
  { key: 'place', title: { zh: zh.place, en: en.place }, onCard: 'fact', cell: placeCell },
  {
    key: 'secondFactor',
    title: { zh: zh.secondFactor, en: en.secondFactor },
    widthPx: 120,
    cell: (row, { language }) => (textsIn(logMessages, language).secondFactors as Readonly<Record<string, string>>)[row.secondFactor] ?? row.secondFactor,
  },
  { key: 'agent', title: { zh: zh.agent, en: en.agent }, widthPx: 130, cell: agentCell },
  { key: 'durationMs', title: { zh: zh.duration, en: en.duration }, sidx: 'durationMs', isNumber: true, widthPx: 108, cell: durationCell },
  { key: 'requestId', title: { zh: zh.requestId, en: en.requestId }, isHiddenAtFirst: true, widthPx: 130, cell: requestCell },
]
