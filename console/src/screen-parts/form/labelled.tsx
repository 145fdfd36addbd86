import { useId, type ComponentProps, type ReactNode } from 'react'
import { textField } from '../../ui/classes.ts'

/** What ties a control to its label, help and error. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined; 'aria-required': true | undefined }

type LabelledProps = {
  label: string
  /** Under the field: the rule, which stays while it is broken. */
  help?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A label above its control, error and help below. */
export function Labelled({ label, help, error, isRequired = false, children }: LabelledProps) {
  const id = useId()
  const errorId = error === undefined ? '' : `${id}-error`
  const helpId = help === undefined ? '' : `${id}-help`
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {isRequired && <RequiredMark />}
      </label>
      {children({
        id,
        'aria-describedby': `${errorId} ${helpId}`.trim() || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired || undefined,
      })}
      <BelowField {...{ help, helpId, error, errorId }} />
    </div>
  )
}

/** After a field's name: it cannot be left empty. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="ml-0.5 text-kumo-danger">
      *
    </span>
  )
}

type BelowProps = { help: ReactNode; helpId: string; error: string | undefined; errorId: string }

function BelowField({ help, helpId, error, errorId }: BelowProps) {
  return (
    <>
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-pretty text-kumo-danger">
          {error}
        </p>
      )}
      {help !== undefined && (
        <p id={helpId} className="mt-1 text-sm text-pretty text-kumo-subtle">
          {help}
        </p>
      )}
    </>
  )
}

/** Boxes, or other controls with names of their own, that are one field: its name above them, error and help below. */
export function LabelledGroup({ name, label, help, error, isRequired = false, children }: OwnProps & { name: string; children: ReactNode }) {
  const id = useId()
  const errorId = error === undefined ? '' : `${id}-error`
  const helpId = help === undefined ? '' : `${id}-help`
  return (
    <fieldset name={name} className="min-w-0" aria-describedby={`${errorId} ${helpId}`.trim() || undefined}>
      <legend className="mb-1 text-sm font-medium">
        {label}
        {isRequired && <RequiredMark />}
      </legend>
      {children}
      <BelowField {...{ help, helpId, error, errorId }} />
    </fieldset>
  )
}

type OwnProps = { label: string; help?: ReactNode; error?: string | undefined; isRequired?: boolean }

/** A one-line text; takes what a form's `register` gives. */
export function TextInput({ label, help, error, isRequired = false, className = '', ...input }: OwnProps & ComponentProps<'input'>) {
  return (
    <Labelled label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => <input type="text" spellCheck={false} autoComplete="off" {...input} {...control} className={`${textField} ${className}`} />}
    </Labelled>
  )
}

/** A text of several lines; takes what a form's `register` gives. */
export function TextArea({ label, help, error, isRequired = false, className = '', ...area }: OwnProps & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => <textarea rows={6} spellCheck={false} autoComplete="off" {...area} {...control} className={`${textField} h-auto! py-1.5 ${className}`} />}
    </Labelled>
  )
}

export function Select({ label, help, error, isRequired = false, className = '', children, ...select }: OwnProps & ComponentProps<'select'>) {
  return (
    <Labelled label={label} help={help} error={error} isRequired={isRequired}>
      {(control) => (
        <select {...select} {...control} className={`${textField} cursor-pointer ${className}`}>
          {children}
        </select>
      )}
    </Labelled>
  )
}

/** Fields that belong together, under a small heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:mt-2">
      <legend className="mb-3 text-base font-medium">{title}</legend>
      <div className="flex flex-col gap-4">{children}</div>
    </fieldset>
  )
}
