import { useEffect, useId, useMemo, useState, type FormEvent } from 'react'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { recordTemplate } from '@nameplane/contract/dns/record-template'
import { placeholdersOf } from '@nameplane/contract/dns/record-template-text'
import { problemText } from '@nameplane/contract/problem-text'
import { callProblemText } from '../../../../api/problem-text.ts'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useCaller, useMay } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { Dialog } from '../../../../screen-parts/dialog/dialog.tsx'
import { useLeaving } from '../../../../screen-parts/dialog/use-leaving.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Labelled, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { LinkButton, PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { newEditKey } from '../tray/edit-key.ts'
import type { Tray } from '../tray/tray.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { fill, fillOwn, settle, startOf, withTemplate, type Filled } from './apply-template.ts'
import { builtInTemplates, type TemplateId } from './built-in-templates.ts'
import { EditTemplateDialog } from './own-template-form.tsx'
import { ParameterInput } from './template-inputs.tsx'
import { TemplatePicker, ownIdOf } from './template-picker.tsx'
import { Rivals, TemplateRecords } from './template-records.tsx'
import { templateMessages } from './template.messages.ts'
import { useSavedAround } from './use-saved-around.ts'

type TemplateDialogProps = {
  domainId: number
  zone: Zone
  ttl: number
  lines: Lines
  tray: Tray
  onTray: (change: (tray: Tray) => Tray) => void
  onClose: () => void
}

type GivenTexts = Readonly<Record<string, string | undefined>>

const nothing: Filled = { records: [], missing: [], wrong: [] }
const firstId: TemplateId = builtInTemplates[0].id

/** Records that others ask for, or that administrators have kept as a template, from a few answers into the tray. */
export function TemplateDialog({ domainId, zone, ttl, lines, tray, onTray, onClose }: TemplateDialogProps) {
  const text = useText(templateMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const formId = useId()
  const [value, setValue] = useState<string>(firstId)
  const [typed, setTyped] = useState<Readonly<Record<string, GivenTexts>>>({})
  const [isReplacing, setReplacing] = useState(true)
  const [isEditing, setEditing] = useState(false)
  const [isDue, setDue] = useState(false)
  const confirm = useConfirm()
  const noRight = problemText('right_missing', language)
  const [mayWrite, mayDelete] = [useMay('record_template.write'), useMay('record_template.delete')]
  const { own, detail, remove } = useOwnTemplates(ownIdOf(value))
  const builtIn = builtInTemplates.find((one) => one.id === value) ?? null
  const records = detail.reply?.data.records
  const given: GivenTexts = useMemo(() => ({ ...(builtIn ? startOf(builtIn, zone.name) : {}), ...typed[value] }), [builtIn, zone.name, typed, value])
  const filled = useMemo(
    () => (builtIn ? fill(builtIn, given, zone, ttl) : records ? fillOwn(records, given, zone) : nothing),
    [builtIn, records, given, zone, ttl],
  )
  const drafts = filled.records.flatMap((one) => (one.problem === null ? [one.draft] : []))
  const saved = useSavedAround(domainId, drafts)
  const settled = settle(drafts, saved ?? [], tray)
  const about: Readonly<Record<string, string>> = text.about
  const refusal =
    builtIn === null && !records
      ? text.loading
      : filled.missing.length > 0
        ? text.missing
        : filled.wrong.length > 0 || drafts.length < filled.records.length
          ? text.problems
          : settled.added.length === 0
            ? text.nothing
            : null

  function choose(chosen: string): void {
    setValue(chosen)
    setReplacing(true)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (refusal === null) setDue(true)
  }
  // What is saved at a host that was typed just now may still be on its way.
  useEffect(() => {
    if (!isDue || saved === null) return
    setDue(false)
    if (refusal !== null) return
    onTray((now) => withTemplate(now, settled.added, isReplacing ? settled.rivals : [], newEditKey))
    onClose()
  }, [isDue, saved, refusal, settled, isReplacing, onTray, onClose])

  const { leave, question } = useLeaving({ isDirty: Object.keys(typed).length > 0, onClose })

  if (isEditing && detail.reply)
    return <EditTemplateDialog saved={detail.reply.data} lines={lines} onStale={() => void detail.refresh()} onClose={() => setEditing(false)} />
  const give = (name: string) => (text: string) => setTyped((before) => ({ ...before, [value]: { ...before[value], [name]: text } }))
  const name = builtIn ? text.names[builtIn.id] : (detail.reply?.data.name ?? '…')
  return (
    <Dialog
      title={text.title}
      onClose={leave}
      footer={
        <>
          <QuietButton onClick={leave}>{text.cancel}</QuietButton>
          <PrimaryButton type="submit" form={formId} refusal={refusal}>
            {text.take(settled.added.length)}
          </PrimaryButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <div>
          <Labelled label={text.template} help={builtIn ? (about[builtIn.id] ?? about[builtIn.group]) : detail.reply?.data.remark || undefined}>
            {(control) => <TemplatePicker control={control} own={own} value={value} name={name} onChange={choose} />}
          </Labelled>
          {detail.reply && (
            <p className="mt-1.5 flex gap-4 text-sm">
              <LinkButton refusal={mayWrite ? null : noRight} onClick={() => setEditing(true)}>
                {text.edit}
              </LinkButton>
              <LinkButton
                refusal={mayDelete ? null : noRight}
                onClick={() =>
                  confirm.ask({
                    text: text.deleteAsk(name),
                    confirmLabel: parts.delete,
                    isDangerous: true,
                    act: async () => {
                      if (await remove()) choose(firstId)
                    },
                  })
                }
              >
                {text.delete}
              </LinkButton>
            </p>
          )}
        </div>
        {detail.problem?.isShown && (
          <p role="alert" className="text-sm text-kumo-danger">
            {callProblemText(detail.problem, language)}
          </p>
        )}
        {builtIn?.parameters.map((parameter) => (
          <ParameterInput
            key={`${builtIn.id} ${parameter.name}`}
            parameter={parameter}
            value={given[parameter.name] ?? ''}
            isWrong={filled.wrong.includes(parameter.name)}
            onChange={give(parameter.name)}
          />
        ))}
        {placeholdersOf(records ?? []).map((placeholder) => (
          <TextInput
            key={`${value} ${placeholder}`}
            label={`{${placeholder}}`}
            isRequired
            className="font-mono"
            value={given[placeholder] ?? ''}
            onChange={(event) => give(placeholder)(event.target.value)}
          />
        ))}
        {filled.missing.length > 0 ? (
          <p className="text-sm text-kumo-subtle">{text.missing}</p>
        ) : (
          filled.records.length > 0 && <TemplateRecords records={filled.records} settled={settled} lines={lines} />
        )}
        {settled.rivals.length > 0 && <Rivals rivals={settled.rivals} isReplacing={isReplacing} onReplacing={setReplacing} />}
      </form>
      {confirm.element}
      {question}
    </Dialog>
  )
}

/** The templates of the administrators' own, which no user has, and the chosen one of them with its records. */
function useOwnTemplates(id: number | null) {
  const isAdministrator = useCaller()?.kind === 'administrator'
  const { reply } = useCall(recordTemplate.list, isAdministrator ? { limit: 200, sidx: 'name', order: 'asc' } : null, { freshSeconds: 60 })
  const detail = useCall(recordTemplate.detail, id === null ? null : { id })
  const { run } = useChange(recordTemplate.delete, { invalidates: [recordTemplate.list], success: 'deleted' })
  return { own: reply?.data.list ?? [], detail, remove: async () => id !== null && (await run({ ids: [id] })).isDone }
}
