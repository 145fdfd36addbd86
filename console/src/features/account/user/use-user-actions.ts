import { useMemo } from 'react'
import { user } from '@nameplane/contract/account/user'
import { becomeSession } from '../../../api/impersonation.ts'
import { useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { accountMessages } from '../../../entities/account/account.messages.ts'
import { verificationsPath } from '../../../entities/user/user-tabs.tsx'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { UserRow } from './user-list.tsx'
import { userMessages } from './user.messages.ts'

const invalidates = [user.list, user.tags, user.names]

/** What can be done with users. `open` opens a dialog over one, `tag` the tags of some. */
export function useUserActions(open: (dialog: string, row?: UserRow) => void, tag: (rows: readonly UserRow[]) => void): readonly ListAction<UserRow>[] {
  const text = useText(userMessages)
  const account = useText(accountMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const maySeeVerifications = useMay('verification.read')
  const status = useChange(user.status, { invalidates, success: 'done' }).run
  const requirePassword = useChange(user.requirePassword, { invalidates, success: 'done' }).run
  const remove = useChange(user.delete, { invalidates, success: 'deleted' }).run
  const impersonate = useChange(user.impersonate).run
  return useMemo((): ListAction<UserRow>[] => {
    const ids = (rows: readonly UserRow[]) => ({ ids: rows.map((row) => row.id) })
    return [
      { key: 'import', label: text.import, on: 'page', run: () => open('import') },
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      {
        key: 'impersonate',
        label: text.impersonate,
        on: 'row',
        right: 'user.impersonate',
        isQuick: true,
        refusal: (row) => (row.status === 1 ? null : text.isDisabled),
        ask: text.impersonateAsk,
        run: async ([row]) => {
          const outcome = await impersonate({ id: row!.id })
          if (outcome.isDone) becomeSession(outcome.reply.token)
        },
      },
      { key: 'edit', label: words.edit, on: 'row', run: ([row]) => open('edit', row) },
      { key: 'password', label: account.resetPassword, on: 'row', run: ([row]) => open('password', row) },
      { key: 'enable', label: account.enable, on: 'rows', isOffered: (row) => row.status !== 1, run: (rows) => status({ ...ids(rows), status: 1 }) },
      {
        key: 'disable',
        label: account.disable,
        on: 'rows',
        isOffered: (row) => row.status === 1,
        isDangerous: true,
        ask: account.disableAsk,
        run: (rows) => status({ ...ids(rows), status: 0 }),
      },
      { key: 'tags', label: text.tag, on: 'rows', run: (rows) => tag(rows) },
      { key: 'require', label: text.requirePassword, on: 'rows', ask: text.requirePasswordAsk, run: (rows) => requirePassword(ids(rows)) },
      {
        key: 'verifications',
        label: text.verifications,
        on: 'row',
        right: null,
        isOffered: () => maySeeVerifications,
        run: ([row]) => go(verificationsPath(row!.id)),
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'user.delete',
        isDangerous: true,
        refusal: (row) => (row.domainCount > 0 ? text.ownsDomains(row.domainCount) : null),
        ask: text.deleteAsk,
        run: (rows) => remove(ids(rows)),
      },
    ]
  }, [text, account, words, go, maySeeVerifications, status, requirePassword, remove, impersonate, open, tag])
}
