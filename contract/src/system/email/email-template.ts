import * as z from 'zod/mini'
import { Flag } from '../../paging.ts'
import type { ProblemCode } from '../../problem-text.ts'
import { plainText } from '../../rules.ts'
import { emailScenarioOf, type EmailScenario } from './email-scenarios.ts'
import { htmlRefusal, variablesIn } from './email-text.ts'
import './email-problems.ts'

/** Lengths that a template keeps to, in characters. */
export const emailLengths = { subject: 200, html: 30_000, text: 15_000 } as const

/** What one language of a template says. */
export const EmailText = z.looseObject({
  subject: plainText(emailLengths.subject).check(z.minLength(1, 'required')),
  html: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(emailLengths.html)),
  /** Empty: made from the HTML. */
  text: z._default(z.string().check(z.trim(), z.maxLength(emailLengths.text)), ''),
})

/** What an administrator wrote for one scenario. A language that is absent keeps the platform's own words. */
const EmailTemplate = z.looseObject({
  /** A key of `emailScenarios`; templates of other names are kept and never read. */
  name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(64)),
  /** 0: letters of this kind are not sent. */
  status: z._default(
    z.pipe(
      Flag,
      z.transform((isOn) => (isOn ? (1 as const) : (0 as const))),
    ),
    1,
  ),
  zh: z.optional(EmailText),
  en: z.optional(EmailText),
})
export type EmailTemplate = z.output<typeof EmailTemplate>

export type EmailTextProblem = { readonly field: 'subject' | 'html' | 'text'; readonly code: ProblemCode; readonly params: Readonly<Record<string, unknown>> }

/** What is wrong with the words of a scenario, each problem at its field; lengths apart, which the schema tells. */
export function emailTextProblems(scenario: EmailScenario, words: { subject: string; html: string; text: string }): EmailTextProblem[] {
  const problems: EmailTextProblem[] = []
  const known = scenario.variables.map(({ key }) => key)
  for (const field of ['subject', 'html', 'text'] as const) {
    const stranger = variablesIn(words[field]).find((name) => !known.includes(name))
    if (stranger === undefined) continue
    const params = { variable: `{{${stranger}}}`, known: known.map((name) => `{{${name}}}`).join(' ') }
    problems.push({ field, code: 'letter_variable_unknown', params })
  }
  const refusal = htmlRefusal(words.html)
  if (refusal)
    problems.push({ field: 'html', code: refusal.kind === 'refused' ? 'letter_html_refused' : 'letter_html_unclosed', params: { part: refusal.part } })
  for (const name of scenario.needed) {
    for (const field of ['html', 'text'] as const)
      if (words[field] !== '' && !variablesIn(words[field]).includes(name))
        problems.push({ field, code: 'letter_variable_missing', params: { variable: `{{${name}}}` } })
  }
  return problems
}

/** The templates of the mail server's settings; a wrong one is named by its place, as in `3.zh.html`. */
export const EmailTemplates = z.array(EmailTemplate).check(z.maxLength(100), (context) => {
  const seen = new Set<string>()
  const refuse = (path: (string | number)[], message: ProblemCode, params: Readonly<Record<string, unknown>> = {}): void =>
    void context.issues.push({ code: 'custom', input: context.value, path, message, params })
  for (const [place, template] of context.value.entries()) {
    const scenario = emailScenarioOf(template.name)
    if (!scenario) continue
    if (seen.has(template.name)) refuse([place, 'name'], 'letter_template_repeated')
    seen.add(template.name)
    if (scenario.isEssential && template.status === 0) refuse([place, 'status'], 'letter_template_essential')
    for (const language of ['zh', 'en'] as const) {
      const words = template[language]
      for (const { field, code, params } of words ? emailTextProblems(scenario, words) : []) refuse([place, language, field], code, params)
    }
  }
})
