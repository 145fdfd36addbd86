import { useState } from 'react'
import TrashIcon from 'icon:trash'
import { recordTemplate, type RecordTemplateDetail } from '@nameplane/contract/dns/record-template'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { fieldText } from '../../../../api/problem-text.ts'
import { useChange } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { FormDialog } from '../../../../screen-parts/dialog/form-dialog.tsx'
import { ChangedMeanwhile, type ChangedField } from '../../../../screen-parts/form/changed-meanwhile.tsx'
import { TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { useVersionedChange } from '../../../../screen-parts/form/use-versioned-change.ts'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { SmallIconButton } from '../../../../ui/icon-button.tsx'
import { recordWords } from '../record.messages.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { templateRecordsOf, type TemplateRecord } from './own-template.ts'
import { templateMessages } from './template.messages.ts'

type Written = Pick<RecordTemplateDetail, 'name' | 'remark' | 'records'>

const read = [recordTemplate.list, recordTemplate.detail]

/** Keeps records of a domain as a template. */
export function SaveTemplateDialog({ drafts, domain, lines, onSaved, onClose }: SaveTemplateDialogProps) {
  const text = useText(templateMessages)
  const save = useChange(recordTemplate.save, { invalidates: read, success: 'saved', shownIn: 'form' })
  const [initial] = useState<Written>(() => ({ name: '', remark: '', records: templateRecordsOf(drafts, domain) }))
  return (
    <OwnTemplateForm
      title={text.saveTitle}
      call={recordTemplate.save.path}
      initial={initial}
      lines={lines}
      change={{ ...save, theirs: null }}
      onSubmit={async (written) => {
        if ((await save.run(written)).isDone) onSaved()
      }}
      onClose={onClose}
    />
  )
}
type SaveTemplateDialogProps = { drafts: readonly RecordDraft[]; domain: string; lines: Lines; onSaved: () => void; onClose: () => void }

const lineOf = ({ host, type, value }: TemplateRecord): string => `${host} ${type} ${value}`

/** Changes a template as it was read; `saved` is the newest known state of it. */
export function EditTemplateDialog({ saved, lines, onStale, onClose }: EditTemplateDialogProps) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const [row] = useState(saved)
  const update = useVersionedChange(recordTemplate.update, read, { row, saved, onStale }, [
    { label: recordWords.label('name', language), valueOf: ({ name }) => name },
    { label: recordWords.label('remark', language), valueOf: ({ remark }) => remark },
    { label: recordWords.label('records', language), valueOf: ({ records }) => records.map(lineOf).join(', ') },
  ])
  return (
    <OwnTemplateForm
      title={text.editTitle(row.name)}
      call={recordTemplate.update.path}
      initial={row}
      lines={lines}
      change={update}
      onSubmit={async (written) => {
        if ((await update.save(written)).isDone) onClose()
      }}
      onClose={onClose}
    />
  )
}
type EditTemplateDialogProps = { saved: RecordTemplateDetail; lines: Lines; onStale: () => void; onClose: () => void }

type OwnTemplateFormProps = {
  title: string
  call: string
  initial: Written
  lines: Lines
  change: { problem: CallProblem | null; isRunning: boolean; forget: () => void; theirs: readonly ChangedField[] | null }
  onSubmit: (written: Written) => Promise<void>
  onClose: () => void
}

function OwnTemplateForm({ title, call, initial, lines, change, onSubmit, onClose }: OwnTemplateFormProps) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const [name, setName] = useState(initial.name)
  const [remark, setRemark] = useState(initial.remark)
  // A record keeps its fields when one above it is removed.
  const [records, setRecords] = useState(() => initial.records.map((record, key) => ({ key, record })))
  const { problem } = change
  const written: Written = { name, remark, records: records.map(({ record }) => record) }
  const isDirty = name !== initial.name || remark !== initial.remark || JSON.stringify(written.records) !== JSON.stringify(initial.records)
  const wrongRecords = fieldText(problem, 'records', language)

  function edit(key: number, typed: Partial<TemplateRecord>): void {
    setRecords((before) => before.map((one) => (one.key === key ? { key, record: { ...one.record, ...typed } } : one)))
  }
  function remove(key: number): void {
    // What was refused names records by their places.
    change.forget()
    setRecords((before) => before.filter((one) => one.key !== key))
  }
  return (
    <FormDialog
      title={title}
      call={call}
      problem={problem}
      pending={change.isRunning}
      isDirty={isDirty}
      onSubmit={() => void onSubmit(written)}
      onClose={onClose}
    >
      {change.theirs && <ChangedMeanwhile fields={change.theirs} />}
      <TextInput
        name="name"
        label={recordWords.label('name', language)}
        isRequired
        error={fieldText(problem, 'name', language)}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        name="remark"
        label={recordWords.label('remark', language)}
        error={fieldText(problem, 'remark', language)}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
      />
      <section>
        <h3 className="text-sm font-medium">{text.recordsTitle(records.length)}</h3>
        <p className="mt-1 text-sm text-kumo-subtle">{text.placeholders}</p>
        {wrongRecords !== undefined && (
          <p role="alert" className="mt-1 text-sm text-kumo-danger">
            {wrongRecords}
          </p>
        )}
        <ul className="mt-2 grid gap-3">
          {records.map(({ key, record }, index) => (
            <RecordFields
              key={key}
              record={record}
              path={`records.${index}`}
              lines={lines}
              problem={problem}
              onEdit={(typed) => edit(key, typed)}
              onRemove={records.length > 1 ? () => remove(key) : null}
            />
          ))}
        </ul>
      </section>
    </FormDialog>
  )
}

type RecordFieldsProps = {
  record: TemplateRecord
  /** Where the call has it. */
  path: string
  lines: Lines
  problem: CallProblem | null
  onEdit: (typed: Partial<TemplateRecord>) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

function RecordFields({ record, path, lines, problem, onEdit, onRemove }: RecordFieldsProps) {
  const text = useText(templateMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const { host, type, line, ttl, weight } = record
  const facts = [lines.nameOf(line), `TTL ${ttl}`, ...(weight === null ? [] : [parts.nameAndValue(recordWords.label('weight', language), String(weight))])]
  const wrongFacts = (['type', 'line', 'ttl', 'weight'] as const).flatMap((member) => fieldText(problem, `${path}.${member}`, language) ?? [])
  return (
    <li className="rounded-md border border-kumo-line p-3">
      <div className="mb-2 flex items-center gap-2 text-sm">
        <span className="font-medium">{type}</span>
        <span className="min-w-0 flex-1 truncate text-kumo-subtle">{facts.join(' · ')}</span>
        {onRemove && <SmallIconButton label={text.remove(host, type)} onClick={onRemove} icon={<TrashIcon size={14} aria-hidden="true" />} />}
      </div>
      {wrongFacts.map((wrong) => (
        <p key={wrong} role="alert" className="mb-2 text-sm text-kumo-danger">
          {wrong}
        </p>
      ))}
      <div className="grid gap-3 pad:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextInput
          name={`${path}.host`}
          label={recordWords.label('host', language)}
          error={fieldText(problem, `${path}.host`, language)}
          className="font-mono"
          value={host}
          onChange={(event) => onEdit({ host: event.target.value })}
        />
        <TextInput
          name={`${path}.value`}
          label={recordWords.label('value', language)}
          isRequired
          error={fieldText(problem, `${path}.value`, language)}
          className="font-mono"
          value={record.value}
          onChange={(event) => onEdit({ value: event.target.value })}
        />
      </div>
    </li>
  )
}
