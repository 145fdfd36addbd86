import { useId, type ComponentProps, type ReactNode } from 'react'

/** A yes or no with its words beside it; takes what a form's `register` gives. */
export function CheckBox({
  label,
  help,
  error,
  className = '',
  isRequired = false,
  ...input
}: { label: string; help?: ReactNode; error?: string | undefined; isRequired?: boolean } & ComponentProps<'input'>) {
  const id = useId()
  const errorId = error === undefined ? '' : `${id}-error`
  const helpId = help === undefined || help === '' ? '' : `${id}-help`
  return (
    <div className={className}>
      <label htmlFor={id} className="flex w-fit cursor-pointer items-start gap-2 text-sm">
        <input
          type="checkbox"
          {...input}
          id={id}
          aria-required={isRequired || undefined}
          aria-describedby={`${errorId} ${helpId}`.trim() || undefined}
          aria-invalid={error === undefined ? undefined : true}
          className="mt-0.5 size-4 shrink-0"
        />
        {label}
      </label>
      {errorId !== '' && (
        <p id={errorId} role="alert" className="mt-0.5 pl-6 text-sm text-kumo-danger">
          {error}
        </p>
      )}
      {helpId !== '' && (
        <p id={helpId} className="mt-0.5 pl-6 text-sm text-kumo-subtle">
          {help}
        </p>
      )}
    </div>
  )
}
