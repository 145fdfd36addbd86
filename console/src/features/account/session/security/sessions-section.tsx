import type { session, SessionRow } from '@nameplane/contract/account/session'
import type { useCall } from '../../../../api/queries.ts'
import { useText } from '../../../../i18n/messages.ts'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { Section } from './section.tsx'
import { securityMessages } from './security.messages.ts'
import { SessionList } from './session-list.tsx'

type SessionsSectionProps = {
  help: string
  listed: Pick<ReturnType<typeof useCall<typeof session.list>>, 'reply' | 'problem' | 'refresh'>
  /** Why none can be ended; null when they can. */
  refusal: string | null
  onEnd: (row: SessionRow) => Promise<unknown>
  /** What ends several at once. */
  several: { readonly label: string; readonly refusal: string | null; readonly ask: string; readonly onEnd: () => Promise<unknown> }
}

/** Where an account is signed in, each to end alone or several at once, after a question. */
export function SessionsSection({ help, listed: { reply, problem, refresh }, refusal, onEnd, several }: SessionsSectionProps) {
  const text = useText(securityMessages)
  const { ask, element } = useConfirm()
  return (
    <Section
      title={text.sessions}
      help={help}
      action={
        <QuietButton refusal={several.refusal} onClick={() => ask({ text: several.ask, confirmLabel: several.label, isDangerous: true, act: several.onEnd })}>
          {several.label}
        </QuietButton>
      }
    >
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
      {reply && (
        <SessionList
          rows={reply.data.list}
          totalCount={reply.data.totalCount}
          refusal={refusal}
          onEnd={(row, agent) => ask({ text: text.endAsk(agent, row.address), confirmLabel: text.end, isDangerous: true, act: () => onEnd(row) })}
        />
      )}
      {element}
    </Section>
  )
}
