import CaretDownIcon from 'icon:caret-down'
import { useText } from '../../i18n/messages.ts'
import { filterChip } from '../../ui/chip.ts'
import { partsMessages } from '../screen-parts.messages.ts'

type FilterChipProps = {
  label: string
  /** Empty: everything. */
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}

/** A filter that says its value; the platform's own select below, so that keyboard and phone work as people expect. */
export function FilterChip({ label, value, options, onChange }: FilterChipProps) {
  const text = useText(partsMessages)
  const chosen = options.find((option) => option.value === value)
  const isOn = value !== ''
  return (
    <span className={`${filterChip(isOn)} focus-within:outline-2 focus-within:outline-kumo-focus`}>
      <span aria-hidden="true">
        {label}
        {isOn && <span className="ml-1.5 font-medium">{chosen?.label ?? value}</span>}
      </span>
      <CaretDownIcon size={12} aria-hidden="true" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      >
        <option value="">{text.anything}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
