import { Suspense, useState } from 'react'
import type { ReverseSegment } from '@nameplane/contract/dns/reverse-segment'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { UserFilter } from '../../../entities/user/user-select.tsx'
import { useText } from '../../../i18n/messages.ts'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { reverseSegments } from './reverse-segment-list.tsx'
import { reverseSegmentMessages } from './reverse-segment.messages.ts'
import { useSegmentActions } from './use-segment-actions.ts'

const Add = lazyPart(() => import('./reverse-segment-form.tsx').then((form) => form.AddSegment))
const Edit = lazyPart(() => import('./reverse-segment-form.tsx').then((form) => form.EditSegment))
const Reject = lazyPart(() => import('./reject-dialog.tsx').then((dialog) => dialog.RejectDialog))
const Delegation = lazyPart(() => import('./delegation-dialog.tsx').then((dialog) => dialog.DelegationDialog))

const dialogRules = { forReaders: ['delegation'] }

/** Networks whose reverse names users may set, from the request to the answers of nodes. */
export function ReverseSegmentPage() {
  const text = useText(reverseSegmentMessages)
  const list = useList(reverseSegments)
  const { opened, editing, open, close } = useDialogs(list, 'reverse_segment.write', dialogRules)
  const [rejecting, setRejecting] = useState<readonly ReverseSegment[] | null>(null)
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
