import { Suspense, useCallback, useEffect } from 'react'
import type { domain as domainCalls } from '@nameplane/contract/dns/domain'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { exportFormats, record } from '@nameplane/contract/dns/record'
import type { Reply } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { download } from '../../../api/downloads.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import type { BulkFilter } from './bulk/bulk-choices.ts'
import { newEditKey } from './tray/edit-key.ts'
import { withAdded, type Edit, type Edited, type RecordDraft, type RecordRow, type Tray } from './tray/tray.ts'
import type { Lines } from '../../../entities/line/use-lines.ts'

// What opens over the editor is fetched when it is first opened.
const RecordFormDialog = lazyPart(() => import('./form/record-form-dialog.tsx').then((part) => part.RecordFormDialog))
const PasteDialog = lazyPart(() => import('./paste/paste-dialog.tsx').then((part) => part.PasteDialog))
const TemplateDialog = lazyPart(() => import('./template/template-dialog.tsx').then((part) => part.TemplateDialog))
const SaveTemplateDialog = lazyPart(() => import('./template/own-template-form.tsx').then((part) => part.SaveTemplateDialog))
const LinesDialog = lazyPart(() => import('./form/lines-dialog.tsx').then((part) => part.LinesDialog))
const ImportDialog = lazyPart(() => import('./import/import-dialog.tsx').then((part) => part.ImportDialog))
const BulkDialog = lazyPart(() => import('./bulk/bulk-dialog.tsx').then((part) => part.BulkDialog))
const HistoryDrawer = lazyPart(() => import('./history/history-drawer.tsx').then((part) => part.HistoryDrawer))
const ExplainDrawer = lazyPart(() => import('./explain/explain-drawer.tsx').then((part) => part.ExplainDrawer))
const ReviewDialog = lazyPart(() => import('./review/review-dialog.tsx').then((part) => part.ReviewDialog))

type ExportFormat = (typeof exportFormats)[number]

export type Overlay =
  /** `row` is null for a new record; `like` fills it in, `named` only says what for. */
  | { kind: 'form'; edit: Edit | undefined; row: RecordRow | null; like?: RecordDraft; named?: Pick<RecordDraft, 'host' | 'type'> }
  | { kind: 'lines'; drafts: readonly RecordDraft[] }
  | { kind: 'template' }
  /** These are kept as a template. */
  | { kind: 'save-template'; drafts: readonly RecordDraft[] }
  | { kind: 'paste'; text: string }
  | { kind: 'review' }
  | { kind: 'import' }
  /** All records that match: how many the list says they are. */
  | { kind: 'bulk'; filter: BulkFilter; total: number }
  | { kind: `export-${ExportFormat}` }
  | { kind: 'history'; recordId: number | null }
  | { kind: 'explain'; host: string; type: string }

/** What a form is opened on. */
export function editedOf({ edit, row }: Extract<Overlay, { kind: 'form' }>): Edited {
  return { row: row ?? (edit && edit.op !== 'add' ? edit.base : null), key: edit?.op === 'add' ? edit.key : null }
}

type RecordOverlaysProps = {
  overlay: Overlay
  domain: Reply<typeof domainCalls.detail>['data']
  zone: Zone
  lines: Lines
  tray: Tray
  update: (change: (tray: Tray) => Tray) => void
  keep: (draft: RecordDraft, at: Extract<Overlay, { kind: 'form' }>) => void
  setOverlay: (overlay: Overlay | null) => void
  /** The tray was saved. */
  onSaved: (serial: number) => void
  /** Something else made a new saved state; the tray stays. */
  onPublished: (serial: number) => void
  /** Records of another provider were imported. */
  onMoved: () => void
  /** All records that match were changed: ticked rows may be others now. */
  onBulkSaved: (serial: number) => void
  onTemplateSaved: () => void
}

/** The one dialog or drawer that is open. */
export function RecordOverlays({
  overlay,
  domain,
  zone,
  lines,
  tray,
  update,
  keep,
  setOverlay,
  onSaved,
  onPublished,
  onMoved,
  onBulkSaved,
  onTemplateSaved,
}: RecordOverlaysProps) {
  const close = useCallback(() => setOverlay(null), [setOverlay])
  const exported = exportFormats.find((format) => overlay.kind === `export-${format}`)
  if (exported !== undefined) return <ExportNow domainId={domain.id} format={exported} onDone={close} />
  return <Suspense fallback={null}>{shown()}</Suspense>

  function add(drafts: readonly RecordDraft[]): void {
    const added = drafts.map((draft) => ({ key: newEditKey(), draft }))
    update((now) => withAdded(now, added))
  }

  function shown() {
    switch (overlay.kind) {
      case 'form': {
        const blank: RecordDraft = {
          host: '',
          type: 'A',
          line: 'default',
          value: '',
          ttl: domain.defaultTtlSeconds || limits.recordTtlSeconds.default,
          weight: null,
          remark: '',
          status: 1,
        }
        const { edit, row } = overlay
        const initial = edit && edit.op !== 'delete' ? edit.draft : (row ?? overlay.like ?? { ...blank, ...overlay.named })
        return (
          <RecordFormDialog
            initial={initial}
            isNew={row === null && edit === undefined}
            zone={zone}
            lines={lines}
            surroundings={{ domainId: domain.id, tray, edited: editedOf(overlay) }}
            onClose={close}
            onKeep={(draft, another) => {
              keep(draft, overlay)
              if (!another) close()
            }}
          />
        )
      }
      case 'template':
        return (
          <TemplateDialog
            domainId={domain.id}
            zone={zone}
            ttl={domain.defaultTtlSeconds || limits.recordTtlSeconds.default}
            lines={lines}
            tray={tray}
            onTray={update}
            onClose={close}
          />
        )
      case 'save-template':
        return <SaveTemplateDialog drafts={overlay.drafts} domain={zone.name} lines={lines} onSaved={onTemplateSaved} onClose={close} />
      case 'paste':
        return (
          <PasteDialog
            initialText={overlay.text}
            zone={zone}
            lines={lines}
            defaultTtlSeconds={domain.defaultTtlSeconds || limits.recordTtlSeconds.default}
            onClose={close}
            onTake={add}
          />
        )
      case 'lines':
        return <LinesDialog drafts={overlay.drafts} lines={lines} onTake={add} onClose={close} />
      case 'review':
        return (
          <ReviewDialog
            domainId={domain.id}
            version={domain.version}
            tray={tray}
            lines={lines}
            onTray={update}
            onEdit={(edit) => setOverlay({ kind: 'form', edit, row: null })}
            onSaved={onSaved}
            onClose={close}
          />
        )
      case 'bulk':
        return (
          <BulkDialog
            domainId={domain.id}
            filter={overlay.filter}
            total={overlay.total}
            pending={tray.edits.length}
            lines={lines}
            onClose={close}
            onSaved={onBulkSaved}
          />
        )
      case 'import':
        return (
          <ImportDialog
            domainId={domain.id}
            domainName={domain.unicodeName}
            version={domain.version}
            lines={lines}
            onClose={close}
            onImported={(imported, isFromElsewhere) => {
              onPublished(imported.serial)
              if (isFromElsewhere) onMoved()
              close()
            }}
          />
        )
      case 'history':
        return (
          <HistoryDrawer
            domainId={domain.id}
            domainName={domain.unicodeName}
            recordId={overlay.recordId}
            onClose={close}
            onRestored={(restored) => {
              onPublished(restored.serial)
              close()
            }}
          />
        )
      case 'explain':
        return <ExplainDrawer domainId={domain.id} domainName={domain.unicodeName} host={overlay.host} type={overlay.type} onClose={close} />
      default:
        return null
    }
  }
}

function ExportNow({ domainId, format, onDone }: { domainId: number; format: ExportFormat; onDone: () => void }) {
  useEffect(() => {
    onDone()
    void download(record.export, { domainId, format })
  }, [domainId, format, onDone])
  return null
}
