import { useMemo, type ReactNode } from 'react'
import { user } from '@nameplane/contract/account/user'
import { becomeSession } from '../../../api/impersonation.ts'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import type { UserRow } from './user-columns.tsx'
import { userMessages } from './user.messages.ts'

const invalidates = [user.list, user.tags, user.names]
/** More names than this are counted, not listed. */
const namedUsers = 3

export type UserActions = {
  enable: (rows: readonly UserRow[]) => void
  disable: (rows: readonly UserRow[]) => void
  requirePassword: (rows: readonly UserRow[]) => void
  remove: (rows: readonly UserRow[]) => void
  impersonate: (row: UserRow) => void
}

const idsOf = (rows: readonly UserRow[]): string => rows.map((row) => row.id).join(',')

/** What can be done with users, one or many; `done` is called after each that went well. */
export function useUserActions(done: () => void): { actions: UserActions; question: ReactNode } {
  const text = useText(userMessages)
  const { ask, element } = useConfirm()
  const status = useChange(user.status, { invalidates, success: 'done' }).run
  const requirePassword = useChange(user.requirePassword, { invalidates, success: 'done' }).run
  const remove = useChange(user.delete, { invalidates, success: 'deleted' }).run
  const impersonate = useChange(user.impersonate).run

  const actions = useMemo((): UserActions => {
    const names = (rows: readonly UserRow[]): string => {
      const shown = rows
        .slice(0, namedUsers)
        .map((row) => row.username)
        .join(text.between)
      return rows.length > namedUsers ? text.andMore(shown, rows.length) : shown
    }
    const after = async (outcome: Promise<{ isDone: boolean }>): Promise<void> => {
      if ((await outcome).isDone) done()
    }
    return {
      enable: (rows) => void after(status({ ids: idsOf(rows), status: 1 })),
      disable: (rows) =>
        ask({ text: text.disableAsk(names(rows)), confirmLabel: text.disable, isDangerous: true, act: () => after(status({ ids: idsOf(rows), status: 0 })) }),
      requirePassword: (rows) =>
        ask({ text: text.requirePasswordAsk(names(rows)), confirmLabel: text.requirePassword, act: () => after(requirePassword({ ids: idsOf(rows) })) }),
      remove: (rows) =>
        ask({ text: text.deleteAsk(names(rows)), confirmLabel: text.remove, isDangerous: true, act: () => after(remove({ ids: idsOf(rows) })) }),
      impersonate: (row) =>
        ask({
          text: text.impersonateAsk(row.username),
          confirmLabel: text.impersonate,
          act: async () => {
            const outcome = await impersonate({ id: row.id })
            if (outcome.isDone) becomeSession(outcome.reply.token)
          },
        }),
    }
  }, [text, ask, status, requirePassword, remove, impersonate, done])
  return { actions, question: element }
}
