import { useMemo } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { ptrRecord } from '@nameplane/contract/dns/ptr-record'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { recordsOf } from './reverse-segment-list.tsx'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'

/** Calls whose replies say something of networks. */
export const segmentCalls = [reverseSegment.list, reverseSegment.detail, ptrRecord.list, domain.list, domain.detail]

type Rows = readonly ReverseSegment[]
const idsOf = (rows: Rows) => ({ ids: rows.map(({ id }) => id) })

/** What can be done with networks: what is offered follows from how far their request is. */
export function useSegmentActions(open: (dialog: string, row?: ReverseSegment) => void, reject: (rows: Rows) => void): readonly ListAction<ReverseSegment>[] {
  const text = useText(reverseSegmentMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const choices = { invalidates: segmentCalls, success: 'done' } as const
  const process = useChange(reverseSegment.process, choices).run
  const activate = useChange(reverseSegment.activate, choices).run
  const submit = useChange(reverseSegment.submit, choices).run
  const remove = useChange(reverseSegment.delete, { invalidates: segmentCalls, success: 'deleted' }).run
  return useMemo((): ListAction<ReverseSegment>[] => {
    const from =
      (...states: readonly ReverseSegment['state'][]) =>
      ({ state }: ReverseSegment): string | null =>
        states.includes(state) ? null : text.wrongState(text.choices.state[state])
    const offeredFrom = (...states: readonly ReverseSegment['state'][]) => ({
      refusal: from(...states),
      isOffered: ({ state }: ReverseSegment) => states.includes(state),
    })
    const decides = 'reverse_segment.decide'
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'records', label: text.records, on: 'row', right: 'ptr_record.read', isQuick: true, run: ([row]) => go(recordsOf(row!)) },
      { key: 'delegation', label: text.delegation, on: 'row', right: null, run: ([row]) => open('delegation', row) },
      { key: 'edit', label: words.edit, on: 'row', run: ([row]) => open('edit', row) },
      {
        key: 'process',
        label: text.process,
        on: 'rows',
        right: decides,
        ...offeredFrom('submitted'),
        ask: text.processAsk,
        run: (rows) => process(idsOf(rows)),
      },
      {
        key: 'activate',
        label: text.activate,
        on: 'rows',
        right: decides,
        ...offeredFrom('submitted', 'processing'),
        ask: text.activateAsk,
        run: (rows) => activate(idsOf(rows)),
      },
      { key: 'reject', label: text.reject, on: 'rows', right: decides, isDangerous: true, ...offeredFrom('submitted', 'processing', 'active'), run: reject },
      { key: 'submit', label: text.submit, on: 'rows', ...offeredFrom('rejected'), run: (rows) => submit(idsOf(rows)) },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'reverse_segment.delete',
        isDangerous: true,
        refusal: ({ state }) => (state === 'active' ? text.activeFirst : null),
        ask: text.deleteAsk,
        run: (rows) => remove(idsOf(rows)),
      },
    ]
  }, [text, words, go, open, reject, process, activate, submit, remove])
}
