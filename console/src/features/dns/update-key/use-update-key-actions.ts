import { useMemo } from 'react'
import { updateKey, type UpdateKey } from '@nameplane/contract/dns/update-key'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { updateKeyMessages } from './update-key.messages.ts'

/** What can be done with the keys of a domain for DNS UPDATE. */
export function useUpdateKeyActions(open: (dialog: string, row?: UpdateKey) => void): readonly ListAction<UpdateKey>[] {
  const text = useText(updateKeyMessages)
  const words = useText(partsMessages)
  const remove = useChange(updateKey.delete, { invalidates: [updateKey.list], success: 'deleted' }).run
  return useMemo(
    (): ListAction<UpdateKey>[] => [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'edit', label: words.edit, on: 'row', isQuick: true, run: ([row]) => open('edit', row) },
      { key: 'renew', label: text.renew, on: 'row', run: ([row]) => open('renew', row) },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'update_key.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => remove({ ids: rows.map(({ id }) => id) }),
      },
    ],
    [text, words, open, remove],
  )
}
