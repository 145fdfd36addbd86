import { Suspense, useMemo, useState } from 'react'
import { reverseSegment, type ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { useChange } from '../../../api/queries.ts'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions, type ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { segmentCalls } from './reverse-segment-form.tsx'
import { recordsOf, reverseSegments } from './reverse-segment-list.tsx'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'

const Add = lazyPart(() => import('./reverse-segment-form.tsx').then((form) => form.AddSegment))
const Edit = lazyPart(() => import('./reverse-segment-form.tsx').then((form) => form.EditSegment))
const Reject = lazyPart(() => import('./reject-dialog.tsx').then((dialog) => dialog.RejectDialog))
const Delegation = lazyPart(() => import('./delegation-dialog.tsx').then((dialog) => dialog.DelegationDialog))

const dialogRules = { forReaders: ['delegation'] }
type Rows = readonly ReverseSegment[]
const idsOf = (rows: Rows) => ({ ids: rows.map(({ id }) => id) })

/** Networks whose reverse names users may set, from the request to the answers of nodes. */
export function ReverseSegmentPage() {
  const text = useText(reverseSegmentMessages)
  const list = useList(reverseSegments)
  const { opened, editing, open, close } = useDialogs(list, 'reverse_segment.write', dialogRules)
  const [rejecting, setRejecting] = useState<Rows | null>(null)
  const actions = useListActions(list, 'reverse_segment.write', useSegmentActions(open, setRejecting))
  return (
    <ListScreen list={list} actions={actions} text={text} filters={<UserFilter list={list} />}>
      <Suspense fallback={null}>
        {opened === 'add' && <Add onClose={close} />}
        {opened === 'edit' && editing && <Edit key={editing.row.id} {...editing} />}
        {opened === 'delegation' && editing && <Delegation segment={editing.row} onClose={close} />}
        {rejecting && <Reject segments={rejecting} onClose={() => setRejecting(null)} onDone={() => (setRejecting(null), list.selection.clear())} />}
      </Suspense>
    </ListScreen>
  )
}

function useSegmentActions(open: (dialog: string, row?: ReverseSegment) => void, reject: (rows: Rows) => void): readonly ListAction<ReverseSegment>[] {
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
