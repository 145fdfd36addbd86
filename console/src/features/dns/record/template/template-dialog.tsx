import { useId, useMemo, useState, type FormEvent } from 'react'
import { record } from '@nameplane/contract/dns/record'
import type { Zone } from '@nameplane/contract/dns/record-checks'
import { textOfProblem } from '../../../../api/problem-text.ts'
import { useCall } from '../../../../api/queries.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { Select, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { recordFormMessages } from '../form/record-form.messages.ts'
import { recordWords } from '../record.messages.ts'
import { newEditKey } from '../tray/edit-key.ts'
import type { RecordRow, Tray } from '../tray/tray.ts'
import { fill, settle, startOf, withTemplate, type Given, type GivenRecord, type Settled } from './apply-template.ts'
import { builtInTemplates, type TemplateGroup, type TemplateParameter } from './built-in-templates.ts'
import { properNames, templateMessages } from './template.messages.ts'

type TemplateDialogProps = { domainId: number; zone: Zone; ttl: number; tray: Tray; onTray: (change: (tray: Tray) => Tray) => void; onClose: () => void }

const groups = ['mail', 'protection', 'website'] as const satisfies readonly TemplateGroup[]

/** Records that others ask for, from a few answers into the tray. */
export function TemplateDialog({ domainId, zone, ttl, tray, onTray, onClose }: TemplateDialogProps) {
  const text = useText(templateMessages)
  const formId = useId()
  const [template, setTemplate] = useState<(typeof builtInTemplates)[number]>(builtInTemplates[0])
  const [given, setGiven] = useState<Given>(() => startOf(template, zone.name))
  const [isReplacing, setReplacing] = useState(true)
  const saved = useSavedAround(domainId)
  const filled = useMemo(() => fill(template, given, zone, ttl), [template, given, zone, ttl])
  const drafts = filled.records.flatMap((one) => (one.problem === null ? [one.draft] : []))
  const settled = settle(drafts, saved ?? [], tray)
  const about: Readonly<Record<string, string>> = text.about
  const refusal =
    filled.missing.length > 0
      ? text.missing
      : filled.wrong.length > 0 || drafts.length < filled.records.length
        ? text.problems
        : settled.added.length === 0
          ? text.nothing
          : null

  function choose(id: string): void {
    const chosen = builtInTemplates.find((one) => one.id === id) ?? builtInTemplates[0]
    setTemplate(chosen)
    setGiven(startOf(chosen, zone.name))
    setReplacing(true)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (refusal !== null || saved === null) return
    onTray((now) => withTemplate(now, settled.added, isReplacing ? settled.rivals : [], newEditKey))
    onClose()
  }

  return (
    <Modal
      title={text.title}
      labels={{ close: text.close, fullScreen: text.fullScreen }}
      onClose={onClose}
      footer={
        <>
          <QuietButton onClick={onClose}>{text.cancel}</QuietButton>
          <PrimaryButton type="submit" form={formId} disabled={saved === null} refusal={refusal}>
            {text.take(settled.added.length)}
          </PrimaryButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Select
          label={text.template}
          help={about[template.id] ?? about[template.group]}
          autoFocus
          value={template.id}
          onChange={(event) => choose(event.target.value)}
        >
          {groups.map((group) => (
            <optgroup key={group} label={text.groups[group]}>
              {builtInTemplates
                .filter((one) => one.group === group)
                .map(({ id }) => (
                  <option key={id} value={id}>
                    {text.names[id]}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
        {template.parameters.map((parameter) => (
          <ParameterInput
            key={`${template.id} ${parameter.name}`}
            parameter={parameter}
            value={given[parameter.name] ?? ''}
            isWrong={filled.wrong.includes(parameter.name)}
            onChange={(value) => setGiven((before) => ({ ...before, [parameter.name]: value }))}
          />
        ))}
        {filled.missing.length > 0 ? (
          <p className="text-sm text-kumo-subtle">{text.missing}</p>
        ) : (
          filled.records.length > 0 && <Records records={filled.records} settled={settled} />
        )}
        {settled.rivals.length > 0 && (
          <div>
            <CheckBox label={text.replace(settled.rivals.length)} checked={isReplacing} onChange={(event) => setReplacing(event.target.checked)} />
            <p className="mt-1 text-sm text-kumo-subtle">{text.replaceHelp}</p>
            <ul className="mt-1 grid gap-0.5 text-sm">
              {settled.rivals.map((row) => (
                <li key={row.id} className={`font-mono break-all text-kumo-subtle ${isReplacing ? 'line-through' : ''}`}>
                  {row.host} {row.type} {row.value}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Modal>
  )
}

/** The saved records at the hosts where templates take the place of others; null until they are known. */
function useSavedAround(domainId: number): readonly RecordRow[] | null {
  const apex = useCall(record.list, { domainId, host: '@', limit: 200 })
  const dmarc = useCall(record.list, { domainId, host: '_dmarc', limit: 200 })
  return useMemo(() => (apex.reply && dmarc.reply ? [...apex.reply.data.list, ...dmarc.reply.data.list] : null), [apex.reply, dmarc.reply])
}

type ParameterInputProps = { parameter: TemplateParameter; value: string; isWrong: boolean; onChange: (value: string) => void }

function ParameterInput({ parameter, value, isWrong, onChange }: ParameterInputProps) {
  const text = useText(templateMessages)
  const { name, kind, options, isOptional } = parameter
  const helps: Readonly<Record<string, string>> = text.helps
  const none: Readonly<Record<string, string>> = text.none
  const optionNames: Readonly<Record<string, string>> = text.options
  const nameOf = (option: string): string => (option === 'none' ? none[name] : (optionNames[option] ?? properNames[option])) ?? option
  if (options)
    return (
      <Select label={text.labels[name]} help={helps[name]} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    )
  const wrong: Readonly<Record<string, string>> = text.wrong
  return (
    <TextInput
      label={text.labels[name]}
      help={helps[name]}
      error={isWrong ? wrong[kind] : undefined}
      isRequired={!isOptional}
      className="font-mono"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Records({ records, settled }: { records: readonly GivenRecord[]; settled: Settled }) {
  const text = useText(templateMessages)
  const form = useText(recordFormMessages)
  const language = useLanguage()
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1 text-left font-medium">{text.caption}</caption>
      <thead className="text-kumo-subtle">
        <tr className="[&>th]:py-1 [&>th]:whitespace-nowrap [&>th]:pr-3 [&>th]:font-medium">
          {(['host', 'type', 'value'] as const).map((column) => (
            <th key={column} scope="col">
              {recordWords.label(column, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(({ draft, problem }, index) => (
          <tr key={index} className="border-t border-kumo-hairline align-top [&>td]:py-1 [&>td]:pr-3">
            <td className="font-mono break-all">{draft.host}</td>
            <td>{draft.type}</td>
            {problem === null ? (
              <td>
                <span className="font-mono break-all">{draft.value}</span>
                {settled.there.includes(draft) && <span className="ml-2 text-kumo-subtle">{text.there}</span>}
              </td>
            ) : (
              <td role="alert" className="text-kumo-danger">
                {'said' in problem ? form[problem.said] : textOfProblem(problem.code, language, problem.params)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
