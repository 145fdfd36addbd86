import { useState } from 'react'
import PlusIcon from 'icon:plus'
import XIcon from 'icon:x'
import { domain } from '@nameplane/contract/dns/domain'
import { domainToUnicode } from '@nameplane/dns-text/names'
import { callProblemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { OptionSearch } from '../../screen-parts/form/option-search.tsx'
import { searchNote } from '../../screen-parts/form/search-note.ts'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { quietButton } from '../../ui/classes.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { domainMessages } from './domain.messages.ts'

type Named = { readonly id: number; readonly domain: string }

type DomainPickerProps = {
  label: string
  error?: string | undefined
  /** Numbers of domains. */
  value: readonly number[]
  /** Names of those that were chosen before. */
  known: readonly Named[]
  onChange: (ids: readonly number[]) => void
}

const shownAtOnce = 20

/** Chooses several domains by searching their names: the control of a field `domainIds`. */
export function DomainPicker({ label, error, value, known, onChange }: DomainPickerProps) {
  const text = useText(domainMessages)
  const parts = useText(partsMessages)
  const [added, setAdded] = useState<readonly Named[]>([])
  const nameOf = (id: number): string => domainToUnicode([...known, ...added].find((one) => one.id === id)?.domain ?? `#${id}`)
  function add(one: Named) {
    setAdded([...added, one])
    onChange([...value, one.id])
  }
  return (
    <div role="group" aria-label={label} className="flex flex-col items-start gap-2">
      {value.length > 0 && (
        <ul className="flex max-h-40 w-full flex-wrap gap-1 overflow-y-auto">
          {value.map((id) => (
            <li key={id} className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm bg-kumo-tint pr-0.5 pl-2 text-sm">
              <span className="truncate">{nameOf(id)}</span>
              <SmallIconButton
                size={5}
                label={parts.removeTag(nameOf(id))}
                onClick={() => onChange(value.filter((other) => other !== id))}
                icon={<XIcon size={11} />}
              />
            </li>
          ))}
        </ul>
      )}
      <Popover
        label={parts.nameAndValue(text.add, text.count(value.length))}
        place="start"
        trigger={
          <>
            <PlusIcon size={13} aria-hidden="true" />
            {text.add}
          </>
        }
        triggerClassName={quietButton}
        className="w-80"
      >
        {(close) => <Found without={value} onChoose={(one) => (add(one), close())} />}
      </Popover>
      {error !== undefined && (
        <p role="alert" className="text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function Found({ without, onChoose }: { without: readonly number[]; onChoose: (one: Named) => void }) {
  const text = useText(domainMessages)
  const language = useLanguage()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const query = { limit: shownAtOnce, sidx: 'domain', order: 'asc', ...(search === '' ? {} : { search }) } as const
  const { reply, problem, isLoading, isPrevious } = useCall(domain.list, query, { keepsPrevious: true })
  const list = reply?.data.list ?? []
  const offered = list.filter(({ id }) => !without.includes(id))
  const counts = { isLoading, listed: list.length, total: reply?.data.totalCount ?? 0, offered: offered.length }
  const note = problem?.isShown ? callProblemText(problem, language) : searchNote(counts, text, format.number)
  return (
    <OptionSearch
      label={text.search}
      options={offered.map((one) => ({ value: String(one.id), label: one.unicodeName, note: one.serviceGroupName }))}
      chosen=""
      isSearching={isLoading || isPrevious}
      note={note}
      onSearch={setSearch}
      onChoose={(id) => {
        const one = offered.find((row) => String(row.id) === id)
        if (one) onChoose(one)
      }}
    />
  )
}
