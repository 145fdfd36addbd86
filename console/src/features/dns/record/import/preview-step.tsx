import type { ReactNode } from 'react'
import WarningIcon from 'icon:warning'
import type { record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { useText } from '../../../../i18n/messages.ts'
import { changeCount, Counts, Sample } from '../../../../entities/record/difference.tsx'
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
            namesMembers={choices.format === 'json'}
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
