import { session } from '@nameplane/contract/account/session'
import { problemText } from '@nameplane/contract/problem-text'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { useLanguage } from '../../../../i18n/language.ts'
import { useText } from '../../../../i18n/messages.ts'
import { usePageTitle } from '../../../../routing/page-title.ts'
import { useScreenLocation } from '../../../../routing/screen-location.tsx'
import { securityMessages } from './security.messages.ts'
import { sessionsShown } from './session-list.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Where another account is signed in. */
export function AccountSessionsPage() {
  const text = useText(securityMessages)
  const userId = Number(useScreenLocation().params['userId'])
  const listed = useCall(session.listOf, { ...sessionsShown, userId })
  const end = useChange(session.endOf, { invalidates: [session.listOf], success: 'done' })
  const mayWrite = useMay('session.write')
  const noRight = problemText('right_missing', useLanguage())
  const username = listed.reply?.data.username
  const title = username === undefined ? text.sessions : text.sessionsOf(username)
  usePageTitle(username === undefined ? undefined : title)
  return (
    <>
      <h1 className="mb-4 text-xl font-medium">{title}</h1>
      <div className="max-w-4xl">
        <SessionsSection
          help={text.othersHelp}
          listed={listed}
          refusal={mayWrite ? null : noRight}
          onEnd={({ id }) => end.run({ userId, ids: [id] })}
          several={{
            label: text.endAll,
            refusal: mayWrite ? (listed.reply?.data.totalCount ? null : text.noSessions) : noRight,
            ask: text.endAllAsk(username ?? ''),
            onEnd: () => end.run({ userId }),
          }}
        />
      </div>
    </>
  )
}
