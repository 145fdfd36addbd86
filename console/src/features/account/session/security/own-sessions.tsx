import { session } from '@nameplane/contract/account/session'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { Section } from './section.tsx'
import { securityMessages } from './security.messages.ts'
import { SessionList, sessionsShown } from './session-list.tsx'

/** Where the caller is signed in. */
export function OwnSessions() {
  const text = useText(securityMessages)
  const { reply, problem, refresh } = useCall(session.list, sessionsShown)
  const end = useChange(session.end, { invalidates: [session.list], success: 'done' })
  const endOthers = useChange(session.endOthers, { invalidates: [session.list], success: 'done' })
  const confirm = useConfirm()
  const others = (reply?.data.totalCount ?? 1) - 1
  return (
    <Section
      title={text.sessions}
      help={text.sessionsHelp}
      action={
        <QuietButton
          refusal={others < 1 ? text.noOthers : null}
          onClick={() => confirm.ask({ text: text.endOthersAsk(others), confirmLabel: text.endOthers, isDangerous: true, act: () => endOthers.run({}) })}
        >
          {text.endOthers}
        </QuietButton>
      }
    >
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
      {reply && (
        <SessionList
          rows={reply.data.list}
          totalCount={reply.data.totalCount}
          refusal={null}
          onEnd={(row, agent) =>
            confirm.ask({ text: text.endAsk(agent, row.address), confirmLabel: text.end, isDangerous: true, act: () => end.run({ ids: [row.id] }) })
          }
        />
      )}
      {confirm.element}
    </Section>
  )
}
