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
  const noteId = `${id}-note`
  const note = error ?? (help === '' ? undefined : help)
  return (
    <div className={className}>
      <label htmlFor={id} className="flex w-fit cursor-pointer items-start gap-2 text-sm">
        <input
          type="checkbox"
          {...input}
          id={id}
          aria-required={isRequired || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
          className="mt-0.5 size-4 shrink-0"
        />
        {label}
      </label>
      {note !== undefined && (
        <p
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={`mt-0.5 pl-6 text-sm ${error === undefined ? 'text-kumo-subtle' : 'text-kumo-danger'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
