import { useEffect, useId, useRef, useState } from 'react'
import MagnifyingGlassIcon from 'icon:magnifying-glass'
import XIcon from 'icon:x'
import { useText } from '../../i18n/messages.ts'
import { textField } from '../../ui/classes.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'

const pauseMs = 350

type SearchBoxProps = {
  /** What is searched, such as “域名、备注”. */
  label: string
  value: string
  onSearch: (value: string) => void
  /** Fewer letters are not sent; an empty search always is. */
  minimumLetters?: number
  /** Shown while there are too few letters. */
  tooShort?: string
  /** Why what is typed cannot be searched for; it is not sent then. */
  refusalOf?: ((typed: string) => string | null) | undefined
}

/** A search that begins by itself after a pause, or at once with Enter; Esc empties it. */
export function SearchBox({ label, value, onSearch, minimumLetters = 1, tooShort, refusalOf }: SearchBoxProps) {
  const text = useText(partsMessages)
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refusalId = useId()
  const refusal = typed.trim() === '' ? null : (refusalOf?.(typed.trim()) ?? null)
  const isShort = typed.trim() !== '' && typed.trim().length < minimumLetters
  // The address may change without us: back, or cleared filters.
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(next: string) {
    clearTimeout(timer.current)
    const trimmed = next.trim()
    const isSearchable = trimmed === '' || (trimmed.length >= minimumLetters && !refusalOf?.(trimmed))
    if (trimmed !== value && isSearchable) onSearch(trimmed)
  }
  function type(next: string) {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(next), pauseMs)
  }
  return (
    <div
      role="search"
      aria-label={label}
      className="relative w-56 max-pad:w-full max-pad:first:-order-2 max-pad:first:-mb-2 max-pad:first:w-auto max-pad:first:min-w-36 max-pad:first:flex-1"
    >
      <MagnifyingGlassIcon size={15} aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 text-kumo-subtle" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        aria-invalid={isShort || refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : refusalId}
        placeholder={label}
        value={typed}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        className={`${textField} pr-7 pl-8 text-ellipsis`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') search(typed)
          else if (event.key === 'Escape' && typed !== '') {
            setTyped('')
            search('')
          }
        }}
      />
      {typed !== '' && (
        <SmallIconButton
          label={`${text.clearSearch} ${label}`}
          title={text.clearSearch}
          className="absolute top-1 right-1"
          onClick={() => {
            setTyped('')
            search('')
          }}
          icon={<XIcon size={12} />}
        />
      )}
      {refusal !== null && (
        <p id={refusalId} role="status" className="mt-1 text-xs text-kumo-danger">
          {refusal}
        </p>
      )}
      {isShort && tooShort && (
        <p
          role="status"
          className="absolute top-9 left-0 z-20 rounded-md border border-kumo-line bg-kumo-base px-2 py-1 text-xs whitespace-nowrap text-kumo-subtle shadow-md"
        >
          {tooShort}
        </p>
      )}
    </div>
  )
}
