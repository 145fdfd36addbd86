import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/messages.ts'
import { partsMessages } from '../screen-parts.messages.ts'

/** A field somebody else changed while it was being edited here, and what it holds now. */
export type ChangedField = { readonly label: string; readonly value: string }

/** The fields whose values differ between the state a form began with and the one that is saved now. */
export function changedFields<Row>(before: Row, now: Row, fields: readonly { label: string; valueOf: (row: Row) => string }[]): ChangedField[] {
  return fields.filter(({ valueOf }) => valueOf(before) !== valueOf(now)).map(({ label, valueOf }) => ({ label, value: valueOf(now) }))
}

/** Says what somebody else saved meanwhile. What was typed stays; saving again puts it over theirs. */
export function ChangedMeanwhile({ fields }: { fields: readonly ChangedField[] }) {
  const text = useText(partsMessages)
  const note = useRef<HTMLDivElement>(null)
  // The reader may be at the other end of a long form.
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not return.
    void note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={note} role="alert" className="rounded-md border border-kumo-line bg-kumo-warning-tint px-3 py-2 text-sm">
      <p>{text.changedMeanwhile}</p>
      {fields.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
          {fields.map(({ label, value }) => [
            <dt key={`${label} name`} className="text-kumo-subtle">
              {label}
            </dt>,
            <dd key={label} className="min-w-0">
              {value === '' ? text.emptyValue : value}
            </dd>,
          ])}
        </dl>
      )}
    </div>
  )
}
