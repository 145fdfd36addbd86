import { useId, useState, type FormEvent } from 'react'
import { lookup } from '@nameplane/contract/home/lookup'
import { fieldText, callProblemText } from '../../../api/problem-text.ts'
import { useCall } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { textField } from '../../../ui/classes.ts'
import { dashboardMessages } from './dashboard.messages.ts'
import { Panel } from './panel.tsx'

/** Where a client address is and which lines it is on. */
export function LookupPanel() {
  const text = useText(dashboardMessages).lookup
  const language = useLanguage()
  const fieldId = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const { reply, problem } = useCall(lookup.address, asked === null ? null : { ip: asked }, { freshSeconds: 60, keepsPrevious: true })
  const isCurrent = asked !== null && asked === typed.trim()
  const refusal = isCurrent && problem?.isShown ? (fieldText(problem, 'ip', language) ?? callProblemText(problem, language)) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') setAsked(typed.trim())
  }

  return (
    <Panel title={text.title}>
      <form className="px-4 pt-3" onSubmit={submit} noValidate>
        <label htmlFor={fieldId} className="sr-only">
          {text.address}
        </label>
        <div className="flex gap-2">
          <input
            id={fieldId}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={text.placeholder}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={refusal !== null}
            aria-describedby={`${fieldId}-help`}
            className={`${textField} font-mono text-sm`}
          />
          <QuietButton type="submit">{text.submit}</QuietButton>
        </div>
        <p id={`${fieldId}-help`} className={`mt-1.5 pb-3 text-sm ${refusal === null ? 'text-kumo-subtle' : 'text-kumo-danger'}`}>
          {refusal ?? text.help}
        </p>
      </form>
      <div aria-live="polite">{reply && refusal === null && <Place place={reply.data} />}</div>
    </Panel>
  )
}

type Found = NonNullable<ReturnType<typeof useCall<typeof lookup.address>>['reply']>['data']

function Place({ place }: { place: Found }) {
  const text = useText(dashboardMessages).lookup
  const language = useLanguage()
  const country = language === 'zh' ? place.countryZh : place.countryEn
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-kumo-hairline px-4 py-3 text-sm [&_dt]:text-kumo-subtle">
      <dt>{text.address}</dt>
      <dd className="font-mono text-xs leading-5 break-all">{place.ip}</dd>
      <dt>{text.country}</dt>
      <dd>{country ?? text.unknown}</dd>
      <dt>{text.origin}</dt>
      <dd>
        {place.asNumber === null ? (
          text.unknown
        ) : (
          <>
            <span className="tabular-nums">AS{place.asNumber}</span> <span className="text-kumo-subtle">{place.asName}</span>
          </>
        )}
      </dd>
      <dt>{text.lines}</dt>
      <dd>{place.lines.map((line) => (language === 'zh' ? line.nameZh : line.nameEn)).join(' › ')}</dd>
      {place.segment && (
        <>
          <dt>{text.segment}</dt>
          <dd>
            <span className="font-mono text-xs break-all">
              {place.segment.first} – {place.segment.last}
            </span>{' '}
            <span className="whitespace-nowrap text-kumo-subtle">
              {(text.sources as Readonly<Record<string, string>>)[place.segment.source] ?? place.segment.source}
            </span>
          </dd>
        </>
      )}
    </dl>
  )
}
