import { useState, type ComponentProps, type ReactNode } from 'react'
import EyeIcon from 'icon:eye'
import EyeSlashIcon from 'icon:eye-slash'
import { useText } from '../../i18n/messages.ts'
import { textField } from '../../ui/classes.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import { Labelled } from './labelled.tsx'
import { useTypingOverMask } from './over-mask.ts'

type SecretInputProps = { label: string; help?: ReactNode; error?: string | undefined; isRequired?: boolean } & ComponentProps<'input'>

/** A text that nobody else should read, which can be looked at and is typed over a mask; takes what a form's `register` gives. */
export function SecretInput({ label, help, error, isRequired = false, ...input }: SecretInputProps) {
  const text = useText(partsMessages)
  const [isShown, setShown] = useState(false)
  const typing = useTypingOverMask<HTMLInputElement>(input)
  const name = isShown ? text.hideSecret : text.showSecret
  return (
    <Labelled label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <span className="relative block">
          <input
            autoComplete="new-password"
            spellCheck={false}
            {...input}
            {...typing}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${textField} pr-9`}
          />
          <button
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 inline-flex w-8 cursor-pointer items-center justify-center rounded-md text-kumo-subtle hover:text-kumo-default focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
          >
            {isShown ? <EyeSlashIcon size={16} /> : <EyeIcon size={16} />}
          </button>
        </span>
      )}
    </Labelled>
  )
}
