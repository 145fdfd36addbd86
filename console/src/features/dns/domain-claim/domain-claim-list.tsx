import { domainClaim, type DomainClaim } from '@nameplane/contract/dns/domain-claim'
import { formatExactTime } from '../../../i18n/format.ts'
import { textsIn } from '../../../i18n/messages.ts'
import { Badge, type Tone } from '../../../screen-parts/badge.tsx'
import { defineList } from '../../../screen-parts/list/list-definition.tsx'
import type { CellTools } from '../../../screen-parts/table/column.ts'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { domainClaimMessages, domainClaimWords } from './domain-claim.messages.ts'

const tones = { waiting: 'warning', retrieved: 'good', expired: 'neutral' } as const satisfies Record<DomainClaim['state'], Tone>

function state({ state: is, expireTime }: DomainClaim, { language, format }: CellTools) {
  const text = textsIn(domainClaimMessages, language)
  return (
    <span title={text.until(formatExactTime(expireTime))} className={twoLines}>
      <Badge tone={tones[is]} text={text.choices.state[is]} />
      {is === 'waiting' && <span className="ml-1.5 text-kumo-subtle">{text.ends(format.relativeTime(expireTime))}</span>}
    </span>
  )
}

/** What the last check saw, and when. */
function finding({ finding: found, state: is, checkTime }: DomainClaim, { language, format }: CellTools) {
  const text = textsIn(domainClaimMessages, language)
  if (found === null || checkTime === null) return <span className="text-kumo-subtle">{text.never}</span>
  return (
    <span title={formatExactTime(checkTime)} className={twoLines}>
      {found === 'seen' && is !== 'retrieved' ? text.seenLocked : text.choices.finding[found]}
      <span className="ml-1.5 text-kumo-subtle">{format.relativeTime(checkTime)}</span>
    </span>
  )
}

/** What has to be typed elsewhere is shown to its end. */
const whole = (text: string) => <span className="font-mono break-all whitespace-normal">{text}</span>

export const domainClaims = defineList(domainClaim.list, {
  name: 'domain-claim',
  words: domainClaimWords,
  rowName: (claim) => claim.unicodeName,
  filters: ['search', 'state', 'userId'],
  columns: [
    {
      key: 'domain',
      isFixed: true,
      onCard: 'title',
      widthPx: 160,
      cell: (claim) => (
        <span title={claim.domain} className="wrap-anywhere whitespace-normal">
          {claim.unicodeName}
        </span>
      ),
    },
    { key: 'recordName', onCard: 'fact', widthPx: 230, cell: ({ recordName }) => whole(recordName) },
    { key: 'recordValue', onCard: 'fact', cell: ({ recordValue }) => whole(recordValue) },
    { key: 'state', onCard: 'fact', widthPx: 135, cell: state },
    { key: 'finding', widthPx: 150, cell: finding },
    { key: 'username', widthPx: 96 },
    { key: 'finishTime', isHiddenAtFirst: true, widthPx: 140 },
    { key: 'createTime', isHiddenAtFirst: true, widthPx: 140 },
  ],
})
