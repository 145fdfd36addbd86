import { useMemo, useState, type FormEvent, type KeyboardEvent } from 'react'
import { limits } from '@nameplane/contract/limits'
import { checkHost, type Zone } from '@nameplane/contract/dns/record-checks'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../../screen-parts/dialog/use-leaving.tsx'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { Labelled, Select, TextArea, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { LinkButton, PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { commonTypes, offeredTypes, rareTypes } from '../offered-types.ts'
import { recordMessages } from '../record.messages.ts'
import type { RecordDraft } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { LinePicker } from './line-picker.tsx'
import { OfferedFix, type Fix } from './offered-fix.tsx'
import { recordFormMessages, recordFormWords } from './record-form.messages.ts'
import { useWeightHelp, type Surroundings } from '../weight/use-weight-help.ts'
import { beginningWith, isTouched, nextAfter, ofType, readRecord, type FieldProblem, type FieldProblems, type TypedRecord } from './typed-record.ts'
import { ValueAid } from './value-aid.tsx'
import { ValueInputs } from './value-inputs.tsx'
import { blankFields, exampleOf, fieldsFor, hasOwnWeight, typedFieldsOf, valueOf, type TypedFields } from './value-fields.ts'

type RecordFormDialogProps = {
  initial: RecordDraft
  isNew: boolean
  zone: Zone
  lines: Lines
  surroundings: Surroundings
  /** Puts the draft into the tray; `another` leaves the form open for the next one. */
  onKeep: (draft: RecordDraft, another: boolean) => void
  onClose: () => void
}

const otherType = 'other'

/** One record by field. It goes into the tray, not to the server; what is wrong with it alone is said here at once. */
export function RecordFormDialog({ initial, isNew, zone, lines, surroundings, onKeep, onClose }: RecordFormDialogProps) {
  const text = useText(recordFormMessages)
  const typeLabels: Readonly<Record<string, string>> = text.typeLabels
  const words = useText(recordMessages)
  const language = useLanguage()
  const [form, setForm] = useState(() => beginningWith(initial))
  const { draft, ttl, weight, typed } = form
  const [problems, setProblems] = useState<FieldProblems>({})
  const [otherTypeText, setOtherTypeText] = useState(offeredTypes.includes(initial.type) ? null : initial.type)
  const weightHelp = useWeightHelp(draft, weight, surroundings)
  const fields = useMemo(() => fieldsFor(draft.type), [draft.type])
  const put = (part: Partial<TypedRecord>) => setForm((before) => ({ ...before, ...part }))
  const set = (part: Partial<RecordDraft>) => setForm((before) => ({ ...before, draft: { ...before.draft, ...part } }))
  const fillIn = (part: TypedFields) => setForm((before) => ({ ...before, typed: before.typed && { ...before.typed, ...part } }))

  function chooseType(type: string): void {
    setOtherTypeText(null)
    setForm(ofType(form, type))
    setProblems({})
  }

  function chooseOtherType(typedType: string): void {
    setOtherTypeText(typedType)
    setForm({ ...ofType(form, typedType.trim().toUpperCase()), typed: null })
  }

  function keep(another: boolean): void {
    const outcome = readRecord(form, zone)
    if ('problems' in outcome) {
      setProblems(outcome.problems)
      return
    }
    setProblems({})
    onKeep(outcome.draft, another)
    if (another) setForm(nextAfter(form))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    keep(false)
  }

  /** No value holds a line break, so that Enter means what it means in fields of one line. */
  function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  function hostFix(): Fix | null {
    const params = checkHost(draft.host.trim(), zone.name).found.find(({ code }) => code === 'host_repeats_zone')?.params
    const host = params?.['host']
    if (typeof host !== 'string') return null
    return { why: textOfProblem('host_repeats_zone', language, params), label: text.use(host), take: () => set({ host }) }
  }

  const said = (problem: FieldProblem): string => ('said' in problem ? text[problem.said] : textOfProblem(problem.code, language, problem.params))
  const errors = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, said(problem)]))
  /** What a field of this name is called, what is said of it, and what is wrong with it. */
  const fieldOf = (name: string) => ({ label: recordFormWords.label(name, language), help: recordFormWords.help(name, language), error: errors[name] })
  const { leave, question } = useLeaving({ isDirty: isTouched(initial, form), onClose })

  return (
    <Dialog
      title={isNew ? text.addTitle : text.editTitle}
      onClose={leave}
      footer={
        <>
          <QuietButton onClick={leave}>{text.cancel}</QuietButton>
          {isNew && <QuietButton onClick={() => keep(true)}>{text.keepAndNext}</QuietButton>}
          <PrimaryButton type="submit" form="record-form">
            {text.keep}
          </PrimaryButton>
        </>
      }
    >
      <form id="record-form" noValidate onSubmit={submit} onKeyDown={submitOnEnter} className="grid gap-4">
        <div className="grid gap-4 pad:grid-cols-[1fr_150px]">
          <div>
            <TextInput
              {...fieldOf('host')}
              help={text.hostHelp(zone.name)}
              autoFocus
              className="font-mono"
              placeholder="@"
              value={draft.host}
              onChange={(event) => set({ host: event.target.value })}
            />
            <OfferedFix fix={hostFix()} />
          </div>
          <Select
            {...fieldOf('type')}
            value={otherTypeText === null ? draft.type : otherType}
            onChange={(event) => (event.target.value === otherType ? chooseOtherType('TYPE') : chooseType(event.target.value))}
          >
            <optgroup label={text.commonTypes}>
              {commonTypes.map((type) => (
                <option key={type} value={type}>
                  {typeLabels[type] ?? type}
                </option>
              ))}
            </optgroup>
            <optgroup label={text.rareTypes}>
              {rareTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
              <option value={otherType}>{text.otherType}</option>
            </optgroup>
          </Select>
        </div>
        {otherTypeText !== null && (
          <TextInput
            label={words.rfcType}
            help="TYPE65280"
            className="font-mono"
            value={otherTypeText}
            onChange={(event) => chooseOtherType(event.target.value)}
          />
        )}
        <fieldset className="grid gap-3 rounded-md border border-kumo-line p-3">
          <legend className="px-1 text-sm font-medium">{recordFormWords.label('value', language)}</legend>
          {typed && fields ? (
            <ValueAid draft={draft} typed={typed} zoneName={zone.name} surroundings={surroundings} onTyped={fillIn}>
              <ValueInputs
                type={draft.type}
                fields={fields}
                typed={typed}
                zoneName={zone.name}
                problems={errors}
                onChange={(name, value) => fillIn({ [name]: value })}
                onFix={(name, value) => {
                  fillIn({ [name]: value })
                  setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== `value.${name}`)))
                }}
              />
            </ValueAid>
          ) : (
            <TextArea
              {...fieldOf('value')}
              help={fields?.length === 1 && fields[0]!.name === 'rdata' ? text.unknownHelp : exampleOf(draft.type)}
              isRequired
              rows={3}
              className="font-mono"
              value={draft.value}
              onChange={(event) => set({ value: event.target.value })}
            />
          )}
          {typed && errors['value'] && (
            <p role="alert" className="text-sm text-kumo-danger">
              {errors['value']}
            </p>
          )}
          {fields && (
            <RawSwitch type={draft.type} typed={typed} value={draft.value} onTyped={(next) => put({ typed: next })} onValue={(value) => set({ value })} />
          )}
        </fieldset>
        <div className="grid gap-4 pad:grid-cols-3">
          <Labelled {...fieldOf('line')}>
            {(control) => (
              <LinePicker
                control={control}
                label={recordFormWords.label('line', language)}
                value={draft.line}
                lines={lines}
                onChange={(line) => set({ line })}
              />
            )}
          </Labelled>
          <TextInput {...fieldOf('ttl')} isRequired className="tabular-nums" value={ttl} onChange={(event) => put({ ttl: event.target.value })} />
          <TextInput
            {...fieldOf('weight')}
            help={fields && hasOwnWeight(fields) ? text.weightNotOwn(draft.type, weightHelp) : weightHelp}
            className="tabular-nums"
            inputMode="numeric"
            value={weight}
            onChange={(event) => put({ weight: event.target.value })}
          />
        </div>
        <TextInput
          {...fieldOf('remark')}
          maxLength={limits.recordRemarkLength}
          value={draft.remark}
          onChange={(event) => set({ remark: event.target.value })}
        />
        <CheckBox label={words.choices.status[0]} checked={draft.status === 0} onChange={(event) => set({ status: event.target.checked ? 0 : 1 })} />
      </form>
      {question}
    </Dialog>
  )
}

/** Goes between the fields and the value itself; what is typed goes along as far as it can be told. */
function RawSwitch({
  type,
  typed,
  value,
  onTyped,
  onValue,
}: {
  type: string
  typed: TypedFields | null
  value: string
  onTyped: (typed: TypedFields | null) => void
  onValue: (value: string) => void
}) {
  const text = useText(recordFormMessages)
  function toRaw(): void {
    const joined = valueOf(type, typed ?? {})
    onValue(
      joined.ok
        ? joined.value
        : Object.values(typed ?? {})
            .join(' ')
            .trim(),
    )
    onTyped(null)
  }
  return (
    <LinkButton className="justify-self-start text-sm" onClick={() => (typed ? toRaw() : onTyped(typedFieldsOf(type, value) ?? blankFields(type)))}>
      {typed ? text.raw : text.structured}
    </LinkButton>
  )
}
