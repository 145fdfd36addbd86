import { useState } from 'react'
import { secondary, type Secondary, type SecondaryZone } from '@nameplane/contract/dns/secondary'
import { useCall } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { Empty, NoMatches } from '../../../screen-parts/empty.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { Pages } from '../../../screen-parts/list/pages.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { secondaryMessages } from './secondary.messages.ts'

const limit = 20
const lookEverySeconds = 3

/** How far a secondary server is with its zones: what it was told of, and what it was given. */
export function SecondaryZones({ row, onClose }: { row: Secondary; onClose: () => void }) {
  const text = useText(secondaryMessages).zones
  const parts = useText(partsMessages)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = { id: row.id, page, limit, ...(search === '' ? {} : { search }) }
  const { reply, problem, refresh } = useCall(secondary.zones, asked, { keepsPrevious: true, everySeconds: lookEverySeconds })
  const zones = reply?.data
  const find = (value: string): void => {
    setSearch(value)
    setPage(1)
  }
  return (
    <Drawer title={text.title(row.name)} note={text.note} closeText={parts.close} onClose={onClose}>
      <div className="px-5 py-3">
        <SearchBox label={text.search} value={search} onSearch={find} />
      </div>
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={zones !== undefined} />}
      {!zones && !problem && <Loading />}
      {zones && zones.list.length === 0 && zones.isNodeConnected && search !== '' && <NoMatches onClear={() => find('')} />}
      {zones && zones.list.length === 0 && zones.isNodeConnected && search === '' && <Empty title={text.none} help={text.noneHelp} />}
      {zones && !zones.isNodeConnected && <Empty title={text.away} help={text.awayHelp} />}
      {zones && zones.list.length > 0 && (
        <>
          <ul className="divide-y divide-kumo-hairline border-t border-kumo-hairline">
            {zones.list.map((zone) => (
              <Zone key={zone.zone} zone={zone} />
            ))}
          </ul>
          <Pages page={page} limit={limit} total={zones.totalCount} onPage={setPage} />
        </>
      )}
    </Drawer>
  )
}

function Zone({ zone }: { zone: SecondaryZone }) {
  const text = useText(secondaryMessages).zones
  const format = useFormat()
  const { notifiedSerial, notifyTime, acknowledgedSerial, acknowledgeTime, transferredSerial, transferTime, transferKind, askedSerial } = zone
  const kind = transferKind === null ? '' : text.kinds[transferKind]
  const way = askedSerial === null ? kind : text.kindFrom(kind, String(askedSerial))
  return (
    <li className="px-5 py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-mono wrap-anywhere">{zone.zone}</span>
        <State zone={zone} />
      </p>
      <ul className="mt-0.5 text-kumo-subtle tabular-nums">
        <li>{text.serial(String(zone.serial))}</li>
        {notifiedSerial !== null && notifyTime !== null && (
          <li title={formatExactTime(notifyTime)}>{text.notified(String(notifiedSerial), format.relativeTime(notifyTime), format.number(zone.tries))}</li>
        )}
        {acknowledgedSerial !== null && acknowledgeTime !== null && (
          <li title={formatExactTime(acknowledgeTime)}>{text.acknowledgedSerial(String(acknowledgedSerial), format.relativeTime(acknowledgeTime))}</li>
        )}
        {transferredSerial !== null && transferTime !== null && (
          <li title={formatExactTime(transferTime)}>{text.transferred(String(transferredSerial), format.relativeTime(transferTime), way)}</li>
        )}
      </ul>
    </li>
  )
}

function State({ zone: { notifiedSerial, acknowledgedSerial, failure, rcode } }: { zone: SecondaryZone }) {
  const text = useText(secondaryMessages).zones
  if (failure === 'silent' || failure === 'unreachable') return <Badge tone="bad" text={text[failure]} />
  if (failure !== null) return <Badge tone="bad" text={text[failure](rcode)} />
  if (notifiedSerial === null) return null
  return acknowledgedSerial === notifiedSerial ? <Badge tone="good" text={text.acknowledged} /> : <Badge tone="warning" text={text.waiting} />
}

function Loading() {
  return (
    <div aria-busy="true" className="divide-y divide-kumo-hairline border-t border-kumo-hairline">
      {Array.from({ length: 4 }, (_, row) => (
        <div key={row} className="space-y-2 px-5 py-3">
          <div className="h-3.5 w-40 animate-pulse rounded-xs bg-kumo-recessed" />
          <div className="h-3 w-56 animate-pulse rounded-xs bg-kumo-recessed" />
        </div>
      ))}
    </div>
  )
}
