import CaretDownIcon from 'icon:caret-down'
import { useText } from '../../../i18n/messages.ts'
import { SearchBox } from '../../../screen-parts/list/search-box.tsx'
import { filterChip } from '../../../ui/chip.ts'
import { Popover } from '../../../ui/popover.tsx'
import { logMessages } from './log.messages.ts'

type MoreFiltersProps = {
  fields: readonly {
    readonly name: string
    readonly label: string
    readonly value: string
    readonly refusalOf?: ((typed: string) => string | null) | undefined
  }[]
  onFilter: (name: string, value: string) => void
}

/** Filters that are typed and seldom asked for, behind one button that says which are on. */
export function MoreFilters({ fields, onFilter }: MoreFiltersProps) {
  const text = useText(logMessages)
  const on = fields.filter((field) => field.value !== '')
  const said = on.map((field) => `${field.label} ${field.value}`).join(' · ')
  return (
    <Popover
      label={on.length === 0 ? text.filters.more : `${text.filters.more}: ${said}`}
      triggerClassName={`${filterChip(on.length > 0)} max-w-64 cursor-pointer focus-visible:outline-2 focus-visible:outline-kumo-focus`}
      trigger={
        <>
          <span className="truncate">{on.length === 0 ? text.filters.more : said}</span>
          <CaretDownIcon size={12} aria-hidden="true" className="shrink-0" />
        </>
      }
    >
      <div className="flex w-60 max-w-full flex-col gap-2 p-2 [&_[role=search]]:w-full">
        {fields.map((field) => (
          <SearchBox key={field.name} label={field.label} value={field.value} refusalOf={field.refusalOf} onSearch={(value) => onFilter(field.name, value)} />
        ))}
      </div>
    </Popover>
  )
}
