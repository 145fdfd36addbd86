import { useMemo } from 'react'
import { admin } from '@nameplane/contract/account/admin'
import { useChange } from '../../../api/queries.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { AdminRow } from './admin-list.tsx'
import { adminMessages } from './admin.messages.ts'

const invalidates = [admin.list]

/** What can be done with administrators: nobody ends the own account, and only a super administrator touches another. */
export function useAdminActions(
  open: (dialog: string, row?: AdminRow) => void,
  me: { userId: number; isSuper: boolean } | undefined,
): readonly ListAction<AdminRow>[] {
  const text = useText(adminMessages)
  const account = useText(accountMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const status = useChange(admin.status, { invalidates, success: 'done' }).run
  const remove = useChange(admin.delete, { invalidates, success: 'deleted' }).run
  return useMemo((): ListAction<AdminRow>[] => {
    const ids = (rows: readonly AdminRow[]) => ({ ids: rows.map((row) => row.id) })
    const beyond = (row: AdminRow): string | null => (row.isSuper && me?.isSuper === false ? text.onlySuperTouches : null)
    const ownOr = (reason: string) => (row: AdminRow) => beyond(row) ?? (row.id === me?.userId ? reason : null)
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'edit', label: words.edit, on: 'row', isQuick: true, refusal: beyond, run: ([row]) => open('edit', row) },
      { key: 'password', label: account.resetPassword, on: 'row', refusal: ownOr(text.ownPassword), run: ([row]) => open('password', row) },
      { key: 'sessions', label: text.sessions, on: 'row', right: 'session.read', run: ([row]) => go(`/account/sessions/${row!.id}`) },
      {
        key: 'enable',
        label: account.enable,
        on: 'rows',
        isOffered: (row) => row.status !== 1,
        refusal: ownOr(text.own),
        run: (rows) => status({ ...ids(rows), status: 1 }),
      },
      {
        key: 'disable',
        label: account.disable,
        on: 'rows',
        isOffered: (row) => row.status === 1,
        refusal: ownOr(text.own),
        isDangerous: true,
        ask: account.disableAsk,
        run: (rows) => status({ ...ids(rows), status: 0 }),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'admin.delete',
        isDangerous: true,
        refusal: ownOr(text.own),
        ask: text.deleteAsk,
        run: (rows) => remove(ids(rows)),
      },
    ]
  }, [text, account, words, go, me, status, remove, open])
}
