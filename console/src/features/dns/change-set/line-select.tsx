import { useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import { line } from '@nameplane/contract/dns/line'
import { useCall } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import type { ControlProps } from '../../../screen-parts/form/labelled.tsx'
import { OptionSearch } from '../../../screen-parts/form/option-search.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { textField } from '../../../ui/classes.ts'
import { Popover } from '../../../ui/popover.tsx'
import { changeSetMessages } from './change-set.messages.ts'

type LineSelectProps = {
  control: ControlProps
  label: string
  /** The code of a line; empty: none. */
  value: string
  /** What no line means; without it one has to be chosen. */
  unset?: string
  onChange: (code: string) => void
}

const shownLines = 100

/** Chooses one of the lines that all domains have, by searching its name: those of a single domain mean nothing elsewhere. */
export function LineSelect({ control, label, value, unset, onChange }: LineSelectProps) {
  const parts = useText(partsMessages)
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const { reply, isLoading } = useCall(line.tree, {}, { freshSeconds: 60 })
  const lines = (reply?.data.lines ?? []).map(({ code, nameZh, nameEn }) => ({ value: code, label: language === 'zh' ? nameZh : nameEn, note: code }))
  const sought = search.toLowerCase()
  const found = lines.filter(({ value: code, label: name }) => name.toLowerCase().includes(sought) || code.includes(sought)).slice(0, shownLines)
  const name = value === '' ? (unset ?? '') : (lines.find((one) => one.value === value)?.label ?? value)
  return (
    <Popover
      label={parts.nameAndValue(label, name)}
      control={{ id: control.id, 'aria-describedby': control['aria-describedby'] }}
      place="start"
      trigger={
        <>
          <span className={`min-w-0 flex-1 truncate text-left ${value === '' ? 'text-kumo-subtle' : ''}`}>{name}</span>
          <CaretDownIcon size={13} aria-hidden="true" className="text-kumo-subtle" />
        </>
      }
      triggerClassName={`${textField} flex cursor-pointer items-center gap-2 ${control['aria-invalid'] ? 'border-np-danger' : ''}`}
      className="w-80"
    >
      {(close) => (
        <OptionSearch
          label={text.searchLines}
          options={unset !== undefined && search === '' ? [{ value: '', label: unset }, ...found] : found}
          chosen={value}
          isSearching={isLoading}
          note={!isLoading && found.length === 0 ? text.noLines : null}
          onSearch={setSearch}
          onChoose={(code) => {
            onChange(code)
            close()
          }}
        />
      )}
    </Popover>
  )
}
