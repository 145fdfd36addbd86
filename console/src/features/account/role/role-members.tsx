import { useState } from 'react'
import { role } from '@nameplane/contract/account/role'
import { problemText } from '@nameplane/contract/problem-text'
import { useCall, useChange } from '../../../api/queries.ts'
import { useMay } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Empty } from '../../../screen-parts/empty.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { RoleRow } from './role-list.tsx'
import { roleMessages } from './role.messages.ts'

const invalidates = [role.list, role.members]

/** Who has a role, and who could: each can be added and taken out, and that holds at once. */
export function RoleMembers({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const text = useText(roleMessages)
  const parts = useText(partsMessages)
  const [search, setSearch] = useState('')
  const add = useChange(role.addMembers, { invalidates, success: 'added' })
  const remove = useChange(role.removeMembers, { invalidates, success: 'deleted' })
  const mayWrite = useMay('role.write')
  const noRight = problemText('right_missing', useLanguage())
  const refusal = !mayWrite ? noRight : row.isWithin ? null : text.beyondOwn
  const isBusy = add.isRunning || remove.isRunning
  return (
    <Drawer title={text.membersTitle(row.name)} note={!row.builtIn && text.membersHelp} closeText={parts.close} onClose={onClose}>
      {row.builtIn ? (
        <Empty title={text.membersOfUser} help={text.membersOfUserHelp} />
      ) : (
        <div className="flex flex-col gap-4 px-5 py-4">
          <SearchBox label={text.searchMembers} value={search} onSearch={setSearch} />
          <Accounts
            title={text.members}
            none={text.noMembers}
            input={{ id: row.id, isMember: true, search }}
            action={{ label: text.removeShort, labelOf: text.removeMember, refusal, isBusy, run: (id) => void remove.run({ id: row.id, accountIds: [id] }) }}
          />
          <Accounts
            title={text.notMembers}
            none={text.noOthers}
            input={{ id: row.id, isMember: false, search }}
            action={{ label: text.addShort, labelOf: text.addMember, refusal, isBusy, run: (id) => void add.run({ id: row.id, accountIds: [id] }) }}
          />
        </div>
      )}
    </Drawer>
  )
}

type AccountsProps = {
  title: string
  none: string
  input: { id: number; isMember: boolean; search: string }
  action: { label: string; labelOf: (name: string) => string; refusal: string | null; isBusy: boolean; run: (id: number) => void }
}

const shownAccounts = 50

function Accounts({ title, none, input: { search, ...input }, action }: AccountsProps) {
  const text = useText(roleMessages)
  const format = useFormat()
  const asked = { ...input, limit: shownAccounts, ...(search === '' ? {} : { search }) }
  const { reply, problem, refresh } = useCall(role.members, asked, { keepsPrevious: true })
  const accounts = reply?.data.list ?? []
  const more = (reply?.data.totalCount ?? 0) - accounts.length
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-medium text-kumo-subtle">
        {title} {reply && <span className="tabular-nums">{format.number(reply.data.totalCount)}</span>}
      </h3>
      {problem && <Failure problem={problem} onRetry={() => void refresh()} />}
      <ul className="flex flex-col">
        {accounts.map((account) => (
          <li key={account.id} className="flex min-h-10 items-center gap-3 border-b border-kumo-line last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{account.username}</span>
              {(account.isSuper || account.status !== 1) && (
                <span className="block text-xs text-kumo-subtle">{account.isSuper ? text.superAdministrator : text.disabled}</span>
              )}
            </span>
            <QuietButton
              className="h-7"
              aria-label={action.labelOf(account.username)}
              disabled={action.isBusy}
              refusal={action.refusal}
              onClick={() => action.run(account.id)}
            >
              {action.label}
            </QuietButton>
          </li>
        ))}
      </ul>
      {reply && accounts.length === 0 && <p className="text-sm text-kumo-subtle">{none}</p>}
      {more > 0 && <p className="mt-1 text-xs text-kumo-subtle">{text.more(more)}</p>}
    </section>
  )
}
