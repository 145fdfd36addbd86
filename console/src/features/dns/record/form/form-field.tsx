import { useId, type ReactNode } from 'react'

type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** A labelled control; a problem takes the place of the help and is read out with it. */
export function FormField({
  label,
  help,
  problem,
  children,
}: {
  label: string
  help?: string
  problem: string | undefined
  children: (props: ControlProps) => ReactNode
}) {
  const id = useId()
  const note = problem ?? help
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} role={problem ? 'alert' : undefined} className={`mt-1 text-xs text-pretty ${problem ? 'text-kumo-danger' : 'text-kumo-subtle'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
