import type { Caller } from '@nameplane/contract/account/session'
import SignOutIcon from 'icon:sign-out'
import { signOut } from '../api/session-calls.ts'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import type { MenuEntry, MenuSection } from '../routing/menu.ts'
import { useOwnTitles } from '../routing/own-titles.tsx'
import { useGo } from '../routing/screen-location.tsx'
import { ScreenLink } from '../routing/screen-link.tsx'
import { MenuItem, menuItem } from '../ui/menu-item.tsx'
import { Popover } from '../ui/popover.tsx'
import { headerButton } from './header-button.tsx'
import { shellMessages } from './shell.messages.ts'

/** Licence, accounts, plans and manual top-up (spec point 2), each where it exists and may be seen. */
const linked = ['/home/auth', '/account/users/admins', '/dns/plan/list', '/dns/finance/recharge']

export function AvatarMenu({ menu, caller }: { menu: readonly MenuSection[]; caller: Caller }) {
  const text = useText(shellMessages)
  const go = useGo()
  const entries = menu.flatMap((section) => section.groups.flatMap((group) => group.entries))
  const links = linked.flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
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
          <MenuLinks links={links} onChosen={close} />
          <MenuItem onClick={() => void leave()}>
            <SignOutIcon size={16} className="text-kumo-subtle" />
            {text.signOut}
          </MenuItem>
        </>
      )}
    </Popover>
  )
}

function MenuLinks({ links, onChosen }: { links: readonly MenuEntry[]; onChosen: () => void }) {
  const language = useLanguage()
  // They lie in other sections than the one that is open, and are named by then.
  useOwnTitles()
  return links.map((entry) => (
    <ScreenLink key={entry.path} to={entry.path} className={menuItem} onClick={onChosen}>
      {entry.title[language]}
    </ScreenLink>
  ))
}
