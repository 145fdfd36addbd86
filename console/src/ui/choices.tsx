type ChoicesProps<Value extends string | number> = {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  chosen: Value
  onChoose: (value: Value) => void
  /** How the row of them looks. */
  className: string
  /** How one of them looks, `aria-pressed:` where it is chosen. */
  choiceClassName: string
}

/** A few choices of which one holds, side by side. */
export function Choices<Value extends string | number>({ label, options, chosen, onChoose, className, choiceClassName }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label} className={className}>
      {options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={`cursor-pointer text-sm text-kumo-subtle focus-visible:outline-2 focus-visible:outline-kumo-focus ${choiceClassName}`}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
