import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { queryVolume, type VolumeFilter } from '@nameplane/contract/dns/query-volume'
import type { Reply } from '@nameplane/contract/endpoint'
import { download } from '../../../../api/downloads.ts'
import { useCall } from '../../../../api/queries.ts'
import { DomainPeriod, usePeriod } from '../../../../entities/domain/domain-period.tsx'
import { OneDomain } from '../../../../entities/domain/one-domain.tsx'
import { useLines } from '../../../../entities/line/use-lines.ts'
import { useText } from '../../../../i18n/messages.ts'
import { RankedPanel } from './ranked-panel.tsx'
import { statisticsMessages } from './statistics.messages.ts'
import { useVolumeFilter, type VolumeFilterState } from './volume-filter.ts'
import { VolumePanel } from './volume-panel.tsx'

type Statistics = Reply<typeof domain.statistics>['data']

const everySeconds = 60

/** What a domain was asked, by whom and where it was answered. */
export function StatisticsPage() {
  return <OneDomain>{(one) => <DomainStatistics domain={one} />}</OneDomain>
}

function DomainStatistics({ domain: shown }: { domain: Domain }) {
  const text = useText(statisticsMessages)
  const period = usePeriod()
  const filter = useVolumeFilter()
  const answered = useCall(domain.statistics, { id: shown.id, period }, { everySeconds })
  return (
    <DomainPeriod
      domain={shown}
      page="qps"
      period={period}
      answered={answered}
      onExport={() => void download(queryVolume.export, { id: shown.id, period, ...filter.asked })}
      note={text.source}
      isEmpty={({ answers }) => answers === 0}
    >
      {(figures) => (
        <div className="flex flex-col gap-4">
          <VolumePanel domainId={shown.id} period={period} filter={filter} />
          <Figures domainId={shown.id} figures={figures} filter={filter} />
        </div>
      )}
    </DomainPeriod>
  )
}

function Figures({ domainId, figures, filter }: { domainId: number; figures: Statistics; filter: VolumeFilterState }) {
  const text = useText(statisticsMessages)
  const { nameOf: nameOfLine } = useLines(domainId)
  const asItIs = (name: string): string => name
  const orOther = (name: string): string => (name === 'OTHER' ? text.other : name)
  const common = (by: VolumeFilter) => ({ total: figures.answers, chosen: filter.by === by ? filter.value : undefined, onChoose: filter.chooser(by) })
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-2">
      <RankedPanel title={text.groups.names} help={text.helps.names} rows={figures.names} nameOf={asItIs} isCode {...common('name')} />
      <RankedPanel title={text.groups.countries} help={text.helps.countries} rows={figures.countries} nameOf={nameOfLine} {...common('country')} />
      <RankedPanel title={text.groups.lines} rows={figures.lines} nameOf={nameOfLine} {...common('line')} />
      <RankedPanel title={text.groups.types} rows={figures.types} nameOf={orOther} isCode {...common('type')} />
      <RankedPanel title={text.groups.rcodes} rows={figures.rcodes} nameOf={asItIs} isCode {...common('rcode')} />
      <RankedPanel title={text.groups.nodes} rows={figures.nodes} nameOf={asItIs} {...common('node')} />
    </div>
  )
}
