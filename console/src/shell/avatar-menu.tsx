import type { Caller } from '@nameplane/contract/account/session'
import { signOut } from '../api/session-calls.ts'
import { useText } from '../i18n/messages.ts'
import type { MenuSection } from '../routing/menu.ts'
import { useGo } from '../routing/screen-location.tsx'
import { ScreenLink } from '../routing/screen-link.tsx'
import { MenuItem, menuItem } from '../ui/menu-item.tsx'
import { Popover } from '../ui/popover.tsx'
import { headerButton } from './header-button.tsx'
import { shellMessages } from './shell.messages.ts'

/** The entries of spec point 2 in its order, each where one of its screens exists and may be seen. */
const linked = [
  ['licence', ['/home/auth']],
  ['accounts', ['/account/users/users', '/account/users/admins']],
  ['plans', ['/dns/plan/list']],
  ['topUp', ['/dns/finance/recharge']],
] as const

export function AvatarMenu({ menu, caller }: { menu: readonly MenuSection[]; caller: Caller }) {
  const text = useText(shellMessages)
  const go = useGo()
  const shown = new Set(menu.flatMap((section) => section.groups.flatMap((group) => group.entries.map((entry) => entry.path))))
  const initial = [...caller.username][0]?.toUpperCase() ?? '?'

  async function leave() {
    await signOut()
    go('/login')
  }

  return (
    <Popover
      label={text.account}
      triggerClassName={headerButton}
      className="w-56"
      trigger={
        <span
          aria-hidden="true"
          className="inline-flex size-6 items-center justify-center rounded-full bg-np-header-text/15 text-xs font-medium text-np-header-text"
        >
          {initial}
        </span>
      }
    >
      {(close) => (
        <>
          <div className="mb-1 border-b border-kumo-line pb-1">
            <ScreenLink
              to="/account/security"
              className="block rounded-md px-2 py-1.5 hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
              onClick={close}
            >
              <span className="block truncate font-medium">{caller.username}</span>
              <span className="block text-xs text-kumo-subtle">
                {caller.kind === 'administrator' ? text.administrator : text.user} · <span className="text-kumo-link">{text.security}</span>
              </span>
            </ScreenLink>
          </div>
          {linked.map(([name, paths]) => {
            const path = paths.find((one) => shown.has(one))
            return (
              path && (
                <ScreenLink key={name} to={path} className={menuItem} onClick={close}>
                  {text.linked[name]}
                </ScreenLink>
              )
            )
          })}
          <MenuItem onClick={() => void leave()}>{text.signOut}</MenuItem>
        </>
      )}
    </Popover>
  )
}
