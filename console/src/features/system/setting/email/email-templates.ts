import { emailDefaults, type EmailWords } from '@nameplane/contract/system/email/email-defaults'
import type { EmailScenarioKey } from '@nameplane/contract/system/email/email-scenarios'
import type { EmailTemplate } from '@nameplane/contract/system/email/email-template'

/* The list of templates while it is edited: each step gives another list, and what it does not know stays in it. */

export type Templates = readonly EmailTemplate[]
type Tongue = 'zh' | 'en'

const templateOf = (templates: Templates, key: EmailScenarioKey): EmailTemplate | undefined => templates.find((template) => template.name === key)

/** What a letter says now. */
export function wordsOf(templates: Templates, key: EmailScenarioKey, tongue: Tongue): EmailWords {
  return templateOf(templates, key)?.[tongue] ?? emailDefaults[key][tongue]
}

export function isOn(templates: Templates, key: EmailScenarioKey): boolean {
  return templateOf(templates, key)?.status !== 0
}

/** Whether an administrator wrote something for the kind; with a language, for that one. */
export function isCustomised(templates: Templates, key: EmailScenarioKey, tongue?: Tongue): boolean {
  const template = templateOf(templates, key)
  return tongue === undefined ? template?.zh !== undefined || template?.en !== undefined : template?.[tongue] !== undefined
}

function withTemplate(templates: Templates, key: EmailScenarioKey, changed: (template: EmailTemplate) => EmailTemplate): Templates {
  const next = changed(templateOf(templates, key) ?? { name: key, status: 1 })
  const others = templates.filter((template) => template.name !== key)
  const isEmpty = Object.keys(next).every((member) => member === 'name' || member === 'status') && next.status === 1
  const place = templates.findIndex((template) => template.name === key)
  return isEmpty ? others : others.toSpliced(place < 0 ? others.length : place, 0, next)
}

/** The words of one language changed; words that are the platform's own again are none. */
export function withWords(templates: Templates, key: EmailScenarioKey, tongue: Tongue, changed: Partial<EmailWords>): Templates {
  const words = { ...wordsOf(templates, key, tongue), ...changed }
  const own = emailDefaults[key][tongue]
  const isOwn = words.subject === own.subject && words.html === own.html && words.text === own.text
  return isOwn
    ? withoutWords(templates, key, tongue)
    : withTemplate(templates, key, (template) => ({ ...template, [tongue]: { ...template[tongue], ...words } }))
}

export function withoutWords(templates: Templates, key: EmailScenarioKey, tongue: Tongue): Templates {
  return withTemplate(templates, key, (template) => Object.fromEntries(Object.entries(template).filter(([member]) => member !== tongue)) as EmailTemplate)
}

export function withSwitch(templates: Templates, key: EmailScenarioKey, isSent: boolean): Templates {
  return withTemplate(templates, key, (template) => ({ ...template, status: isSent ? 1 : 0 }))
}

/** Whether the kind differs between two lists. */
export function isChanged(one: Templates, other: Templates, key: EmailScenarioKey): boolean {
  return JSON.stringify(templateOf(one, key) ?? null) !== JSON.stringify(templateOf(other, key) ?? null)
}
