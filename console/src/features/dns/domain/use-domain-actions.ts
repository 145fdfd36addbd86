import { useMemo } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { useChange } from '../../../api/queries.ts'
import { domainPath } from '../../../entities/domain/domain-pages.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { copyText } from '../../../screen-parts/copy/copy-text.ts'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { DomainRow } from './domain-list.tsx'
import { domainMessages } from './domain.messages.ts'

type Rows = readonly DomainRow[]

const invalidates = [domain.list, domain.detail, serviceGroup.list]
/** Above this many domains a word has to be typed before they go for good. */
const typedAbove = 1

const idsOf = (rows: Rows): { ids: string } => ({ ids: rows.map((row) => row.id).join(',') })

/** What can be done with domains. `open` opens a dialog over one. */
export function useDomainActions(open: (dialog: string, row?: DomainRow) => void): readonly ListAction<DomainRow>[] {
  const text = useText(domainMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const askLoss = useLossQuestion()
  const status = useChange(domain.status, { invalidates, success: 'done' }).run
  const lock = useChange(domain.lock, { invalidates, success: 'done' }).run
  const remove = useChange(domain.delete, { invalidates, success: 'deleted' }).run
  return useMemo((): ListAction<DomainRow>[] => {
    const refusal = (row: DomainRow): string | null => (row.isLocked ? text.isLocked : null)
    // Zones of a reverse segment come and go with it.
    const stateRefusal = (row: DomainRow): string | null => (row.reverseSegment === null ? refusal(row) : text.isReverseZone(row.reverseSegment))
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'records', label: text.records, on: 'row', right: null, isQuick: true, run: ([row]) => go(recordsPath(row!)) },
      { key: 'settings', label: text.settings, on: 'row', right: null, run: ([row]) => go(domainPath('setting', row!)) },
      { key: 'statistics', label: text.statistics, on: 'row', right: null, run: ([row]) => go(domainPath('qps', row!)) },
      { key: 'explain', label: text.explain, on: 'row', right: 'record.read', run: ([row]) => go(`${recordsPath(row!)}?open=explain`) },
      { key: 'edit', label: words.edit, on: 'row', refusal, run: ([row]) => open('edit', row) },
      {
        key: 'pause',
        label: text.pause,
        on: 'rows',
        isOffered: (row) => row.status === 1,
        isDangerous: true,
        refusal: stateRefusal,
        ask: text.pauseAsk,
        run: (rows) => status({ ...idsOf(rows), status: 0 }),
      },
      {
        key: 'serve',
        label: text.serve,
        on: 'rows',
        isOffered: (row) => row.status !== 1,
        refusal: stateRefusal,
        run: (rows) => status({ ...idsOf(rows), status: 1 }),
      },
      { key: 'lock', label: text.lock, on: 'rows', isOffered: (row) => !row.isLocked, run: (rows) => lock({ ...idsOf(rows), locked: '1' }) },
      { key: 'unlock', label: text.unlock, on: 'rows', isOffered: (row) => row.isLocked, run: (rows) => lock({ ...idsOf(rows), locked: '0' }) },
      { key: 'copy', label: text.copy, on: 'row', right: null, run: ([row]) => copyText(row!.domain) },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'domain.delete',
        isDangerous: true,
        refusal: stateRefusal,
        ask: (names, rows) => askLoss(rows, (domains, records) => text.deleteAsk(names, domains, records)),
        run: (rows) => remove(idsOf(rows)),
      },
    ]
  }, [text, words, go, open, askLoss, status, lock, remove])
}

/** What can be done with domains in the recycle bin. */
export function useRecycledActions(): readonly ListAction<DomainRow>[] {
  const text = useText(domainMessages)
  const askLoss = useLossQuestion()
  const restore = useChange(domain.restore, { invalidates, success: 'done' }).run
  const purge = useChange(domain.purge, { invalidates, success: 'deleted' }).run
  return useMemo(
    (): ListAction<DomainRow>[] => [
      { key: 'restore', label: text.restore, on: 'rows', isQuick: true, run: (rows) => restore(idsOf(rows)) },
      {
        key: 'delete',
        label: text.purge,
        on: 'rows',
        right: 'domain.delete',
        isDangerous: true,
        ask: (names, rows) => askLoss(rows, (domains, records) => text.purgeAsk(names, domains, records)),
        typedWord: (rows) => (rows.length > typedAbove ? text.word : undefined),
        run: (rows) => purge(idsOf(rows)),
      },
    ],
    [text, askLoss, restore, purge],
  )
}

/** Asks the server what would be lost before the reader is asked; null when it does not say. */
function useLossQuestion(): (rows: Rows, question: (domains: number, records: number) => string) => Promise<string | null> {
  const { run } = useChange(domain.removal)
  return useMemo(
    () => async (rows, question) => {
      const removal = await run(idsOf(rows))
      return removal.isDone ? question(removal.reply.data.domains, removal.reply.data.records) : null
    },
    [run],
  )
}
