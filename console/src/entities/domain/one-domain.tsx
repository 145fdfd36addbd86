import { Fragment, type ReactNode } from 'react'
import { domain, type Domain } from '@nameplane/contract/dns/domain'
import { callProblemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useScreenLocation } from '../../routing/screen-location.tsx'
import { partsMessages } from '../../screen-parts/screen-parts.messages.ts'
import { Awaiting } from '../../screen-parts/awaited.tsx'
import { surface } from '../../screen-parts/surface.ts'
import { QuietButton } from '../../ui/button.tsx'

/** A page of the domain that the address names, so that a link leads to it. */
export function OneDomain({ children }: { children: (domain: Domain, refresh: () => Promise<void>) => ReactNode }) {
  const { params } = useScreenLocation()
  const text = useText(partsMessages)
  const language = useLanguage()
  const id = Number(params['id'])
  const { reply, problem, refresh } = useCall(domain.detail, Number.isSafeInteger(id) && id > 0 ? { id } : { id: 0 })
  if (reply) return <Fragment key={id}>{children(reply.data, refresh)}</Fragment>
  if (problem?.isShown)
    return (
      <div role="alert" className={`px-4 py-10 text-center text-base ${surface}`}>
        <h1 className="font-medium">{callProblemText(problem, language)}</h1>
        {problem.requestId && <p className="mt-1 font-mono text-xs text-kumo-subtle">{problem.requestId}</p>}
        <QuietButton className="mt-4" onClick={() => void refresh()}>
          {text.retry}
        </QuietButton>
      </div>
    )
  return <Awaiting />
}
