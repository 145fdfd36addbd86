import { refused } from './button.tsx'

type SwitchProps = {
  label: string
  /** What a press does, as the tooltip. */
  title: string
  isOn: boolean
  /** Why it cannot be switched now. */
  refusal: string | null
  onToggle: () => void
}

/** Turns one thing on or off with one press: a plain element, for rows of tables. */
export function Switch({ label, title, isOn, refusal, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      title={title}
      {...refused(refusal)}
      onClick={onToggle}
      className="group/switch relative inline-block h-4 w-7 shrink-0 cursor-pointer rounded-full bg-np-switch align-middle transition-colors focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-kumo-focus disabled:cursor-not-allowed disabled:opacity-60 aria-checked:bg-np-fill"
    >
      <span
        aria-hidden="true"
        className="absolute top-0.5 left-0.5 size-3 rounded-full bg-white transition-transform group-aria-checked/switch:translate-x-3"
      />
    </button>
  )
}
