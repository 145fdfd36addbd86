import type * as z from 'zod/mini'
import type { tencentSms } from '@nameplane/contract/system/settings/sms'
import { smsScenarioKeys, smsScenarios } from '@nameplane/contract/system/sms/sms-scenarios'
import type { SmsTemplateKind } from '@nameplane/contract/system/sms/sms-template'
import { useLanguage, type Language } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { BoundForm } from '../../../../screen-parts/form/bound-form.ts'
import { CheckBox } from '../../../../screen-parts/form/check-box.tsx'
import { TextArea, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { smsMessages } from './sms.messages.ts'

type SmsTemplatesProps = {
  form: BoundForm<{ templateIds?: SmsTemplateValues }>
  kind: SmsTemplateKind
  help: string
  /** How a variable is written in this provider's templates. */
  written: (variable: string, place: number) => string
}

type SmsTemplateValues = z.input<typeof tencentSms.value>['templateIds']

/** What a form over a provider begins with. Titles that nobody has changed are in the reader's language; boxes are ticked or not. */
const inLanguage =
  (language: Language) =>
  <Values extends { templateIds?: SmsTemplateValues }>(values: Values): Values => ({
    ...values,
    templateIds: Object.fromEntries(
      smsScenarioKeys.map((scenario) => {
        const template = values.templateIds?.[scenario]
        const { zh } = smsScenarios[scenario].name
        const title = template?.title ?? zh
        return [scenario, { ...template, title: title === zh ? smsScenarios[scenario].name[language] : title, status: Boolean(template?.status) }]
      }),
    ),
  })
export const templatesInForm = { zh: inLanguage('zh'), en: inLanguage('en') }

/** The template of each scenario: whether it is sent, and the vendor's id of it or the text itself. */
export function SmsTemplates({ form, kind, help, written }: SmsTemplatesProps) {
  const text = useText(smsMessages)
  const language = useLanguage()
  const { register, errorOf } = form.raw
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
                <CheckBox
                  label={word}
                  aria-label={text.statusOf(word)}
                  {...register(`templateIds.${scenario}.status`)}
                  error={errorOf(`templateIds.${scenario}.status`)}
                />
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
                    {...register(`templateIds.${scenario}.id`)}
                    error={errorOf(`templateIds.${scenario}.id`)}
                  />
                ) : null}
                <TextInput
                  label={text.templateTitle}
                  aria-label={text.titleOf(word)}
                  {...register(`templateIds.${scenario}.title`)}
                  error={errorOf(`templateIds.${scenario}.title`)}
                />
                {kind === 'content' && (
                  <TextArea
                    label={text.content}
                    aria-label={text.contentOf(word)}
                    rows={3}
                    placeholder={text.contentExample}
                    {...register(`templateIds.${scenario}.content`)}
                    error={errorOf(`templateIds.${scenario}.content`)}
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
