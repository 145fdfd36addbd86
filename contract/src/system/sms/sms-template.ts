import * as z from 'zod/mini'
import type { FieldNames } from '../../field-names.ts'
import { asCode } from '../../fields.ts'
import { Flag } from '../../paging.ts'
import type { ProblemCode } from '../../problem-text.ts'
import { plainText } from '../../rules.ts'
import { smsScenarioKeys, smsScenarios, smsVariablesIn, type SmsScenarioKey } from './sms-scenarios.ts'
import './sms-problems.ts'

/** Vendors bill a text by parts of some 67 characters; a gateway takes ten of them at most. */
export const smsContentLength = 500

const Status = z._default(
  z.pipe(
    Flag,
    z.transform((isOn) => (isOn ? (1 as const) : (0 as const))),
  ),
  0,
)

/** A template of the vendor, or the text itself where the vendor has no templates (spec point 3). */
const templateOf = (scenario: SmsScenarioKey) =>
  z.prefault(
    z.object({
      name: z._default(z.literal(scenario), scenario),
      title: z._default(plainText(40), smsScenarios[scenario].name.zh),
      id: asCode(z._default(z.string().check(z.trim(), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]*$/, 'invalid_value')), '')),
      /** 0: messages of this kind are not sent. */
      status: Status,
      content: z._default(plainText(smsContentLength), ''),
    }),
    {},
  )

const Templates = z.object({
  code: templateOf('code'),
  meal_out: templateOf('meal_out'),
  meal_expire: templateOf('meal_expire'),
  flow_out: templateOf('flow_out'),
  flow_expire: templateOf('flow_expire'),
  node_alert: templateOf('node_alert'),
})
export type SmsTemplates = z.output<typeof Templates>

/** `id`: the vendor keeps the text, its template is named by an id; `content`: the text is written here. */
export type SmsTemplateKind = 'id' | 'content'

/** The templates of a provider, one for each scenario; one that is on has what it needs. */
export const smsTemplates = (kind: SmsTemplateKind) =>
  z.prefault(
    Templates.check((context) => {
      const refuse = (path: readonly string[], message: ProblemCode, params: Readonly<Record<string, unknown>> = {}): void =>
        void context.issues.push({ code: 'custom', input: context.value, path: [...path], message, params })
      for (const scenario of smsScenarioKeys) {
        const { id, status, content } = context.value[scenario]
        if (kind === 'id') {
          if (status === 1 && id === '') refuse([scenario, 'id'], 'sms_template_id_required')
          continue
        }
        if (status === 1 && content === '') refuse([scenario, 'content'], 'sms_content_required')
        if (content === '') continue
        const known: string[] = smsScenarios[scenario].variables.map(({ key }) => key)
        const stranger = smsVariablesIn(content).find((name) => !known.includes(name))
        if (stranger !== undefined)
          refuse([scenario, 'content'], 'sms_variable_unknown', { variable: `{{${stranger}}}`, known: known.map((name) => `{{${name}}}`).join(' ') })
        else if (scenario === 'code' && !smsVariablesIn(content).includes('code'))
          refuse([scenario, 'content'], 'sms_variable_missing', { variable: '{{code}}' })
      }
    }),
    {},
  )

const memberNames = {
  name: { zh: '场景', en: 'Scenario' },
  id: { zh: '模板 ID', en: 'Template ID' },
  title: { zh: '标题', en: 'Title' },
  content: { zh: '短信内容', en: 'Content' },
  status: { zh: '发送', en: 'Send' },
} as const

/** What the members of templates are called, by dotted path. */
export const smsTemplateNames: FieldNames = Object.fromEntries(
  smsScenarioKeys.flatMap((scenario) =>
    Object.entries(memberNames).map(([member, { zh, en }]) => {
      const { name } = smsScenarios[scenario]
      return [`templateIds.${scenario}.${member}`, { zh: `${name.zh} · ${zh}`, en: `${name.en} · ${en}` }]
    }),
  ),
)
