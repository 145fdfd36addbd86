import { useRef, type ChangeEvent, type FocusEvent } from 'react'
import { secretMask } from '@nameplane/contract/secret-mask'

/** What was typed into a field that showed the mask: a mask with letters around it is neither the old secret nor a new one. */
export function typedOverMask(text: string): string {
  const from = sharedLength(text, secretMask)
  const rest = text.slice(from)
  return rest.slice(0, rest.length - Math.min(sharedLength(reversed(rest), secretMask), secretMask.length - from))
}

const reversed = (text: string): string => [...text].toReversed().join('')

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

type Element = HTMLInputElement | HTMLTextAreaElement
type Handlers<Of extends Element> = { onFocus?: ((event: FocusEvent<Of>) => void) | undefined; onChange?: ((event: ChangeEvent<Of>) => unknown) | undefined }

/** Handlers of an input that may show a mask: what is typed takes the place of the whole mask. */
export function useTypingOverMask<Of extends Element>({ onFocus, onChange }: Handlers<Of>) {
  const held = useRef('')
  return {
    onFocus: (event: FocusEvent<Of>): void => {
      held.current = event.target.value
      if (held.current === secretMask) event.target.select()
      onFocus?.(event)
    },
    onChange: (event: ChangeEvent<Of>): void => {
      const { target } = event
      if (held.current === secretMask) target.value = typedOverMask(target.value)
      held.current = target.value
      onChange?.(event)
    },
  }
}
