import { useText } from '../../../../i18n/messages.ts'
import { ScreenLink } from '../../../../routing/screen-link.tsx'
import { quietButton } from '../../../../ui/classes.ts'
import { FactorsSection } from './factors-section.tsx'
import { Section } from './section.tsx'
import { securityMessages } from './security.messages.ts'
import { OwnSessions } from './own-sessions.tsx'
import { useIsAdministrator } from './use-is-administrator.ts'
import { WechatSection } from './wechat-section.tsx'

/** What keeps one's own account safe: password, second factors, and where it is signed in. */
export function SecurityPage() {
  const text = useText(securityMessages)
  const isAdministrator = useIsAdministrator()
  return (
    <>
      <h1 className="mb-4 text-xl font-medium">{text.title}</h1>
      <div className="grid max-w-4xl gap-4">
        <Section
          title={text.password}
          help={text.passwordHelp}
          action={
            <ScreenLink to="/account/users/reset-password" className={quietButton}>
              {text.changePassword}
            </ScreenLink>
          }
        />
        {isAdministrator && <FactorsSection />}
        {isAdministrator && <WechatSection />}
        <OwnSessions />
      </div>
    </>
  )
}
