import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import BellIcon from 'icon:bell'
import type { Caller } from '@nameplane/contract/account/session'
import { lazyPart, loadChunk } from '../../../../browser/chunk-loading.ts'
import { useStore } from '../../../../browser/store.ts'
import { useText } from '../../../../i18n/messages.ts'
import { drawerMessages } from './drawer.messages.ts'
import { badgeText, unreadCount } from './unread-count.ts'

const MessageDrawer = lazyPart(() => import('./message-drawer.tsx').then((part) => part.MessageDrawer))

/** The header's way to the messages, with how many are unread. Whoever sees it follows them. */
export function MessageButton({ caller, className }: { caller: Caller; className: string }) {
  const text = useText(drawerMessages)
  const [isOpen, setOpen] = useState(false)
  const count = badgeText(useStore(unreadCount))
  useFollowedMessages(caller.userId)
  return (
    <>
      <button
        type="button"
        className={`relative ${className}`}
        aria-label={text.open(count)}
        title={text.open(count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellIcon size={17} />
        {count !== '' && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 left-4.5 min-w-4 rounded-full bg-np-danger px-1 text-center text-[10px] leading-4 font-medium text-white tabular-nums"
          >
            {count}
          </span>
        )}
      </button>
      {/* Not within the header: it has a header of its own. */}
      {createPortal(<Suspense fallback={null}>{isOpen && <MessageDrawer caller={caller} onClose={() => setOpen(false)} />}</Suspense>, document.body)}
    </>
  )
}

/** The page stands before its messages are asked for. */
function useFollowedMessages(userId: number): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isLeft = false
    loadChunk(() => import('./message-live.ts')).then(
      (live) => {
        if (!isLeft) stop = live.followMessages()
      },
      // Without its code there is no count; the drawer still opens.
      () => undefined,
    )
    return () => {
      isLeft = true
      stop?.()
    }
  }, [userId])
}
