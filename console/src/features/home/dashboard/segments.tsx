type SegmentsProps<Value extends string> = {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A few choices of which one holds, side by side. */
export function Segments<Value extends string>({ label, options, chosen, onChoose }: SegmentsProps<Value>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-kumo-line p-px">
      {options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="h-6 cursor-pointer rounded-[5px] px-2 text-sm text-kumo-subtle transition-colors hover:text-kumo-default focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:bg-kumo-brand/12 aria-pressed:text-kumo-default"
        >
          {text}
        </button>
      ))}
    </div>
  )
}
