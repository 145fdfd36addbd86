import { useMemo } from 'react'
import { role } from '@nameplane/contract/account/role'
import { noticeWarning } from '../../../api/notices.ts'
import { queryClient, useChange } from '../../../api/queries.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { seeAsRole } from '../../../api/seen-role.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import type { ListAction } from '../../../screen-parts/list/use-list-actions.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { RoleRow } from './role-list.tsx'
import { roleMessages } from './role.messages.ts'

export type Pair = readonly [one: RoleRow, other: RoleRow]

/** What can be done with roles: nobody changes one that holds more than they do, and those of the platform stay. */
export function useRoleActions(open: (dialog: string, row?: RoleRow) => void, compare: (pair: Pair) => void): readonly ListAction<RoleRow>[] {
  const text = useText(roleMessages)
  const words = useText(partsMessages)
  const go = useGo()
  const remove = useChange(role.delete, { invalidates: [role.list, role.select], success: 'deleted' }).run
  return useMemo((): ListAction<RoleRow>[] => {
    const beyond = (row: RoleRow): string | null => (row.isWithin ? null : text.beyondOwn)
    return [
      { key: 'add', label: text.add, on: 'page', isQuick: true, run: () => open('add') },
      { key: 'edit', label: words.edit, on: 'row', isQuick: true, refusal: beyond, run: ([row]) => open('edit', row) },
      { key: 'members', label: text.members, on: 'row', right: null, run: ([row]) => open('members', row) },
      { key: 'rights', label: text.show, on: 'row', right: null, run: ([row]) => open('rights', row) },
      {
        key: 'seen-as',
        label: text.seeAs,
        on: 'row',
        right: null,
        run([row]) {
          seeAsRole(row!.id)
          queryClient.clear()
          renewNavigation()
          go('/console')
        },
      },
      {
        key: 'copy',
        label: text.copy,
        on: 'row',
        refusal: (row) => beyond(row) ?? (row.builtIn ? text.builtInNoCopy : null),
        run: ([row]) => open('copy', row),
      },
      {
        key: 'compare',
        label: text.compare,
        on: 'ticked',
        right: null,
        run([one, other, third]) {
          if (one && other && !third) compare([one, other])
          else noticeWarning(text.compareNeedsTwo)
        },
      },
      {
        key: 'delete',
        label: words.delete,
        on: 'rows',
        right: 'role.delete',
        isDangerous: true,
        refusal: (row) => beyond(row) ?? (row.builtIn ? text.builtInStays : null),
        ask: (names, rows) =>
          text.deleteAsk(
            names,
            rows.reduce((sum, row) => sum + row.memberCount, 0),
          ),
        run: (rows) => remove({ ids: rows.map((row) => row.id), withMembers: true }),
      },
    ]
  }, [text, words, go, remove, open, compare])
}
