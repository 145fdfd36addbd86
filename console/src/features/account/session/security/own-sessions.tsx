import { session } from '@nameplane/contract/account/session'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { securityMessages } from './security.messages.ts'
import { sessionsShown } from './session-list.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Where the caller is signed in. */
export function OwnSessions() {
  const text = useText(securityMessages)
  const listed = useCall(session.list, sessionsShown)
  const end = useChange(session.end, { invalidates: [session.list], success: 'done' })
  const endOthers = useChange(session.endOthers, { invalidates: [session.list], success: 'done' })
  const others = (listed.reply?.data.totalCount ?? 1) - 1
  return (
    <SessionsSection
      help={text.sessionsHelp}
      listed={listed}
      refusal={null}
      onEnd={({ id }) => end.run({ ids: [id] })}
      several={{ label: text.endOthers, refusal: others < 1 ? text.noOthers : null, ask: text.endOthersAsk(others), onEnd: () => endOthers.run({}) }}
    />
  )
}
