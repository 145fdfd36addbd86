import { Suspense, type ReactNode } from 'react'
import { problemText } from '@nameplane/contract/problem-text'
import { nodeEnrolment, type NodeEnrolment } from '@nameplane/contract/system/node-enrolment'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useScreenLocation, useSetSearch } from '../../../../routing/screen-location.tsx'
import { Badge, type Tone } from '../../../../screen-parts/badge.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { PageHead } from '../../../../screen-parts/list/list-page.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { surface } from '../../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { nodeInstallMessages } from './node-install.messages.ts'

const NodeInstallForm = lazyPart(() => import('./node-install-form.tsx').then((form) => form.NodeInstallForm))

const tones: Readonly<Record<NodeEnrolment['state'], Tone>> = { open: 'neutral', expired: 'neutral', waiting: 'warning', enabled: 'good', revoked: 'bad' }
const refreshSeconds = 10

/** Install commands and the nodes that came of them. `?open=add` opens the form. */
export function NodeInstall({ title, tabs }: { title: string; tabs: ReactNode }) {
  const text = useText(nodeInstallMessages)
  const language = useLanguage()
  const setSearch = useSetSearch()
  const { search } = useScreenLocation()
  const { reply, problem, refresh } = useCall(nodeEnrolment.list, {}, { everySeconds: refreshSeconds })
  const mayWrite = useMay('node_install.write')
  const mayDelete = useMay('node_install.delete')
  const noRight = problemText('right_missing', language)
  const add = (
    <PrimaryButton disabled={!mayWrite} title={mayWrite ? undefined : noRight} onClick={() => setSearch({ open: 'add' })}>
      {text.add}
    </PrimaryButton>
  )
  return (
    <>
      <PageHead title={title} help={text.help} action={add} />
      <div className="grid items-start gap-4 pc:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section className={surface}>
          {tabs}
          {problem?.isShown && !reply && <Failure problem={problem} onRetry={() => void refresh()} isSlim />}
          {reply && reply.data.length === 0 && <Empty title={text.none} help={text.noneHelp} />}
          {reply && reply.data.length > 0 && (
            <ul aria-label={text.title} className="divide-y divide-kumo-line">
              {reply.data.map((row) => (
                <InstalledNode key={row.id} row={row} refusals={{ change: mayWrite ? null : noRight, removal: mayDelete ? null : noRight }} />
              ))}
            </ul>
          )}
        </section>
        <section className={surface}>
          <h2 className="border-b border-kumo-line px-4 py-2.5 text-sm font-medium pad:px-5">{text.others.title}</h2>
          <div className="flex flex-col gap-2 p-4 text-sm pad:p-5">
            <p className="text-kumo-subtle">{text.others.help}</p>
            <ul className="list-disc pl-5">
              {text.others.kinds.map((kind) => (
                <li key={kind}>{kind}</li>
              ))}
            </ul>
          </div>
        </section>
      </div>
      <Suspense fallback={null}>{mayWrite && search['open'] === 'add' && <NodeInstallForm onClose={() => setSearch({ open: null })} />}</Suspense>
    </>
  )
}

/** Why it cannot be enabled or disabled, and why not deleted; null where it can. */
type Refusals = { readonly change: string | null; readonly removal: string | null }

function InstalledNode({ row, refusals }: { row: NodeEnrolment; refusals: Refusals }) {
  const text = useText(nodeInstallMessages)
  const words = useText(partsMessages)
  const { ask, element } = useConfirm()
  const invalidates = [nodeEnrolment.list]
  const change = useChange(nodeEnrolment.status, { invalidates, success: 'done' })
  const remove = useChange(nodeEnrolment.delete, { invalidates, success: 'deleted' })
  const askDisabling = () =>
    ask({
      text: text.disableAsk(row.name),
      confirmLabel: text.disable,
      isDangerous: true,
      act: async () => void (await change.run({ id: row.id, isEnabled: 0 })),
    })
  const askRemoval = () =>
    ask({
      text: row.useTime === null ? text.removeOpenAsk(row.name) : text.removeAsk(row.name),
      confirmLabel: words.delete,
      isDangerous: true,
      act: async () => void (await remove.run({ ids: [row.id] })),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5 text-sm pad:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium break-all">{row.name}</span>
          <Badge tone={tones[row.state]} text={text.states[row.state]} />
        </p>
        <p className="text-kumo-subtle">
          <Story row={row} />
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {row.state === 'waiting' && (
          <QuietButton
            disabled={refusals.change !== null || change.isRunning}
            title={refusals.change ?? undefined}
            onClick={() => void change.run({ id: row.id, isEnabled: 1 })}
          >
            {text.enable}
          </QuietButton>
        )}
        {row.state === 'enabled' && (
          <QuietButton disabled={refusals.change !== null} title={refusals.change ?? undefined} onClick={askDisabling}>
            {text.disable}
          </QuietButton>
        )}
        <QuietButton disabled={refusals.removal !== null} title={refusals.removal ?? undefined} onClick={askRemoval}>
          {words.delete}
        </QuietButton>
      </div>
      {element}
    </li>
  )
}

/** What became of a command so far. */
function Story({ row }: { row: NodeEnrolment }) {
  const text = useText(nodeInstallMessages)
  const format = useFormat()
  if (row.useTime === null) return (row.state === 'open' ? text.openUntil : text.expiredAt)(formatExactTime(row.expireTime), row.createUser)
  return (
    <>
      {`${text.enrolledFrom(row.address)} · ${text.enrolled} `}
      <span title={formatExactTime(row.useTime)}>{format.relativeTime(row.useTime)}</span>
      {' · '}
      {row.lastCallTime === null ? (
        text.neverCalled
      ) : (
        <span title={formatExactTime(row.lastCallTime)}>{`${text.lastCall} ${format.relativeTime(row.lastCallTime)}`}</span>
      )}
    </>
  )
}
