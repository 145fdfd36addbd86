import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { QuietButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { LinePicker } from '../form/line-picker.tsx'
import { recordFormWords } from '../form/record-form.messages.ts'
import type { FieldProblem } from '../form/typed-record.ts'
import { exampleOf } from '../form/value-fields.ts'
import { offeredTypes } from '../offered-types.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { readQuick, type QuickRecord } from './cell-text.ts'
import { inlineMessages } from './inline.messages.ts'
import { useSaid } from './use-said.ts'

type QuickAddProps = { zone: Zone; lines: Lines; defaultTtlSeconds: number; onAdd: (draft: RecordDraft) => void }

const noProblems: ReadonlyMap<string, FieldProblem> = new Map()

/** A new record in one row: Enter adds it to the pending changes, and the next one can be typed; type, line and TTL stay. */
export function QuickAdd({ zone, lines, defaultTtlSeconds, onAdd }: QuickAddProps) {
  const text = useText(inlineMessages)
  const language = useLanguage()
  const said = useSaid()
  const host = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<QuickRecord>({ host: '', type: 'A', line: 'default', value: '', ttl: String(defaultTtlSeconds) })
  const [problems, setProblems] = useState(noProblems)
  const put = (part: Partial<QuickRecord>) => setTyped((before) => ({ ...before, ...part }))

  function submit(event: FormEvent): void {
    event.preventDefault()
    const read = readQuick(typed, zone)
    if ('problems' in read) return setProblems(read.problems)
    setProblems(noProblems)
    onAdd(read.draft)
    put({ host: '', value: '' })
    host.current?.focus()
  }

  const fieldOf = (name: keyof QuickRecord) => {
    const problem = problems.get(name)
    return { label: recordFormWords.label(name, language), error: problem && said(problem) }
  }
  const texts = { type: 'text', spellCheck: false, autoComplete: 'off' } as const
  return (
    <form
      noValidate
      aria-label={text.quickAdd}
      className="flex items-start gap-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && event.target instanceof HTMLElement && !event.target.closest('[popover]')) event.target.blur()
      }}
    >
      <Slot {...fieldOf('host')} className="w-36">
        {(control) => (
          <input
            {...texts}
            {...control}
            ref={host}
            aria-keyshortcuts="n"
            placeholder="@"
            className={`${textField} font-mono`}
            value={typed.host}
            onChange={(event) => put({ host: event.target.value })}
          />
        )}
      </Slot>
      <Slot {...fieldOf('type')} className="w-24">
        {(control) => (
          <select {...control} className={textField} value={typed.type} onChange={(event) => put({ type: event.target.value })}>
            {offeredTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </Slot>
      <Slot {...fieldOf('line')} className="w-36">
        {(control) => (
          <LinePicker
            control={{ id: control.id, 'aria-describedby': control['aria-describedby'], 'aria-invalid': undefined, 'aria-required': undefined }}
            label={control['aria-label']}
            value={typed.line}
            lines={lines}
            onChange={(line) => put({ line })}
          />
        )}
      </Slot>
      <Slot {...fieldOf('value')} className="min-w-40 flex-1">
        {(control) => (
          <input
            {...texts}
            {...control}
            placeholder={exampleOf(typed.type)}
            className={`${textField} font-mono`}
            value={typed.value}
            onChange={(event) => put({ value: event.target.value })}
          />
        )}
      </Slot>
      <Slot {...fieldOf('ttl')} className="w-20">
        {(control) => (
          <input
            {...texts}
            {...control}
            className={`${textField} text-right tabular-nums`}
            value={typed.ttl}
            onChange={(event) => put({ ttl: event.target.value })}
          />
        )}
      </Slot>
      <QuietButton type="submit" title={text.addTitle}>
        {text.add}
      </QuietButton>
    </form>
  )
}

type SlotControl = { id: string; 'aria-label': string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

/** A field of the row: its name is not written above it, as the head of the table does that. */
function Slot({
  label,
  error,
  className,
  children,
}: {
  label: string
  error: string | undefined
  className: string
  children: (control: SlotControl) => ReactNode
}) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={className}>
      {children({
        id,
        'aria-label': label,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className="mt-1 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </div>
  )
}
