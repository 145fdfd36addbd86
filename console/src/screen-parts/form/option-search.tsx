import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import CheckIcon from 'icon:check'
import { textField } from '../../ui/classes.ts'

export type Option = { readonly value: string; readonly label: string; /** Stands at the right, in grey. */ readonly note?: string }

type OptionSearchProps = {
  /** What is searched; also the list's name. */
  label: string
  options: readonly Option[]
  /** The value that is chosen now. */
  chosen: string
  /** The options are those of an earlier search: Enter waits for the new ones. */
  isSearching: boolean
  /** Under the options: that there are none, that there are more, what went wrong. */
  note: string | null
  /** Comes after a pause in typing. */
  onSearch: (text: string) => void
  onChoose: (value: string) => void
}

const pauseMs = 200

/** A search with its finds below, for a popover: arrow keys move, Enter takes. The owner looks things up and says what is found. */
export function OptionSearch({ label, options, chosen, isSearching, note, onSearch, onChoose }: OptionSearchProps) {
  const listId = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const list = useRef<HTMLDivElement>(null)
  // Which option Enter takes; null until an arrow key says so, and the first one then.
  const [marked, setMarked] = useState<number | null>(null)
  const at = Math.min(marked ?? 0, options.length - 1)
  // What was typed and not searched for yet, and whether Enter was pressed before the finds were there.
  const [typed, setTyped] = useState<string | null>(null)
  const [takesFirst, setTakesFirst] = useState(false)
  const isBehind = typed !== null || isSearching
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!takesFirst || isBehind) return
    setTakesFirst(false)
    if (options[0]) onChoose(options[0].value)
  }, [takesFirst, isBehind, options, onChoose])

  function search(text: string) {
    clearTimeout(timer.current)
    setTyped(null)
    setMarked(null)
    onSearch(text.trim())
  }
  function type(text: string) {
    clearTimeout(timer.current)
    setTyped(text)
    setTakesFirst(false)
    timer.current = setTimeout(() => search(text), pauseMs)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key]
    if (event.key === 'Enter') {
      // A form around us is not sent by it.
      event.preventDefault()
      const option = options[at]
      if (isBehind) {
        if (typed !== null) search(typed)
        setTakesFirst(true)
      } else if (option) onChoose(option.value)
    } else if (target !== undefined && options.length > 0) {
      event.preventDefault()
      const next = Math.min(Math.max(target, 0), options.length - 1)
      setMarked(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    }
  }
  return (
    <>
      <input
        data-first-focus=""
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={label}
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        className={`${textField} mb-1`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <div ref={list} id={listId} role="listbox" aria-label={label} className="max-h-64 overflow-y-auto">
        {options.map((option, index) => (
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.value === chosen}
            className={`flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1 text-sm hover:bg-kumo-tint ${index === at ? 'bg-kumo-tint' : ''} ${option.value === chosen ? 'font-medium' : ''}`}
            onClick={() => onChoose(option.value)}
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.value === chosen && <CheckIcon size={14} aria-hidden="true" className="shrink-0 text-np-accent" />}
            {option.note && <span className="shrink-0 text-xs font-normal text-kumo-subtle">{option.note}</span>}
          </div>
        ))}
      </div>
      {note && (
        <p role="status" className="px-2.5 py-1.5 text-xs text-kumo-subtle">
          {note}
        </p>
      )}
    </>
  )
}
