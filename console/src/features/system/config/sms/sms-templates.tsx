import type { ComponentProps } from 'react'
import { smsScenarioKeys, smsScenarios, type SmsScenarioKey } from '@nameplane/contract/system/sms/sms-scenarios'
import type { SmsTemplateKind } from '@nameplane/contract/system/sms/sms-template'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { TextArea, TextInput } from '../../../../screen-parts/form/field.tsx'
import { smsMessages } from './sms.messages.ts'

type Member = 'status' | 'title' | 'id' | 'content'

type SmsTemplatesProps = {
  kind: SmsTemplateKind
  help: string
  /** How a variable is written in this provider's templates. */
  written: (variable: string, place: number) => string
  register: (scenario: SmsScenarioKey, member: Member) => ComponentProps<'input'> & ComponentProps<'textarea'>
  errorOf: (scenario: SmsScenarioKey, member: Member) => string | undefined
}

/** What an empty set of templates looks like in a form. */
export const blankTemplates = (language: 'zh' | 'en') =>
  Object.fromEntries(
    smsScenarioKeys.map((scenario) => [scenario, { title: smsScenarios[scenario].name[language], id: '', status: false, content: '' }]),
  ) as Record<SmsScenarioKey, { title: string; id: string; status: boolean; content: string }>

/** Saved states are numbers; boxes are ticked or not. */
export function templatesOfForm<Values extends { templateIds?: unknown }>(values: Values): Values {
  const templates = Object.entries((values.templateIds ?? {}) as Record<string, { status?: unknown }>)
  return { ...values, templateIds: Object.fromEntries(templates.map(([name, template]) => [name, { ...template, status: Boolean(template.status) }])) }
}

/** The template of each scenario: whether it is sent, and the vendor's id of it or the text itself. */
export function SmsTemplates({ kind, help, written, register, errorOf }: SmsTemplatesProps) {
  const text = useText(smsMessages)
  const language = useLanguage()
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium text-kumo-subtle">{text.templates}</legend>
      <p className="mt-1 mb-3 text-sm text-kumo-subtle">{help}</p>
      <ul className="divide-y divide-kumo-line rounded-lg border border-kumo-line">
        {smsScenarioKeys.map((scenario) => {
          const { name, about, variables } = smsScenarios[scenario]
          const word = name[language]
          return (
            <li key={scenario} className="grid gap-x-6 gap-y-3 p-4 pad:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              <div className="min-w-0">
                <CheckBox label={word} aria-label={text.statusOf(word)} {...register(scenario, 'status')} error={errorOf(scenario, 'status')} />
                <p className="mt-0.5 pl-6 text-sm text-pretty text-kumo-subtle">{about[language]}</p>
                <ul aria-label={text.variables} className="mt-2 flex flex-wrap gap-1.5 pl-6">
                  {variables.map((variable, place) => (
                    <li key={variable.key} className="rounded-sm bg-kumo-tint px-1.5 py-0.5 text-sm text-kumo-subtle">
                      <span className="font-mono text-kumo-default">{written(variable.key, place + 1)}</span> {variable.name[language]}
                    </li>
                  ))}
                </ul>
              </div>
              <div className={`grid min-w-0 gap-3 ${kind === 'id' ? 'pad:grid-cols-2' : ''}`}>
                {kind === 'id' ? (
                  <TextInput
                    label={text.templateId}
                    aria-label={text.idOf(word)}
                    className="font-mono"
                    {...register(scenario, 'id')}
                    error={errorOf(scenario, 'id')}
                  />
                ) : null}
                <TextInput label={text.templateTitle} aria-label={text.titleOf(word)} {...register(scenario, 'title')} error={errorOf(scenario, 'title')} />
                {kind === 'content' && (
                  <TextArea
                    label={text.content}
                    aria-label={text.contentOf(word)}
                    rows={3}
                    placeholder={text.contentExample}
                    {...register(scenario, 'content')}
                    error={errorOf(scenario, 'content')}
                  />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
