import type { record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { actorName } from '../../../../i18n/actor-name.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { historyMessages } from './history.messages.ts'

export type RevisionRow = Reply<typeof record.history>['data']['list'][number]

/** Additions, changes and deletions with their signs; the words for a reader who does not see them. */
export function Counts({ added, updated, deleted }: Pick<RevisionRow, 'added' | 'updated' | 'deleted'>) {
  const text = useText(historyMessages).counts
  const format = useFormat()
  const parts = [
    { sign: '+', count: added, word: text.added, tone: 'text-kumo-success' },
    { sign: '~', count: updated, word: text.updated, tone: 'text-np-warning' },
    { sign: '−', count: deleted, word: text.deleted, tone: 'text-kumo-danger' },
  ]
  return (
    <span className="inline-flex gap-2 font-mono text-sm tabular-nums">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ sign, count, word, tone }) => (
          <span key={sign} className={tone} title={word(format.number(count))}>
            <span aria-hidden="true">
              {sign}
              {format.number(count)}
            </span>
            <span className="sr-only">{word(format.number(count))}</span>
          </span>
        ))}
    </span>
  )
}

/** What was done, by whom and when. */
export function Occasion({ revision }: { revision: RevisionRow }) {
  const text = useText(historyMessages)
  const language = useLanguage()
  const format = useFormat()
  return (
    <>
      <span className="text-kumo-default">
        {(text.actions as Readonly<Record<string, string>>)[revision.action] ?? <code className="text-xs">{revision.action}</code>}
      </span>
      <span>
        {revision.actor === '' ? text.administrator : actorName(revision.actor, language)}
        {revision.actingAs !== null && ` ${text.actingAs(revision.actingAs)}`}
      </span>
      <time dateTime={revision.at} title={formatExactTime(revision.at)}>
        {format.relativeTime(revision.at)}
      </time>
    </>
  )
}
