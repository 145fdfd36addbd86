import { session } from '@nameplane/contract/account/session'
import { problemText } from '@nameplane/contract/problem-text'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { usePageTitle } from '../../../../routing/page-title.ts'
import { useScreenLocation } from '../../../../routing/screen-location.tsx'
import { useConfirm } from '../../../../screen-parts/dialog/confirm.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { QuietButton } from '../../../../ui/button.tsx'
import { Section } from './section.tsx'
import { securityMessages } from './security.messages.ts'
import { SessionList, sessionsShown } from './session-list.tsx'

/** Where another account is signed in. */
export function AccountSessionsPage() {
  const text = useText(securityMessages)
  const userId = Number(useScreenLocation().params['userId'])
  const { reply, problem, refresh } = useCall(session.listOf, { ...sessionsShown, userId })
  const end = useChange(session.endOf, { invalidates: [session.listOf], success: 'done' })
  const mayWrite = useMay('session.write')
  const noRight = problemText('right_missing', useLanguage())
  const confirm = useConfirm()
  const username = reply?.data.username
  const title = username === undefined ? text.sessions : text.sessionsOf(username)
  usePageTitle(username === undefined ? undefined : title)
  return (
    <>
      <h1 className="mb-4 text-xl font-medium">{title}</h1>
      <div className="max-w-4xl">
        <Section
          title={text.sessions}
          help={text.othersHelp}
          action={
            <QuietButton
              refusal={mayWrite ? (reply?.data.totalCount ? null : text.noSessions) : noRight}
              onClick={() =>
                confirm.ask({ text: text.endAllAsk(username ?? ''), confirmLabel: text.endAll, isDangerous: true, act: () => end.run({ userId }) })
              }
            >
              {text.endAll}
            </QuietButton>
          }
        >
          {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={reply !== undefined} />}
          {reply && (
            <SessionList
              rows={reply.data.list}
              totalCount={reply.data.totalCount}
              refusal={mayWrite ? null : noRight}
              onEnd={(row, agent) =>
                confirm.ask({ text: text.endAsk(agent, row.address), confirmLabel: text.end, isDangerous: true, act: () => end.run({ userId, ids: [row.id] }) })
              }
            />
          )}
          {confirm.element}
        </Section>
      </div>
    </>
  )
}
