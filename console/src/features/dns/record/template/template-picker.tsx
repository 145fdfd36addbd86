import { useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import type { RecordTemplate } from '@nameplane/contract/dns/record-template'
import { useText } from '../../../../i18n/messages.ts'
import { usePinyin } from '../../../../i18n/use-pinyin.ts'
import type { ControlProps } from '../../../../screen-parts/form/labelled.tsx'
import { OptionSearch, type Option } from '../../../../screen-parts/form/option-search.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { textField } from '../../../../ui/classes.ts'
import { Popover } from '../../../../ui/popover.tsx'
import { builtInTemplates } from './built-in-templates.ts'
import { templateMessages } from './template.messages.ts'

/** Tells an own template's option from a built-in one's. */
const ownPrefix = 'own:'
export const ownValue = (id: number): string => `${ownPrefix}${id}`
export const ownIdOf = (value: string): number | null => (value.startsWith(ownPrefix) ? Number(value.slice(ownPrefix.length)) : null)

type TemplatePickerProps = {
  /** Of the field that it is the control of. */
  control: ControlProps
  own: readonly RecordTemplate[]
  value: string
  /** What is chosen is called, also before the list of own ones is there. */
  name: string
  onChange: (value: string) => void
}

/** Chooses a template, own ones first, by searching its name. */
export function TemplatePicker({ control, own, value, name, onChange }: TemplatePickerProps) {
  const text = useText(templateMessages)
  const parts = useText(partsMessages)
  return (
    <Popover
      label={parts.nameAndValue(text.template, name)}
      control={{ id: control.id, 'aria-describedby': control['aria-describedby'], 'data-first-focus': '' }}
      trigger={
        <>
          <span className="min-w-0 flex-1 truncate text-left">{name}</span>
          <CaretDownIcon size={13} aria-hidden="true" className="text-kumo-subtle" />
        </>
      }
      triggerClassName={`${textField} flex cursor-pointer items-center gap-2`}
      place="start"
      className="w-80"
    >
      {(close) => <Templates own={own} chosen={value} onChoose={(chosen) => (onChange(chosen), close())} />}
    </Popover>
  )
}

function Templates({ own, chosen, onChoose }: { own: readonly RecordTemplate[]; chosen: string; onChoose: (value: string) => void }) {
  const text = useText(templateMessages)
  const isPinyinOf = usePinyin()
  const [search, setSearch] = useState('')
  const all: Option[] = [
    ...own.map(({ id, name }) => ({ value: ownValue(id), label: name, note: text.own })),
    ...builtInTemplates.map(({ id, group }) => ({ value: id, label: text.names[id], note: text.groups[group] })),
  ]
  const typed = search.toLowerCase()
  const isFound = ({ label }: Option): boolean => label.toLowerCase().includes(typed) || (/^[a-z]+$/.test(typed) && isPinyinOf(typed, label))
  const found = typed === '' ? all : all.filter(isFound)
  return (
    <OptionSearch
      label={text.search}
      options={found}
      chosen={chosen}
      isSearching={false}
      note={found.length === 0 ? text.noMatch : null}
      onSearch={setSearch}
      onChoose={onChoose}
    />
  )
}
