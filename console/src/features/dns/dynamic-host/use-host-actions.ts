import { useMemo } from 'react'
import { dynamicHost, type DynamicHost } from '@nameplane/contract/dns/dynamic-host'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { dynamicHostMessages } from './dynamic-host.messages.ts'

/** What can be done with the credentials of a domain for dynamic updates. */
export function useHostActions(open: (dialog: string, row?: DynamicHost) => void): readonly ListAction<DynamicHost>[] {
  const text = useText(dynamicHostMessages)
  const revoke = useChange(dynamicHost.delete, { invalidates: [dynamicHost.list], success: 'deleted' }).run
  return useMemo(
    (): ListAction<DynamicHost>[] => [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'settings', label: text.settings, on: 'row', right: null, isQuick: true, run: ([row]) => open('settings', row) },
      { key: 'renew', label: text.renew, on: 'row', run: ([row]) => open('renew', row) },
      {
        key: 'delete',
        label: text.revoke,
        on: 'rows',
        right: 'dynamic_host.delete',
        isDangerous: true,
        ask: text.deleteAsk,
        run: (rows) => revoke({ ids: rows.map(({ id }) => id) }),
      },
    ],
    [text, open, revoke],
  )
}
