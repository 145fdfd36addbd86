import type { Operation } from '@nameplane/contract/dns/log'
import { moduleOf, moduleText } from '@nameplane/contract/dns/log-words'
import { auditActionTitle } from '@nameplane/contract/home/audit-actions'
import { menu } from '@nameplane/contract/menu'
import { textOfProblem } from '../../../api/problem-text.ts'
import { actorName } from '../../../i18n/actor-name.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { textsIn, useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { Badge } from '../../../screen-parts/badge.tsx'
import type { Column } from '../../../screen-parts/table/column.ts'
import { textLink } from '../../../ui/classes.ts'
import { addressCell, agentCell, durationCell, placeCell, requestCell, timeCell } from './log-cells.tsx'
import { logMessages } from './log.messages.ts'
import { targetPath } from './target-link.ts'

const { zh, en } = { zh: logMessages.zh.fields, en: logMessages.en.fields }
const screens: ReadonlySet<string> = new Set(menu.map((page) => page.path))

/** The target with a way to it. */
export function Target({ operation }: { operation: Operation }) {
  const to = targetPath(operation, screens)
  const name = operation.domain?.name ?? operation.targetName
  const said = name === '' && operation.targetId !== null ? `#${operation.targetId}` : name
  return to === null ? (
    <span title={said}>{said}</span>
  ) : (
    <ScreenLink to={to} title={said} className={textLink}>
      {said}
    </ScreenLink>
  )
}

/** Who did it, and in whose name. */
export function Actor({ operation }: { operation: Operation }) {
  const text = useText(logMessages)
  const actor = actorName(operation.actor, useLanguage())
  const actingAs = operation.actingAs === null ? '' : text.actingAs(operation.actingAs)
  return (
    <span title={`${actor} ${actingAs}`.trim()}>
      {actor}
      {actingAs !== '' && <span className="text-kumo-subtle"> {actingAs}</span>}
    </span>
  )
}

export const operationColumns: readonly Column<Operation>[] = [
  { key: 'time', title: { zh: zh.time, en: en.time }, sidx: 'time', onCard: 'fact', widthPx: 170, cell: timeCell },
  { key: 'actor', title: { zh: zh.actor, en: en.actor }, onCard: 'fact', widthPx: 150, cell: (row) => <Actor operation={row} /> },
  { key: 'module', title: { zh: zh.module, en: en.module }, widthPx: 110, cell: (row, { language }) => moduleText(moduleOf(row.action), language) },
  {
    key: 'action',
    title: { zh: zh.action, en: en.action },
    isFixed: true,
    onCard: 'title',
    widthPx: 190,
    cell: (row, { language }) => <span title={row.action}>{auditActionTitle(row.action, language)}</span>,
  },
  { key: 'target', title: { zh: zh.target, en: en.target }, onCard: 'fact', cell: (row) => <Target operation={row} /> },
  {
    key: 'result',
    title: { zh: zh.result, en: en.result },
    onCard: 'fact',
    widthPx: 170,
    cell: (row, { language, format }) => {
      const text = textsIn(logMessages, language)
      if (row.result === 'ok') return <Badge tone="good" text={text.ok} />
      return (
        <span title={textOfProblem(row.result, language)}>
          <Badge tone="bad" text={text.refused} />
          {row.tries > 1 && <span className="ml-2 text-kumo-subtle">{text.times(format.number(row.tries))}</span>}
        </span>
      )
    },
  },
  { key: 'address', title: { zh: zh.address, en: en.address }, widthPx: 140, cell: addressCell },
  { key: 'place', title: { zh: zh.place, en: en.place }, widthPx: 150, cell: placeCell },
  { key: 'agent', title: { zh: zh.agent, en: en.agent }, isHiddenAtFirst: true, cell: agentCell },
  { key: 'durationMs', title: { zh: zh.duration, en: en.duration }, sidx: 'durationMs', isNumber: true, widthPx: 100, cell: durationCell },
  { key: 'requestId', title: { zh: zh.requestId, en: en.requestId }, isHiddenAtFirst: true, widthPx: 130, cell: requestCell },
]
