import { domain } from '@nameplane/contract/dns/domain'
import { callProblemText } from '../../../api/problem-text.ts'
import { useCall } from '../../../api/queries.ts'
import { useCaller } from '../../../api/rights.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { QuietButton } from '../../../ui/button.tsx'
import { RecordEditor } from './record-editor.tsx'
import { recordMessages } from './record.messages.ts'

/** The records of one domain; the address names it, so that a link leads here. */
export function RecordPage() {
  const { params } = useScreenLocation()
  const text = useText(recordMessages)
  const language = useLanguage()
  const caller = useCaller()
  const id = Number(params['id'])
  const { reply, problem, refresh } = useCall(domain.detail, Number.isSafeInteger(id) && id > 0 ? { id } : { id: 0 })
  if (reply && caller) return <RecordEditor key={id} domain={reply.data} caller={caller} />
  if (problem?.isShown) {
    return (
      <div role="alert" className="rounded-lg border border-kumo-line bg-kumo-base px-4 py-10 text-center text-base">
        <h1 className="font-medium">{callProblemText(problem, language)}</h1>
        {problem.requestId && <p className="mt-1 font-mono text-xs text-kumo-subtle">{problem.requestId}</p>}
        <QuietButton className="mt-4" onClick={() => void refresh()}>
          {text.refresh}
        </QuietButton>
      </div>
    )
  }
  return <div aria-hidden="true" className="h-[60vh] rounded-lg border border-kumo-line bg-kumo-base" />
}
