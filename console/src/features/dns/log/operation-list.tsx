import { log, type Operation } from '@nameplane/contract/dns/log'
import { useLanguage } from '../../../i18n/language.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { useOwnTitles } from '../../../routing/own-titles.tsx'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { Badge } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import { textLink } from '../../../ui/classes.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { addressCell, durationCell, placeCell, timeCell } from './log-cells.tsx'
import { logMessages, logWords } from './log.messages.ts'
import { nameOfActor } from './platform-hand.ts'
import { targetPath } from './target-link.ts'

const wholeName = `${twoLines} wrap-anywhere`

/** The target with a way to it. */
export function Target({ operation }: { operation: Operation }) {
  const titleOf = useOwnTitles()
  const to = targetPath(operation, (path) => titleOf({ kind: 'page', path }) !== null)
  const language = useLanguage()
  const name = operation.domain?.name ?? operation.setting?.name[language] ?? operation.targetTitle?.[language] ?? operation.targetName
  const said = name === '' && operation.targetId !== null ? `#${operation.targetId}` : name
  return to === null ? (
    <span title={said} className={wholeName}>
      {said}
    </span>
  ) : (
    <ScreenLink to={to} title={said} className={`${textLink} ${wholeName}`}>
      {said}
    </ScreenLink>
  )
}

/** Who did it, and in whose name. */
export function Actor({ operation, className }: { operation: Operation; className?: string }) {
  const text = useText(logMessages)
  const language = useLanguage()
  const actingAs = operation.actingAs === null ? '' : text.actingAs(operation.actingAs)
  return (
    // By the name in the tooltip it is searched for.
    <span title={`${operation.actor} ${actingAs}`.trim()} className={className}>
      {nameOfActor(operation.actor, operation.actorKind, language)}
      {actingAs !== '' && <span className="text-kumo-subtle"> {actingAs}</span>}
    </span>
  )
}

export const operationList = defineList(log.operations, {
  name: 'operation-log',
  words: logWords,
  rowName: (row) => `${row.actor} ${row.action} ${row.targetName}`,
  filters: ['search', 'actor', 'module', 'action', 'target', 'result', 'address', 'from', 'to'],
  columns: [
    { key: 'time', onCard: 'fact', widthPx: 150, cell: timeCell },
    { key: 'actor', onCard: 'fact', widthPx: 118, cell: (row) => <Actor operation={row} className={twoLines} /> },
    { key: 'module', widthPx: 116, cell: (row, { language }) => <span className={twoLines}>{row.module[language]}</span> },
    {
      key: 'action',
      isFixed: true,
      onCard: 'title',
      widthPx: 226,
      cell: (row, { language }) => (
        <span title={row.action} className={twoLines}>
          {row.title[language]}
        </span>
      ),
    },
    { key: 'target', onCard: 'fact', cell: (row) => <Target operation={row} /> },
    {
      key: 'result',
      onCard: 'fact',
      widthPx: 112,
      cell: (row, { language }) => {
        const { choices, times } = textsIn(logMessages, language)
        if (row.result === 'ok') return <Badge tone="good" text={choices.result.ok} />
        return (
          <span title={row.resultText?.[language] ?? row.result} className={twoLines}>
            <Badge tone="bad" text={choices.result.refused} /> {row.tries > 1 && <span className="whitespace-nowrap text-kumo-subtle">{times(row.tries)}</span>}
          </span>
        )
      },
    },
    { key: 'address', widthPx: 130, cell: addressCell },
    { key: 'place', isHiddenAtFirst: true, widthPx: 140, cell: placeCell },
    { key: 'agent', isHiddenAtFirst: true },
    { key: 'durationMs', isNumber: true, isHiddenAtFirst: true, widthPx: 100, cell: durationCell },
    { key: 'requestId', isHiddenAtFirst: true, isCode: true, widthPx: 130 },
  ],
})
