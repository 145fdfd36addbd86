import type { message, MessageState } from '@nameplane/contract/account/message'
import type { Reply } from '@nameplane/contract/endpoint'
import { formatExactTime } from '../../../i18n/format.ts'
import type { Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import type { Column } from '../../../screen-parts/table/column.ts'
import { messageMessages } from './message.messages.ts'

export type MessageRow = Reply<typeof message.list>['data']['list'][number]

const { zh, en } = { zh: messageMessages.zh.fields, en: messageMessages.en.fields }
const tones: Readonly<Record<MessageState, Tone>> = { draft: 'neutral', scheduled: 'warning', published: 'good', revoked: 'neutral' }

/** Whom a message is for, in words. */
function audienceText(row: MessageRow, language: Language): string {
  const text = textsIn(messageMessages, language)
  const { audience, classes } = row.management!
  return audience === 'class' ? classes.map((one) => text.classes[one]).join(text.between) : text.audiences[audience]
}

const wasPublished = (row: MessageRow): boolean => row.state === 'published' || row.state === 'revoked'

export const messageColumns: readonly Column<MessageRow>[] = [
  {
    key: 'title',
    title: { zh: zh.title, en: en.title },
    sidx: 'title',
    isFixed: true,
    onCard: 'title',
    cell: (row, { language }) => (
      <span title={row.excerpt}>
        {row.pinned && <span className="mr-1.5 rounded-sm bg-kumo-brand/10 px-1 text-xs text-np-accent">{textsIn(messageMessages, language).pinned}</span>}
        {row.title}
      </span>
    ),
  },
  {
    key: 'type',
    title: { zh: zh.type, en: en.type },
    sidx: 'type',
    widthPx: 80,
    cell: (row, { language }) => textsIn(messageMessages, language).types[row.type],
  },
  {
    key: 'audience',
    title: { zh: zh.audience, en: en.audience },
    widthPx: 130,
    onCard: 'fact',
    cell: (row, { language }) => row.management && <span title={audienceText(row, language)}>{audienceText(row, language)}</span>,
  },
  {
    key: 'state',
    title: { zh: zh.state, en: en.state },
    widthPx: 105,
    onCard: 'fact',
    cell: (row, { language }) => <Badge tone={tones[row.state]} text={textsIn(messageMessages, language).states[row.state]} />,
  },
  {
    key: 'readRate',
    title: { zh: zh.readRate, en: en.readRate },
    isNumber: true,
    widthPx: 115,
    onCard: 'fact',
    cell: (row, { language, format }) => {
      if (!row.management || !wasPublished(row)) return '–'
      const { readers, recipients } = row.management
      return (
        <span title={textsIn(messageMessages, language).readOf(format.number(readers), format.number(recipients))}>
          {format.number(recipients === 0 ? 0 : Math.min(1, readers / recipients), { style: 'percent', maximumFractionDigits: 0 })}
          <span className="ml-1.5 text-xs text-kumo-subtle">
            {textsIn(messageMessages, language).readOf(format.number(readers), format.number(recipients))}
          </span>
        </span>
      )
    },
  },
  {
    key: 'publishTime',
    title: { zh: zh.publishTime, en: en.publishTime },
    sidx: 'publishTime',
    widthPx: 140,
    cell: (row, { format }) =>
      row.publishTime && (
        <span title={formatExactTime(row.publishTime)}>
          {row.state === 'scheduled' ? formatExactTime(row.publishTime).slice(0, 16) : format.relativeTime(row.publishTime)}
        </span>
      ),
  },
  { key: 'author', title: { zh: zh.author, en: en.author }, widthPx: 95, cell: (row) => row.management?.author },
  {
    key: 'createtime',
    title: { zh: zh.createtime, en: en.createtime },
    sidx: 'createtime',
    widthPx: 120,
    isHiddenAtFirst: true,
    cell: (row, { format }) => <span title={formatExactTime(row.createtime)}>{format.relativeTime(row.createtime)}</span>,
  },
  {
    key: 'updated',
    title: { zh: zh.updated, en: en.updated },
    widthPx: 120,
    isHiddenAtFirst: true,
    cell: (row, { format }) =>
      row.management && <span title={formatExactTime(row.management.updateTime)}>{format.relativeTime(row.management.updateTime)}</span>,
  },
  { key: 'id', title: { zh: 'ID', en: 'ID' }, sidx: 'id', isNumber: true, widthPx: 80, isHiddenAtFirst: true, cell: (row) => row.id },
]
