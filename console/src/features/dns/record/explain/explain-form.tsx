import { useId, type FormEvent } from 'react'
import { ClientNetwork } from '@nameplane/contract/dns/explain'
import { typeCodeOf } from '@nameplane/dns-text/record-types'
import { useText } from '../../../../i18n/messages.ts'
import { PrimaryButton } from '../../../../ui/button.tsx'
import { textField } from '../../../../ui/classes.ts'
import { askedTypes } from '../offered-types.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { exampleClients } from './client-memory.ts'
import { explainMessages } from './explain.messages.ts'

export type Question = { readonly client: string; readonly host: string; readonly type: string }

type ExplainFormProps = {
  question: Question
  /** What is wrong with a field, in words. */
  wrong: Partial<Record<keyof Question, string | undefined>>
  domainName: string
  lines: Lines
  isRunning: boolean
  onChange: (change: Partial<Question>) => void
  onAsk: (question: Question) => void
}

const exampleButton =
  'inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md border border-kumo-line px-2 text-xs hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:border-kumo-brand aria-pressed:bg-kumo-brand/10'

/** What can be told of a question before it is asked, as the server would refuse it. */
export function questionProblems({ client, type }: Question): { client?: 'invalid_client_network'; type?: 'unknown_type' } {
  return {
    ...(ClientNetwork.safeParse(client).success ? {} : { client: 'invalid_client_network' as const }),
    ...(typeCodeOf(type) === undefined ? { type: 'unknown_type' as const } : {}),
  }
}

/** Who asks for what; Enter asks. */
export function ExplainForm({ question, wrong, domainName, lines, isRunning, onChange, onAsk }: ExplainFormProps) {
  const text = useText(explainMessages)
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onAsk(question)
  }
  const field = (name: keyof Question) => ({
    id: `${id}-${name}`,
    value: question[name],
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': wrong[name] !== undefined,
    'aria-describedby': `${id}-${name}-note`,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const note = (name: keyof Question, help: string) => (
    <p id={`${id}-${name}-note`} className={`mt-1 text-xs ${wrong[name] ? 'text-kumo-danger' : 'text-kumo-subtle'}`} role={wrong[name] ? 'alert' : undefined}>
      {wrong[name] ?? help}
    </p>
  )
  return (
    <form noValidate onSubmit={submit} className="space-y-3 border-b border-kumo-line px-5 py-4">
      <div className="grid grid-cols-[1fr_8rem] gap-3 pad:grid-cols-[1.4fr_1fr_8rem_auto]">
        <div className="min-w-0 max-pad:col-span-2">
          <label htmlFor={`${id}-client`} className="mb-1 block text-sm font-medium">
            {text.client}
          </label>
          <input {...field('client')} data-first-focus="" className={`${textField} font-mono text-sm`} placeholder="202.96.209.133" />
          {note('client', text.clientHelp)}
        </div>
        <div className="min-w-0">
          <label htmlFor={`${id}-host`} className="mb-1 block text-sm font-medium">
            {text.host}
          </label>
          <input {...field('host')} className={`${textField} font-mono text-sm`} placeholder="@" />
          {note('host', question.host.trim() === '' || question.host.trim() === '@' ? domainName : `${question.host.trim()}.${domainName}`)}
        </div>
        <div className="min-w-0">
          <label htmlFor={`${id}-type`} className="mb-1 block text-sm font-medium">
            {text.type}
          </label>
          <input {...field('type')} list={`${id}-types`} className={`${textField} font-mono text-sm uppercase`} />
          <datalist id={`${id}-types`}>
            {[...askedTypes, 'ANY'].map((type) => (
              <option key={type} value={type} />
            ))}
          </datalist>
          {wrong.type && note('type', '')}
        </div>
        <div className="max-pad:col-span-2">
          <span aria-hidden="true" className="mb-1 block text-sm max-pad:hidden">
            &nbsp;
          </span>
          <PrimaryButton type="submit" className="max-pad:w-full" disabled={isRunning}>
            {isRunning ? text.running : text.run}
          </PrimaryButton>
        </div>
      </div>
      <div role="group" aria-label={text.examples} className="flex flex-wrap items-center gap-1.5">
        <span className="text-xs text-kumo-subtle">{text.examples}</span>
        {exampleClients.map(({ client, line }) => (
          <button
            key={client}
            type="button"
            className={exampleButton}
            title={client}
            aria-pressed={question.client.trim() === client}
            disabled={isRunning}
            onClick={() => {
              onChange({ client })
              onAsk({ ...question, client })
            }}
          >
            {lines.nameOf(line)}
            {client.includes(':') && <span className="text-kumo-subtle">{text.ipv6}</span>}
          </button>
        ))}
      </div>
    </form>
  )
}
