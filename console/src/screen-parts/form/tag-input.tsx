import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import XIcon from 'icon:x'
import { useText } from '../../i18n/messages.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { Labelled } from './labelled.tsx'

type TagInputProps = {
  label: string
  /** The field's, where the list is one of a form. */
  name?: string
  help?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  value: readonly string[]
  /** Offered while typing. */
  suggestions?: readonly string[]
  maximumLetters: number
  onChange: (value: readonly string[]) => void
}

/** Several short words: Enter or a comma adds one, the cross or Backspace takes one away. */
export function TagInput({ label, name, help, error, isRequired = false, value, suggestions = [], maximumLetters, onChange }: TagInputProps) {
  const text = useText(partsMessages)
  const listId = useId()
  const [typed, setTyped] = useState('')

  function add(words: string) {
    const added = words
      .split(/[,，;；\n]/)
      .map((word) => word.trim().slice(0, maximumLetters))
      .filter((word) => word !== '')
    setTyped('')
    if (added.length > 0) onChange([...new Set([...value, ...added])])
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      // The form around us is not sent by it.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
  }
  return (
    <Labelled label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <span className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-np-field bg-kumo-control px-1 py-[3px] hover:border-np-field-hover has-[input:focus-visible]:border-kumo-focus has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1 has-[input:focus-visible]:outline-kumo-focus">
          {value.map((tag) => (
            <span key={tag} className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-sm bg-kumo-tint pr-0.5 pl-2 text-sm">
              <span className="truncate">{tag}</span>
              <SmallIconButton size={5} label={text.removeTag(tag)} onClick={() => onChange(value.filter((one) => one !== tag))} icon={<XIcon size={11} />} />
            </span>
          ))}
          <input
            {...control}
            type="text"
            name={name}
            list={listId}
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => (/[,，;；\n]/.test(event.target.value) ? add(event.target.value) : setTyped(event.target.value))}
            onKeyDown={press}
            onBlur={() => add(typed)}
            className="h-6 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none"
          />
          <datalist id={listId}>
            {suggestions
              .filter((one) => !value.includes(one))
              .map((one) => (
                <option key={one} value={one} />
              ))}
          </datalist>
        </span>
      )}
    </Labelled>
  )
}
