import { useRef, useState } from 'react'
import { problemText } from '@nameplane/contract/problem-text'
import type { EmailWords } from '@nameplane/contract/system/email/email-defaults'
import type { EmailScenario } from '@nameplane/contract/system/email/email-scenarios'
import { emailLengths, emailTextProblems, EmailText } from '@nameplane/contract/system/email/email-template'
import { readInput } from '@nameplane/contract/issues'
import { useLanguage, type Language } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { TextArea, TextInput } from '../../../../screen-parts/form/labelled.tsx'
import { templateMessages } from './template.messages.ts'

type WordField = keyof EmailWords

/** What is wrong with the words, by field, in the reader's language. */
export function wordErrors(scenario: EmailScenario, words: EmailWords, language: Language): Partial<Record<WordField, string>> {
  const errors: Partial<Record<WordField, string>> = {}
  const read = readInput(EmailText, words)
  const issues = read.isRight ? [] : read.issues.map(({ path, code, params }) => ({ field: path[0] as WordField, code, params }))
  for (const { field, code, params } of [...issues, ...emailTextProblems(scenario, words)]) errors[field] ??= problemText(code, language, params)
  return errors
}

type TemplateEditorProps = { scenario: EmailScenario; words: EmailWords; onChange: (changed: Partial<EmailWords>) => void }

/** Subject, HTML and plain text of one letter in one language, and the variables to put in. */
export function TemplateEditor({ scenario, words, onChange }: TemplateEditorProps) {
  const text = useText(templateMessages)
  const language = useLanguage()
  const [last, setLast] = useState<WordField>('html')
  const group = useRef<HTMLDivElement>(null)
  const errors = wordErrors(scenario, words, language)

  /** Puts a variable where the cursor was last, and the cursor behind it. */
  function insert(key: string) {
    const field = group.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${last}]`)
    if (!field) return
    const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
    const inserted = `{{${key}}}`
    onChange({ [last]: `${field.value.slice(0, from)}${inserted}${field.value.slice(to)}` })
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + inserted.length, from + inserted.length)
    })
  }
  const bind = (field: WordField) => ({
    name: field,
    value: words[field],
    maxLength: emailLengths[field],
    error: errors[field],
    onFocus: () => setLast(field),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <div ref={group} className="flex min-w-0 flex-col gap-4">
      <TextInput label={text.subject} isRequired {...bind('subject')} />
      <div>
        <p className="mb-1.5 text-sm font-medium">
          {text.variables}
          <span className="ml-2 font-normal text-kumo-subtle">{text.variablesHelp}</span>
        </p>
        <ul className="flex flex-wrap gap-1.5">
          {scenario.variables.map(({ key, name }) => (
            <li key={key}>
              <button
                type="button"
                // The cursor stays where it is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(key)}
                className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md border border-kumo-line bg-kumo-base px-2 text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus"
              >
                {name[language]}
                <code className="text-xs text-kumo-subtle">{`{{${key}}}`}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <TextArea label={text.html} isRequired help={text.htmlHelp} rows={14} className="font-mono text-sm" {...bind('html')} />
      <TextArea label={text.plain} help={text.plainHelp} rows={5} className="font-mono text-sm" {...bind('text')} />
    </div>
  )
}
