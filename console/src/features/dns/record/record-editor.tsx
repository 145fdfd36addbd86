import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { Caller } from '@nameplane/contract/account/session'
import type { Domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import { limits } from '@nameplane/contract/limits'
import { problemText } from '@nameplane/contract/problem-text'
import { noticeSuccess } from '../../../api/notices.ts'
import { queryClient, callKey, useCall } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo, useScreenLocation, useSetSearch } from '../../../routing/screen-location.tsx'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { searchText } from '../../../routing/search-text.ts'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import type { BulkAction } from '../../../screen-parts/list/bulk-bar.tsx'
import { useSelection } from '../../../screen-parts/list/use-selection.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { surface } from '../../../screen-parts/surface.ts'
import { PrimaryButton, QuietButton } from '../../../ui/button.tsx'
import { textLink } from '../../../ui/classes.ts'
import { QuickAddRow } from './inline/quick-add-row.tsx'
import { PublicationStatus } from './publication-status.tsx'
import type { DomainAction } from './domain-actions.ts'
import { RecordActions } from './record-actions.tsx'
import { RecordBar, type RecordFilters } from './record-bar.tsx'
import { useRecordColumns } from './record-columns.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordOverlays, editedOf, type Overlay } from './record-overlays.tsx'
import { askedType, offeredTypes } from './offered-types.ts'
import { recordMessages } from './record.messages.ts'
import type { RowActions } from './record-row.tsx'
import { RecordTable } from './record-table.tsx'
import { newEditKey } from './tray/edit-key.ts'
import {
  draftAfter,
  emptyTray,
  withAdded,
  withAddedChanged,
  withDeleted,
  withKept,
  withStatus,
  withoutEdit,
  type Edit,
  type RecordDraft,
  type RecordRow,
  type Tray,
} from './tray/tray.ts'
import { useTray } from './tray/use-tray.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useLines } from '../../../entities/line/use-lines.ts'
import { windowRows } from './use-record-window.ts'
import { zoneLine } from '../../../entities/record/zone-line.ts'

// What is pending comes with the first change.
const TrayBar = lazyPart(() => import('./tray/tray-bar.tsx').then((part) => part.TrayBar))

/** The editor: edits collect in the tray, are reviewed, and are saved at once. */
export function RecordEditor({ domain, caller }: { domain: Domain; caller: Pick<Caller, 'userId' | 'username' | 'kind'> }) {
  const text = useText(recordMessages)
  const words = useText(partsMessages)
  const language = useLanguage()
  const columns = useRecordColumns()
  const lines = useLines(domain.id)
  const mayWrite = useMay('record.write')
  const { tray, update, undo, canUndo, settle } = useTray(caller.userId, domain.id)
  const selection = useSelection<RecordRow>()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [savedSerial, setSavedSerial] = useState<number | null>(null)
  const [isMoved, setMoved] = useState(false)
  const { filters, filter, query, setFilter, clearFilters, sort } = useRecordQuery(domain.id)
  // The table asks for the same.
  const total = useCall(record.list, { ...query, page: 1, limit: windowRows }, { freshSeconds: 30 }).reply?.data.totalCount ?? 0
  const zone = useMemo(() => ({ name: domain.domain, nameservers: domain.nsExpected }), [domain])
  const refusal = !mayWrite ? text.noRight : domain.primaryState !== null ? text.transferred : domain.isLocked ? text.locked : null
  useOpenedByLink(setOverlay, refusal === null)
  // Templates are the administrators'; keeping one takes nothing from the domain.
  const mayKeepTemplates = caller.kind === 'administrator'
  const templateRefusal = useMay('record_template.write') ? null : problemText('right_missing', language)

  // The comparison is on a page of administrators.
  const mayReadDomain = useMay('domain.read')
  const mayCompare = caller.kind === 'administrator' && mayReadDomain
  const mayUpdateDynamically = useMay('dynamic_host.write')
  const go = useGo()

  const open = useCallback((edit: Edit | undefined, row: RecordRow | null) => setOverlay({ kind: 'form', edit, row }), [])
  const setStatus = useCallback(
    (row: RecordRow | null, edit: Edit | undefined, status: number) =>
      update((now) => {
        if (row) return withStatus(now, [row], status)
        return edit?.op === 'add' ? withAddedChanged(now, edit.key, { ...edit.draft, status }) : now
      }),
    [update],
  )

  const actions = useMemo(
    (): RowActions => ({
      refusal,
      open: (row, edit) => open(edit, row),
      undo: (edit) => update((now) => withoutEdit(now, edit.key)),
      keep: ({ row, edit }, draft) => {
        const newKey = newEditKey()
        update((now) => withKept(now, editedOf({ kind: 'form', edit, row }), draft, newKey))
      },
      toggle: ({ row, edit, draft }) => setStatus(row, edit, draft.status === 1 ? 0 : 1),
      menu: ({ row, edit, draft }) => {
        const isServed = draft.status === 1
        const isDeleted = edit?.op === 'delete'
        return [
          { key: 'edit', label: words.edit, refusal: refusal ?? (isDeleted ? text.marks.delete : null), run: () => open(edit, row) },
          { key: 'duplicate', label: text.duplicate, refusal, run: () => setOverlay({ kind: 'form', edit: undefined, row: null, like: draft }) },
          { key: 'lines', label: text.toLines, refusal, run: () => setOverlay({ kind: 'lines', drafts: [draft] }) },
          ...(mayKeepTemplates
            ? [{ key: 'save-template', label: text.saveTemplate, refusal: templateRefusal, run: () => setOverlay({ kind: 'save-template', drafts: [draft] }) }]
            : []),
          { key: 'explain', label: text.explain, run: () => setOverlay({ kind: 'explain', host: draft.host, type: askedType(draft.type) }) },
          ...(row && mayUpdateDynamically && isAddress(row) ? [{ key: 'dynamic', label: text.dynamic, run: () => go(dynamicPath(domain, row)) }] : []),
          ...(row ? [{ key: 'history', label: text.history, run: () => setOverlay({ kind: 'history', recordId: row.id }) }] : []),
          { key: 'copy', label: text.copyAs, run: () => void copyText(zoneLine(draft)) },
          { key: 'json', label: text.copyJson, run: () => void copyText(JSON.stringify(draft)) },
          ...(isDeleted ? [] : [{ key: 'status', label: isServed ? text.pause : text.resume, refusal, run: () => setStatus(row, edit, isServed ? 0 : 1) }]),
          ...(edit ? [{ key: 'undo', label: text.undoEdit, run: () => update((now) => withoutEdit(now, edit.key)) }] : []),
          ...(row && !isDeleted
            ? [{ key: 'delete', label: words.delete, isDangerous: true, refusal, run: () => update((now) => withDeleted(now, [row])) }]
            : []),
        ]
      },
    }),
    [refusal, mayKeepTemplates, templateRefusal, mayUpdateDynamically, domain, go, open, setStatus, update, text, words],
  )

  const { clear: clearSelection } = selection
  const bulk = useMemo((): BulkAction<RecordRow>[] => {
    const inTray = (change: (now: Tray, rows: readonly RecordRow[]) => Tray) => (rows: readonly RecordRow[]) => {
      update((now) => change(now, rows))
      clearSelection()
    }
    return [
      { key: 'pause', label: text.pause, refusal, run: inTray((now, rows) => withStatus(now, rows, 0)) },
      { key: 'resume', label: text.resume, refusal, run: inTray((now, rows) => withStatus(now, rows, 1)) },
      { key: 'lines', label: text.toLines, refusal, run: (rows) => setOverlay({ kind: 'lines', drafts: rows.map((row) => draftAfter(tray, row)) }) },
      ...(mayKeepTemplates
        ? [
            {
              key: 'save-template',
              label: text.saveTemplate,
              refusal: templateRefusal,
              run: (rows: readonly RecordRow[]) => setOverlay({ kind: 'save-template', drafts: rows.map((row) => draftAfter(tray, row)) }),
            },
          ]
        : []),
      { key: 'delete', label: words.delete, isDeletion: true, refusal, run: inTray(withDeleted) },
    ]
  }, [refusal, mayKeepTemplates, templateRefusal, tray, update, clearSelection, text, words])

  const run = useCallback(
    (action: DomainAction): void => {
      switch (action) {
        case 'bulk':
          return setOverlay({ kind: 'bulk', filter, total })
        case 'add':
          return setOverlay({ kind: 'form', edit: undefined, row: null })
        case 'refresh':
          return void queryClient.invalidateQueries({ queryKey: callKey(record.list) })
        case 'paste':
          return setOverlay({ kind: 'paste', text: '' })
        case 'history':
          return setOverlay({ kind: 'history', recordId: null })
        case 'explain':
          return setOverlay(explainApex)
        default:
          return setOverlay({ kind: action })
      }
    },
    [filter, total],
  )

  function keep(draft: RecordDraft, at: Extract<Overlay, { kind: 'form' }>): void {
    const newKey = newEditKey()
    update((now) => withKept(now, editedOf(at), draft, newKey))
  }

  function onSaved(serial: number): void {
    settle(tray)
    setSavedSerial(serial)
    setOverlay(null)
    clearSelection()
  }

  useEditorKeys({ undo, onPaste: (pasted) => refusal === null && overlay === null && setOverlay({ kind: 'paste', text: pasted }) })

  return (
    <>
      <RecordHead domain={domain} status={<PublicationStatus domainId={domain.id} serial={savedSerial} />}>
        <RecordActions refusal={refusal} run={run} />
      </RecordHead>
      {isMoved && mayCompare && (
        <p role="status" className="mb-3 text-sm text-kumo-subtle">
          {text.moved.about}{' '}
          <ScreenLink to={`${domainPath('setting', domain)}?open=comparison`} className={`${textLink} underline`}>
            {text.moved.compare}
          </ScreenLink>
        </p>
      )}
      <section className={`overflow-hidden ${surface}`}>
        <RecordBar
          filters={filters}
          lines={lines}
          columns={columns}
          selection={selection}
          bulk={bulk}
          all={{ total, refusal, run: () => run('bulk') }}
          onFilter={setFilter}
          onClearFilters={clearFilters}
        />
        {refusal === null && (
          <QuickAddRow
            zone={zone}
            lines={lines}
            defaultTtlSeconds={domain.defaultTtlSeconds || limits.recordTtlSeconds.default}
            onAdd={(draft) => {
              const key = newEditKey()
              update((now) => withAdded(now, [{ key, draft }]))
            }}
          />
        )}
        <RecordTable
          query={query}
          tray={tray}
          zone={zone}
          lines={lines}
          columns={columns}
          selection={selection}
          onSort={sort}
          actions={actions}
          empty={
            <div className="px-4 py-12 text-center">
              <p className="text-base font-medium">{text.none}</p>
              <p className="mt-1 text-sm text-kumo-subtle">{text.noneHint}</p>
              <div className="mt-4 flex flex-wrap justify-center gap-2">
                <QuietButton refusal={refusal} onClick={() => run('template')}>
                  {text.template}
                </QuietButton>
                <QuietButton refusal={refusal} onClick={() => run('import')}>
                  {text.import}
                </QuietButton>
                <PrimaryButton refusal={refusal} onClick={() => run('add')}>
                  {text.add}
                </PrimaryButton>
              </div>
            </div>
          }
        />
      </section>
      {tray.edits.length > 0 && (
        <Suspense fallback={null}>
          <TrayBar
            domainId={domain.id}
            version={domain.version}
            tray={tray}
            owner={caller.username}
            canUndo={canUndo}
            onUndo={undo}
            onDiscard={() => {
              update(() => emptyTray)
              noticeSuccess(text.discardDone)
            }}
            onReview={() => setOverlay({ kind: 'review' })}
            onSubmitted={() => update(() => emptyTray)}
            onSaved={onSaved}
          />
        </Suspense>
      )}
      {overlay && (
        <RecordOverlays
          overlay={overlay}
          domain={domain}
          zone={zone}
          lines={lines}
          tray={tray}
          update={update}
          keep={keep}
          setOverlay={setOverlay}
          onPublished={setSavedSerial}
          onMoved={() => setMoved(true)}
          onBulkSaved={(serial) => {
            setSavedSerial(serial)
            setOverlay(null)
            clearSelection()
          }}
          onTemplateSaved={() => {
            setOverlay(null)
            clearSelection()
          }}
          onSaved={onSaved}
        />
      )}
    </>
  )
}

/** The domain's own name, until the reader asks for another. */
const explainApex: Overlay = { kind: 'explain', host: '@', type: 'A' }

/** A link may lead straight to the import, as after adding a domain, to the templates, to the explanation, or to a new record for a host. Opened once: a reload does not open it again. */
function useOpenedByLink(open: (overlay: Overlay) => void, mayChange: boolean): void {
  const { open: wanted, host, type } = useScreenLocation().search
  const setSearch = useSetSearch()
  useEffect(() => {
    if (wanted !== 'import' && wanted !== 'template' && wanted !== 'explain' && wanted !== 'add') return
    if (wanted === 'explain') open(explainApex)
    else if (wanted === 'add' && mayChange) open({ kind: 'form', edit: undefined, row: null, named: { host: host ?? '', type: offeredType(type) } })
    else if (wanted === 'import' || (wanted === 'template' && mayChange)) open({ kind: wanted })
    setSearch({ open: null, ...(wanted === 'add' && { host: null, type: null }) })
  }, [wanted, host, type, open, mayChange, setSearch])
}

const isAddress = ({ type, host }: RecordRow): boolean => (type === 'A' || type === 'AAAA') && !host.startsWith('*')

/** Where a credential for dynamic updates of a host is created. */
const dynamicPath = (domain: Domain, { host, line }: RecordRow): string => `${domainPath('dynamic', domain)}${searchText({ open: 'add', host, line })}`

/** Types that no record has, such as ANY, are asked for as well. */
const offeredType = (type: string | undefined): string => (type !== undefined && offeredTypes.includes(type) ? type : 'A')

/** Filters and order of the list live in the address, so that back and reload return to them. */
function useRecordQuery(domainId: number) {
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const filters = useMemo(
    (): RecordFilters => ({ search: search['search'] ?? '', type: search['type'] ?? '', line: search['line'] ?? '', status: search['status'] ?? '' }),
    [search],
  )
  const sidx = record.list.input.def.shape.sidx.safeParse(search['sidx']).data
  const order = search['order'] === 'desc' ? ('desc' as const) : ('asc' as const)
  const filter = useMemo(
    () => ({
      ...(filters.search === '' ? {} : { search: filters.search }),
      ...(filters.type === '' ? {} : { type: filters.type }),
      ...(filters.line === '' ? {} : { line: filters.line }),
      ...(filters.status === '' ? {} : { status: Number(filters.status) }),
    }),
    [filters],
  )
  const query = useMemo(() => ({ domainId, order, ...(sidx === undefined ? {} : { sidx }), ...filter }), [domainId, sidx, order, filter])
  const setFilter = useCallback((name: keyof RecordFilters, value: string) => setSearch({ [name]: value }), [setSearch])
  const clearFilters = useCallback(() => setSearch({ search: null, type: null, line: null, status: null }), [setSearch])
  const sort = useCallback(
    (column: string) => setSearch(sidx !== column ? { sidx: column, order: null } : order === 'asc' ? { order: 'desc' } : { sidx: null, order: null }),
    [setSearch, sidx, order],
  )
  return { filters, filter, query, setFilter, clearFilters, sort }
}
