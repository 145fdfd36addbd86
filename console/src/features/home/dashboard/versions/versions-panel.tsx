import { useState, type ReactNode } from 'react'
import type { Reply } from '@nameplane/contract/endpoint'
import { update } from '@nameplane/contract/home/update'
import { version } from '@nameplane/contract/home/version'
import { useCall } from '../../../../api/queries.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { textLink } from '../../../../ui/classes.ts'
import { Panel } from '../panel.tsx'
import { UpdateLogSheet } from './update-log-sheet.tsx'
import { UpdateSheet } from './update-sheet.tsx'
import { versionsMessages } from './versions.messages.ts'

const small = 'h-7 px-2.5'

/** What runs here, since when, and whether an update waits. */
export function VersionsPanel() {
  const text = useText(versionsMessages)
  const versions = useCall(version.detail, {}, { freshSeconds: 300 })
  const status = useCall(update.status, {})
  const [sheet, setSheet] = useState<'log' | 'update' | null>(null)
  return (
    <Panel
      title={text.title}
      actions={
        <QuietButton className={small} onClick={() => setSheet('log')}>
          {text.log}
        </QuietButton>
      }
    >
      {versions.reply ? (
        <VersionFacts versions={versions.reply.data} />
      ) : (
        <div className="flex min-h-44 items-center justify-center gap-3 px-4 text-sm text-kumo-subtle">
          {versions.problem?.isShown && (
            <>
              {text.failed}
              <QuietButton className={small} onClick={() => void versions.refresh()}>
                {text.retry}
              </QuietButton>
            </>
          )}
        </div>
      )}
      <div className="flex items-center gap-3 border-t border-kumo-hairline px-4 py-2.5 text-sm">
        <p className="min-w-0 flex-1">
          <span className="mr-2 text-kumo-subtle">{text.update}</span>
          {status.reply ? <UpdateState status={status.reply.data} /> : status.problem?.isShown ? text.failed : '…'}
        </p>
        {status.reply && (
          <QuietButton className={small} onClick={() => setSheet('update')}>
            {status.reply.data.keyFolder === null ? text.show : text.manage}
          </QuietButton>
        )}
      </div>
      {sheet === 'log' && <UpdateLogSheet runs={versions.reply?.data.product ?? null} onClose={() => setSheet(null)} />}
      {sheet === 'update' && status.reply && <UpdateSheet status={status.reply.data} refresh={status.refresh} onClose={() => setSheet(null)} />}
    </Panel>
  )
}

function UpdateState({ status: { state, archive } }: { status: Reply<typeof update.status>['data'] }) {
  const { states } = useText(versionsMessages)
  return state === 'uploaded' || state === 'ready' ? states[state](archive?.version ?? '') : states[state]
}

function VersionFacts({ versions }: { versions: Reply<typeof version.detail>['data'] }) {
  const text = useText(versionsMessages)
  const format = useFormat()
  const [asn, country] = versions.addressData
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 px-4 py-3 text-sm [&_dt]:text-kumo-subtle">
      <Fact name={text.product}>{versions.product}</Fact>
      <Fact name={text.builtInNode}>{versions.builtInNode ?? text.builtInOff}</Fact>
      <Fact name={text.nodeRuntime}>
        {versions.node.replace(/^v/, '')} <span className="text-kumo-subtle">{versions.platform}</span>
      </Fact>
      <Fact name={text.postgresql}>
        {versions.postgresql} <span className="text-kumo-subtle">{text.kinds[versions.databaseKind]}</span>
      </Fact>
      <Fact name={text.addressData}>{text.snapshot(asn?.day ?? asn?.version ?? '–', country?.day ?? country?.version ?? '–')}</Fact>
      <Fact name={text.attribution} isSmall>
        {versions.sources.map((source) => (
          <span key={source.name} className="block">
            <a href={source.link} target="_blank" rel="noreferrer" className={textLink}>
              {source.name}
            </a>{' '}
            <a href={source.licenceLink} target="_blank" rel="noreferrer" className="text-kumo-subtle underline-offset-2 hover:underline">
              {source.licence}
            </a>
          </span>
        ))}
      </Fact>
      <Fact name={text.started}>
        <time dateTime={versions.startTime} title={formatExactTime(versions.startTime)}>
          {format.relativeTime(versions.startTime)}
        </time>
      </Fact>
    </dl>
  )
}

function Fact({ name, isSmall = false, children }: { name: string; isSmall?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap">{name}</dt>
      <dd className={`min-w-0 tabular-nums ${isSmall ? 'text-xs leading-5' : ''}`}>{children}</dd>
    </>
  )
}
