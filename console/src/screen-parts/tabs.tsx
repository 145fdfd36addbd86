/** Views of one screen; which one shows is the caller's to keep, usually in the address. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChoose,
}: {
  label: string
  tabs: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  return (
    <div role="group" aria-label={label} className="flex gap-1 overflow-x-auto border-b border-kumo-line px-3">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => onChoose(tab.value)}
          className="relative h-10 shrink-0 cursor-pointer px-2 text-sm text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus aria-pressed:font-medium aria-pressed:text-kumo-default aria-pressed:after:absolute aria-pressed:after:inset-x-2 aria-pressed:after:bottom-0 aria-pressed:after:h-0.5 aria-pressed:after:bg-kumo-brand"
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
