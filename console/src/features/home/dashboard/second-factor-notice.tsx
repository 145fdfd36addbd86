import { useState } from 'react'
import ShieldCheckIcon from 'icon:shield-check'
import XIcon from 'icon:x'
import { factor } from '@nameplane/contract/account/factor'
import { useCall } from '../../../api/queries.ts'
import { keepText, keptText } from '../../../browser/local-storage.ts'
import { useText } from '../../../i18n/messages.ts'
import { ScreenLink } from '../../../routing/screen-link.tsx'
import { textLink } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { dashboardMessages } from './dashboard.messages.ts'

const dismissedKey = 'second-factor-notice'

/** Recommends a second factor to administrators without one, until they have one or wave it away in this browser. */
export function SecondFactorNotice() {
  const text = useText(dashboardMessages).secondFactor
  const [isDismissed, setDismissed] = useState(() => keptText(dismissedKey) === 'dismissed')
  const { reply } = useCall(factor.status, isDismissed ? null : {}, { freshSeconds: 300 })
  if (isDismissed || !reply || reply.data.totp !== null || reply.data.passkeys.length > 0) return null
  return (
    <aside aria-label={text.title} className="mb-4 flex items-center gap-3 rounded-lg border border-kumo-line bg-kumo-base py-2 pr-2 pl-4 text-sm">
      <ShieldCheckIcon size={18} className="shrink-0 text-kumo-subtle" />
      <p className="min-w-0 flex-1">
        {text.recommended}{' '}
        <ScreenLink to="/account/security" className={textLink}>
          {text.setUp}
        </ScreenLink>
      </p>
      <IconButton
        label={text.dismiss}
        onClick={() => {
          keepText(dismissedKey, 'dismissed')
          setDismissed(true)
        }}
        icon={<XIcon size={14} />}
      />
    </aside>
  )
}
