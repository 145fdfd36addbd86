import { useState } from 'react'
import PlusIcon from 'icon:plus'
import TrashIcon from 'icon:trash'
import { recordTemplate } from '@nameplane/contract/dns/record-template'
import { limits } from '@nameplane/contract/limits'
import type { CallProblem } from '../../../api/call-problem.ts'
import { fieldText } from '../../../api/problem-text.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/queries.ts'
import { ttlOf } from '../../../entities/record/ttl-text.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { Labelled, Select, TextInput } from '../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { changeSetMessages, changeSetWords } from './change-set.messages.ts'
import { LineSelect } from './line-select.tsx'

/** A record as it is typed; the TTL may have a unit. */
export type RecordRow = {
  readonly id: number
  readonly host: string
  readonly type: string
  readonly line: string
  readonly value: string
  readonly ttl: string
  readonly weight: number | null
  readonly remark: string
}

let made = 0
export const newRow = (): RecordRow => ({ id: (made += 1), host: '', type: 'A', line: 'default', value: '', ttl: '600', weight: null, remark: '' })

/** The rows as they are sent; a TTL that is none goes as it was typed, to be refused at its place. */
export function sentRecords(rows: readonly RecordRow[]) {
  return rows.map(({ host, type, line, value, ttl, weight, remark }) => ({ host, type, line, value, ttl: ttlOf(ttl) ?? Number.NaN, weight, remark }))
}

type RecordRowsProps = {
  rows: readonly RecordRow[]
  /** None are needed. */
  isOptional?: boolean
  problem: CallProblem | null
  onChange: (rows: readonly RecordRow[]) => void
}

/** The records that each domain gets: typed one by one, or taken from a template. */
export function RecordRows({ rows, isOptional = false, problem, onChange }: RecordRowsProps) {
  const text = useText(changeSetMessages)
  const language = useLanguage()
  const least = isOptional ? 0 : 1
  const error = fieldText(problem, 'records', language)
  return (
    <>
      <TemplateSelect onChoose={(chosen) => onChange([...rows.filter(({ value }) => value !== ''), ...chosen])} />
      {error !== undefined && (
        <p role="alert" className="text-sm text-kumo-danger">
          {error}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            number={index + 1}
            errorOf={(field) => fieldText(problem, `records.${index}.${field}`, language)}
            onChange={(change) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...change } : one)))}
            onRemove={rows.length > least ? () => onChange(rows.filter(({ id }) => id !== row.id)) : null}
          />
        ))}
      </ol>
      <QuietButton
        className="self-start"
        refusal={rows.length >= limits.templateRecords ? text.recordsFull(limits.templateRecords) : null}
        onClick={() => onChange([...rows, newRow()])}
      >
        <PlusIcon size={14} aria-hidden="true" />
        {text.addRecord}
      </QuietButton>
    </>
  )
}

type RowProps = {
  row: RecordRow
  number: number
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<RecordRow>) => void
  onRemove: (() => void) | null
}

function Row({ row, number, errorOf, onChange, onRemove }: RowProps) {
  const text = useText(changeSetMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const label = (field: string): string => (field === 'value' ? text.recordValue : changeSetWords.label(field, language))
  return (
    <li aria-label={text.recordNumber(number)} className="flex items-start gap-2 border-t border-kumo-hairline pt-4 first:border-0 first:pt-0">
      <div className="grid min-w-0 flex-1 gap-3 pad:grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,2fr)_6.5rem_minmax(0,1fr)]">
        <TextInput
          label={label('host')}
          error={errorOf('host')}
          isRequired
          placeholder="www"
          value={row.host}
          onChange={(event) => onChange({ host: event.target.value })}
        />
        <TextInput
          label={label('type')}
          error={errorOf('type')}
          isRequired
          value={row.type}
          onChange={(event) => onChange({ type: event.target.value.toUpperCase() })}
        />
        <TextInput
          label={label('value')}
          error={errorOf('value')}
          isRequired
          className="font-mono"
          value={row.value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
        <TextInput label="TTL" error={errorOf('ttl')} isRequired value={row.ttl} onChange={(event) => onChange({ ttl: event.target.value })} />
        <Labelled label={label('line')} error={errorOf('line')}>
          {(control) => <LineSelect control={control} label={label('line')} value={row.line} onChange={(line) => onChange({ line })} />}
        </Labelled>
      </div>
      <IconButton
        className="mt-6"
        label={parts.nameAndValue(text.removeRecord, String(number))}
        {...(onRemove ? { onClick: onRemove } : { disabled: true, title: text.lastRecord })}
        icon={<TrashIcon size={16} />}
      />
    </li>
  )
}

/** Takes the records of a template, which stay to be changed. */
function TemplateSelect({ onChoose }: { onChoose: (rows: readonly RecordRow[]) => void }) {
  const text = useText(changeSetMessages)
  const [chosen, setChosen] = useState('')
  const { reply } = useCall(recordTemplate.list, { limit: 200 }, { freshSeconds: 60 })
  const templates = reply?.data.list ?? []
  if (templates.length === 0) return null
  async function choose(id: string): Promise<void> {
    setChosen(id)
    if (id === '') return
    const { data } = await call(recordTemplate.detail, { id: Number(id) })
    onChoose(data.records.map((record) => ({ ...newRow(), ...record, ttl: String(record.ttl) })))
    setChosen('')
  }
  return (
    <div className="pad:max-w-80">
      <Select label={text.template} value={chosen} onChange={(event) => void choose(event.target.value)}>
        <option value="">{text.noTemplate}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}
