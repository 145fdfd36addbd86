import { message, type MessageState } from '@nameplane/contract/account/message'
import { formatExactTime, listOf } from '../../../i18n/format.ts'
import type { Language } from '../../../i18n/language.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { RowOf } from '../../../screen-parts/list/use-list-page.ts'
import { messageMessages, messageWords } from './message.messages.ts'

export type MessageRow = RowOf<typeof message.list>

const tones: Readonly<Record<MessageState, Tone>> = { draft: 'neutral', scheduled: 'warning', published: 'good', revoked: 'neutral' }

/** Whom a message is for, in words. */
function audienceText({ management }: MessageRow, language: Language): string {
  const { audience, classes } = textsIn(messageMessages, language).choices
  if (management === null) return ''
  return management.audience === 'class'
    ? listOf(
        // One text in sentence case, not two.
        management.classes.map((one, index) => (index === 0 ? classes[one] : classes[one].toLowerCase())),
        language,
      )
    : audience[management.audience]
}

export const messageList = defineList(message.list, {
  name: 'message',
  words: messageWords,
  rowName: (row) => row.title,
  filters: ['search', 'type', 'state', 'audience'],
  columns: [
    {
      key: 'title',
      isFixed: true,
      onCard: 'title',
      cell: (row, { language }) => (
        <span title={row.excerpt}>
          {row.pinned && <span className="mr-1.5 rounded-sm bg-kumo-brand/10 px-1 text-xs text-np-accent">{textsIn(messageMessages, language).pinned}</span>}
          {row.title}
        </span>
      ),
    },
    { key: 'type', widthPx: 132 },
    {
      key: 'audience',
      widthPx: 145,
      onCard: 'fact',
      cell: (row, { language }) => <span title={audienceText(row, language)}>{audienceText(row, language)}</span>,
    },
    {
      key: 'state',
      widthPx: 105,
      onCard: 'fact',
      cell: (row, { language }) => <Badge tone={tones[row.state]} text={textsIn(messageMessages, language).choices.state[row.state]} />,
    },
    {
      key: 'readRate',
      isNumber: true,
      widthPx: 115,
      onCard: 'fact',
      cell: ({ state, management }, { language, format }) => {
        if (!management || (state !== 'published' && state !== 'revoked')) return '–'
        const { readers, recipients } = management
        const ofAll = textsIn(messageMessages, language).readOf(format.number(readers), format.number(recipients))
        return (
          <span title={ofAll}>
            {format.number(recipients === 0 ? 0 : Math.min(1, readers / recipients), { style: 'percent' })}
            <span className="ml-1.5 text-xs text-kumo-subtle">{ofAll}</span>
          </span>
        )
      },
    },
    {
      key: 'publishTime',
      widthPx: 140,
      cell: (row, { format }) =>
        row.publishTime && (
          <span title={formatExactTime(row.publishTime)}>
            {row.state === 'scheduled' ? formatExactTime(row.publishTime).slice(0, 16) : format.relativeTime(row.publishTime)}
          </span>
        ),
    },
    { key: 'author', widthPx: 95, cell: (row) => row.management?.author },
    {
      key: 'createtime',
      widthPx: 120,
      isHiddenAtFirst: true,
      cell: (row, { format }) => <span title={formatExactTime(row.createtime)}>{format.relativeTime(row.createtime)}</span>,
    },
    {
      key: 'updated',
      widthPx: 120,
      isHiddenAtFirst: true,
      cell: (row, { format }) =>
        row.management && <span title={formatExactTime(row.management.updateTime)}>{format.relativeTime(row.management.updateTime)}</span>,
    },
    { key: 'id', isNumber: true, widthPx: 80, isHiddenAtFirst: true, cell: (row) => row.id },
  ],
})
