import { useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import { user } from '@nameplane/contract/account/user'
import { callProblemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/queries.ts'
import { useMay } from '../../api/rights.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { ControlProps } from '../../screen-parts/form/labelled.tsx'
import { OptionSearch } from '../../screen-parts/form/option-search.tsx'
import { searchNote } from '../../screen-parts/form/search-note.ts'
import type { List } from '../../screen-parts/list/use-list.ts'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { filterChip } from '../../ui/chip.ts'
import { textField } from '../../ui/classes.ts'
import { Popover } from '../../ui/popover.tsx'
import { accountOption, userMessages } from './user.messages.ts'

type UserSelectProps = {
  /** Of the field that it is the control of. */
  control: ControlProps
  label: string
  /** An account's number; undefined: nobody chosen. */
  value: number | undefined
  /** What nobody chosen means. Without it somebody has to be chosen. */
  nobody?: string
  onChange: (value: number | undefined) => void
}

/** Chooses an account by searching its name: the control of a form's field. */
export function UserSelect({ control, label, value, nobody, onChange }: UserSelectProps) {
  const chosen = value === undefined ? '' : String(value)
  const parts = useText(partsMessages)
  const name = useNameOf(chosen) ?? nobody ?? ''
  return (
    <Popover
      label={parts.nameAndValue(label, name)}
      control={{ id: control.id, 'aria-describedby': control['aria-describedby'] }}
      trigger={
        <>
          <span className={`min-w-0 flex-1 truncate text-left ${chosen === '' ? 'text-kumo-subtle' : ''}`}>{name}</span>
          <CaretDownIcon size={13} aria-hidden="true" className="text-kumo-subtle" />
        </>
      }
      triggerClassName={`${textField} flex cursor-pointer items-center gap-2 ${control['aria-invalid'] ? 'border-np-danger' : ''}`}
      className="w-80"
    >
      {(close) => <Accounts chosen={chosen} nobody={nobody} onChoose={(id) => (onChange(id === '' ? undefined : Number(id)), close())} />}
    </Popover>
  )
}

/** A list's filter by account, for who may see accounts. */
export function UserFilter<Row>({ list }: { list: List<Row> }) {
  const maySeeAccounts = useMay('user.read')
  return maySeeAccounts && <UserChip list={list} />
}

/** Says whose rows are shown. */
function UserChip<Row>({ list: { words, state, setFilter } }: { list: List<Row> }) {
  const text = useText(userMessages)
  const parts = useText(partsMessages)
  const label = words.label('userId', useLanguage())
  const value = state.filters['userId'] ?? ''
  const name = useNameOf(value)
  return (
    <Popover
      label={name === null ? label : parts.nameAndValue(label, name)}
      trigger={
        <>
          {label}
          {name !== null && <span className="ml-0.5 max-w-40 truncate font-medium">{name}</span>}
          <CaretDownIcon size={12} aria-hidden="true" />
        </>
      }
      triggerClassName={`${filterChip(value !== '')} cursor-pointer focus-visible:outline-2 focus-visible:outline-kumo-focus`}
      className="w-72"
    >
      {(close) => <Accounts chosen={value} nobody={text.anyone} onChoose={(id) => (setFilter('userId', id), close())} />}
    </Popover>
  )
}

function Accounts({ chosen, nobody, onChoose }: { chosen: string; nobody: string | undefined; onChoose: (id: string) => void }) {
  const text = useText(userMessages)
  const language = useLanguage()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const { reply, problem, isLoading, isPrevious } = useCall(user.names, search === '' ? {} : { search }, { keepsPrevious: true })
  const list = reply?.data.list ?? []
  const found = list.map((account) => accountOption(account, language))
  const counts = { isLoading, listed: list.length, total: reply?.data.totalCount ?? 0, offered: list.length }
  const note = problem?.isShown ? callProblemText(problem, language) : searchNote(counts, text, format.number)
  return (
    <OptionSearch
      label={text.search}
      options={nobody !== undefined && search === '' ? [{ value: '', label: nobody }, ...found] : found}
      chosen={chosen}
      isSearching={isLoading || isPrevious}
      note={note}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}

/** What stands for a name that is on its way. */
const pending = '…'

/** The name of a chosen account; null for none, its number when there is no such account. */
function useNameOf(value: string): string | null {
  const text = useText(userMessages)
  const isNumber = /^[1-9]\d{0,15}$/.test(value)
  const { reply, isLoading } = useCall(user.names, isNumber ? { id: Number(value) } : null, { freshSeconds: 60 })
  if (value === '') return null
  return isNumber && isLoading ? pending : (reply?.data.list[0]?.username ?? text.unknown(value))
}
