import { useMemo } from 'react'
import { message } from '@nameplane/contract/account/message'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { MessageRow } from './message-list.tsx'
import { messageMessages } from './message.messages.ts'

const invalidates = [message.list, message.detail]

/** What can be done with messages; asks where something is lost or seen by many. `open` opens a dialog over one. */
export function useMessageActions(open: (dialog: string, row?: MessageRow) => void): readonly ListAction<MessageRow>[] {
  const text = useText(messageMessages)
  const words = useText(partsMessages)
  const publish = useChange(message.publish, { invalidates, success: 'done' }).run
  const revoke = useChange(message.revoke, { invalidates, success: 'done' }).run
  const pin = useChange(message.pin, { invalidates, success: 'done' }).run
  const remove = useChange(message.delete, { invalidates, success: 'deleted' }).run
  return useMemo((): ListAction<MessageRow>[] => {
    const ids = (rows: readonly MessageRow[]) => ({ ids: rows.map((row) => row.id) })
    const isOut = ({ state }: MessageRow): boolean => state === 'published'
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'view', label: text.view, on: 'row', right: null, isQuick: true, run: ([row]) => open('view', row) },
      { key: 'edit', label: words.edit, on: 'row', refusal: (row) => (isOut(row) ? text.publishedFirst : null), run: ([row]) => open('edit', row) },
      {
        key: 'publish',
        label: text.publish,
        on: 'rows',
        refusal: (row) => (isOut(row) ? text.alreadyPublished : null),
        ask: text.publishAsk,
        run: (rows) => publish(ids(rows)),
      },
      {
        key: 'revoke',
        label: text.revoke,
        on: 'rows',
        isDangerous: true,
        refusal: (row) => (isOut(row) || row.state === 'scheduled' ? null : text.notPublished),
        ask: text.revokeAsk,
        run: (rows) => revoke(ids(rows)),
      },
      { key: 'pin', label: text.pin, on: 'rows', isOffered: (row) => !row.pinned, run: (rows) => pin({ ...ids(rows), pinned: true }) },
      { key: 'unpin', label: text.unpin, on: 'rows', isOffered: (row) => row.pinned, run: (rows) => pin({ ...ids(rows), pinned: false }) },
      { key: 'delete', label: words.delete, on: 'rows', right: 'message.delete', isDangerous: true, ask: text.deleteAsk, run: (rows) => remove(ids(rows)) },
    ]
  }, [text, words, publish, revoke, pin, remove, open])
}
