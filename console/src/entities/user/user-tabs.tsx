import { useMay } from '../../api/rights.ts'
import { useText } from '../../i18n/messages.ts'
import { useGo } from '../../routing/screen-location.tsx'
import { Tabs } from '../../screen-parts/tabs.tsx'
import { userMessages } from './user.messages.ts'

const paths = ['/account/users/users', '/account/users/verifications'] as const

/** The list's address with one user's verifications. */
export const verificationsPath = (userId: number): string => `${paths[1]}?userId=${userId}`

/** Users, and the checks of who they are; nothing for who may not see both. */
export function UserTabs({ current }: { current: (typeof paths)[number] }) {
  const text = useText(userMessages)
  const go = useGo()
  const [maySeeUsers, maySeeVerifications] = [useMay('user.read'), useMay('verification.read')]
  if (!maySeeUsers || !maySeeVerifications) return null
  return <Tabs label={text.tabs.label} chosen={current} options={paths.map((path) => [path, text.tabs[path]])} onChoose={go} />
}
