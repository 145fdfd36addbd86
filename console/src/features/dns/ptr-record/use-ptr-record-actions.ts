import { useMemo } from 'react'
import { ptrRecord, type PtrRecord } from '@nameplane/contract/dns/ptr-record'
import { record } from '@nameplane/contract/dns/record'
import { reverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { noticeSuccess } from '../../../api/notices.ts'
import { useChange } from '../../../api/queries.ts'
import { recordsPath } from '../../../entities/domain/records-path.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { ptrRecordMessages } from './ptr-record.messages.ts'

/** Calls whose replies say something of PTR records. */
export const recordCalls = [ptrRecord.list, reverseSegment.list, record.list, record.history]

/** What can be done with PTR records. */
export function usePtrRecordActions(open: (dialog: string, row?: PtrRecord) => void): readonly ListAction<PtrRecord>[] {
  const text = useText(ptrRecordMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const check = useChange(ptrRecord.check, { invalidates: [ptrRecord.list], success: null }).run
  const remove = useChange(ptrRecord.delete, { invalidates: recordCalls, success: 'deleted' }).run
  return useMemo(
    (): ListAction<PtrRecord>[] => [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'generate', label: text.generate, on: 'page', run: () => open('generate') },
      { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([row]) => open('edit', row) },
      {
        key: 'check',
        label: text.check,
        on: 'rows',
        run: async (rows) => {
          const outcome = await check({ ids: rows.map(({ id }) => id) })
          if (outcome.isDone) {
            const { confirmed, different, missing, unknown } = outcome.reply.data
            noticeSuccess(text.checked(confirmed, different + missing + unknown))
          }
          return outcome
        },
      },
      {
        key: 'zone',
        label: text.zone,
        on: 'row',
        right: 'record.read',
        run: ([row]) => go(recordsPath({ domain: row!.domain, id: row!.domainId, userId: row!.userId })),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'ptr_record.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
      },
    ],
    [text, words, go, open, check, remove],
  )
}
