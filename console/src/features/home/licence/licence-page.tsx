import type { ReactNode } from 'react'
import { licence } from '@nameplane/contract/home/licence'
import { useCall } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Failure } from '../../../screen-parts/failure.tsx'
import { PageHead } from '../../../screen-parts/list/list-page.tsx'
import { LicenceKeys } from './licence-keys.tsx'
import { LicencePanel } from './licence-panel.tsx'
import type { LicenceDetail } from './licence-detail.ts'
import { licenceMessages } from './licence.messages.ts'
import { Facts, Panel } from './panel.tsx'

/** Edition, licence and its limits, use, and what is installed. */
export function LicencePage() {
  const text = useText(licenceMessages)
  const { reply, problem, refresh } = useCall(licence.detail, {})
  return (
    <>
      <PageHead title={text.title} help={text.help} />
      {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} />}
      {reply && (
        <div className="grid items-start gap-4 pc:grid-cols-2">
          <LicencePanel detail={reply.data} />
          <UsePanel detail={reply.data} />
          <InstalledPanel detail={reply.data} />
          <div className="grid gap-4">
            <FolderPanel detail={reply.data} />
            <LicenceKeys detail={reply.data} />
          </div>
        </div>
      )}
    </>
  )
}

function UsePanel({ detail }: { detail: LicenceDetail }) {
  const text = useText(licenceMessages)
  const format = useFormat()
  const { use } = detail
  const limited = (name: string, { used, limit }: { used: number; limit: number | null }) => (
    <div key={name}>
      <div className="flex justify-between gap-4">
        <span className="text-kumo-subtle">{name}</span>
        <span className="tabular-nums">
          {limit === null ? `${format.number(used)} · ${text.unlimited}` : text.of(format.number(used), format.number(limit))}
        </span>
      </div>
      {limit !== null && (
        <meter aria-label={name} min={0} max={limit} high={limit * 0.9} value={Math.min(used, limit)} className="mt-1 h-2 w-full">
          {text.of(format.number(used), format.number(limit))}
        </meter>
      )}
    </div>
  )
  return (
    <Panel title={text.use}>
      <div className="space-y-2.5">
        {limited(text.domains, use.domains)}
        {limited(text.nodes, use.nodes)}
        {[
          [text.records, use.records],
          [text.users, use.users],
          [text.administrators, use.administrators],
        ].map(([name, count]) => (
          <div key={name} className="flex justify-between gap-4">
            <span className="text-kumo-subtle">{name}</span>
            <span className="tabular-nums">{format.number(Number(count))}</span>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function InstalledPanel({ detail: { installed } }: { detail: LicenceDetail }) {
  const text = useText(licenceMessages)
  const language = useLanguage()
  const format = useFormat()
  const { host } = installed
  const facts: readonly [string, ReactNode][] = [
    [text.version, installed.version],
    [text.runtime, installed.node],
    [text.database, `${installed.postgresql} · ${text.kinds[installed.databaseKind]}`],
    [text.databaseSize, format.bytes(installed.databaseBytes)],
    [text.started, formatExactTime(installed.startTime)],
    [text.host, [host.name, host.platform, text.cores(host.cores), format.bytes(host.memoryBytes)].join(' · ')],
    [text.modules, format.listOf(installed.moduleNames.map((name) => name[language]))],
    [
      text.nodeList,
      installed.nodes.length === 0 ? (
        text.noNodes
      ) : (
        <ul key="nodes">
          {installed.nodes.map((node) => (
            <li key={node.name}>{[node.name, node.version, (text.states as Readonly<Record<string, string>>)[node.state] ?? node.state].join(' · ')}</li>
          ))}
        </ul>
      ),
    ],
  ]
  return (
    <Panel title={text.installed}>
      <Facts facts={facts} />
    </Panel>
  )
}

function FolderPanel({ detail: { installed } }: { detail: LicenceDetail }) {
  const text = useText(licenceMessages)
  const format = useFormat()
  const names = text.folderNames as Readonly<Record<string, string>>
  return (
    <Panel title={text.dataFolder} note={installed.path ?? undefined}>
      <Facts facts={installed.dataFolder.map((part) => [names[part.name] ?? part.name, format.bytes(part.bytes)] as const)} />
    </Panel>
  )
}
