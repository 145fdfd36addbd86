import type { ReactNode } from 'react'
import WarningIcon from 'icon:warning'
import type { record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { AcknowledgeWarnings, FindingsList } from '../findings/findings-list.tsx'
import { importMessages } from './import.messages.ts'
import type { ImportChoices } from './source-step.tsx'
import { warningNote } from '../../../../screen-parts/surface.ts'

export type Imported = Reply<typeof record.import>['data']

type PreviewStepProps = {
  choices: ImportChoices
  preview: Imported
  textAt: (lineNumber: number) => string | null
  /** A wrong line was written otherwise. */
  onEdit: (lineNumber: number, text: string) => void
  /** Stands above all: what changed since the editor was opened or the preview was made. */
  notice: string | null
  isSkipping: boolean
  onSkip: (isSkipping: boolean) => void
  isAcknowledged: boolean
  onAcknowledge: (isAcknowledged: boolean) => void
}

type Counted = Pick<Imported, 'added' | 'updated' | 'deleted' | 'unchanged'>

export function changeCount({ added, updated, deleted }: Omit<Counted, 'unchanged'>): number {
  return added + updated + deleted
}

/** What the import would do and what is wrong with it. */
export function PreviewStep({ choices, preview, textAt, onEdit, notice, isSkipping, onSkip, isAcknowledged, onAcknowledge }: PreviewStepProps) {
  const text = useText(importMessages)
  const changes = changeCount(preview)
  return (
    <div className="space-y-4">
      {notice !== null && <Notice>{notice}</Notice>}
      <Counts preview={preview} />
      {preview.deleted > 0 && <Notice>{text.deletes(preview.deleted)}</Notice>}
      {preview.findings.length > 0 && (
        <div className="space-y-3">
          <FindingsList
            told={preview}
            counts={choices.format === 'json' ? 'records' : 'lines'}
            textAt={textAt}
            isSkipping={isSkipping}
            onEdit={choices.format === 'json' ? undefined : onEdit}
          />
          {(preview.found.error > 0 || isSkipping) && (
            <label className="flex items-start gap-2 text-sm">
              <input type="checkbox" className="mt-0.5 size-4 shrink-0" checked={isSkipping} onChange={(event) => onSkip(event.target.checked)} />
              {text.skip}
            </label>
          )}
          {preview.found.warning > 0 && <AcknowledgeWarnings isTicked={isAcknowledged} onTick={onAcknowledge} />}
        </div>
      )}
      {changes === 0 && (preview.found.error === 0 || isSkipping) ? (
        <div className="rounded-md border border-kumo-line px-4 py-6 text-center">
          <p className="font-medium">{text.nothing}</p>
          <p className="mt-1 text-sm text-kumo-subtle">{text.nothingHelp}</p>
        </div>
      ) : (
        <Sample preview={preview} changes={changes} />
      )}
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={warningNote}>
      <WarningIcon size={16} className="mt-0.5 shrink-0 text-np-warning" aria-hidden="true" />
      {children}
    </p>
  )
}

const dots = { added: 'bg-kumo-success', updated: 'bg-kumo-warning', deleted: 'bg-kumo-danger', unchanged: 'bg-kumo-line' }

/** How much would change. */
export function Counts({ preview }: { preview: Counted }) {
  const text = useText(importMessages)
  const format = useFormat()
  return (
    <dl data-counts="" className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-kumo-line bg-kumo-line pad:grid-cols-4">
      {(['added', 'updated', 'deleted', 'unchanged'] as const).map((name) => (
        <div key={name} className="bg-kumo-base px-4 py-2.5">
          <dt className="flex items-center gap-1.5 text-sm text-kumo-subtle">
            <span aria-hidden="true" className={`size-2 rounded-full ${dots[name]}`} />
            {text.counts[name]}
          </dt>
          <dd className="text-xl font-medium tabular-nums">{format.number(preview[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The first of what would change, before and after. */
export function Sample({ preview, changes }: { preview: Pick<Imported, 'sample'>; changes: number }) {
  const text = useText(importMessages)
  const format = useFormat()
  if (preview.sample.length === 0) return null
  return (
    <section aria-label={text.difference}>
      <h3 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
        {text.difference}
        {changes > preview.sample.length && (
          <span className="font-normal text-kumo-subtle">{text.sample(format.number(preview.sample.length), format.number(changes))}</span>
        )}
      </h3>
      <pre
        tabIndex={0}
        aria-label={text.difference}
        className="max-h-80 overflow-auto rounded-md border border-kumo-line text-xs leading-6 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <span className="block w-max min-w-full">
          {preview.sample.map((one, index) => (
            <span key={index} className="block border-b border-kumo-hairline last:border-0">
              {one.before !== null && (
                <span className="block bg-kumo-danger-tint px-3">
                  <span className="select-none">- </span>
                  {one.before}
                </span>
              )}
              {one.after !== null && (
                <span className="block bg-kumo-success/10 px-3">
                  <span className="select-none">+ </span>
                  {one.after}
                </span>
              )}
            </span>
          ))}
        </span>
      </pre>
    </section>
  )
}
