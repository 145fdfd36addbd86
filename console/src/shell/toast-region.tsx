import { useEffect, useRef, useState } from 'react'
import { dismissNotice, notices, type Notice } from '../api/notices.ts'
import { useStore } from '../browser/store.ts'
import { useText } from '../i18n/messages.ts'
import { SmallIconButton } from '../ui/icon-button.tsx'
import { toastMessages } from './toast.messages.ts'

const shownForMs = { success: 3500, warning: 5000, error: 8000 }
const dots = { success: 'bg-kumo-success', warning: 'bg-kumo-warning', error: 'bg-kumo-danger' }

/** Outcomes of actions at the lower right, above the bars that stand at the foot of a page; on top of dialogs too. */
export function ToastRegion() {
  const text = useText(toastMessages)
  const shown = useStore(notices)
  const region = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id
  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    // Shown anew, it stands above whatever opened since.
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover()
  }, [newest])
  return (
    <div
      ref={region}
      popover="manual"
      role="region"
      aria-label={text.notices}
      className="pointer-events-none fixed inset-auto right-4 bottom-20 left-4 m-0 ml-auto max-w-96 flex-col gap-2 overflow-visible border-0 bg-transparent p-0 text-base text-kumo-default open:flex"
    >
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function Toast({ notice }: { notice: Notice }) {
  const text = useText(toastMessages)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissNotice(notice.id), shownForMs[notice.tone])
    return () => clearTimeout(timer)
  }, [isHeld, notice])
  return (
    <div
      role={notice.tone === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      // That all went well keeps nobody from what lies below it.
      className={`${notice.tone === 'success' ? '' : 'pointer-events-auto '}flex items-start gap-2.5 rounded-lg border border-kumo-line bg-kumo-base py-2.5 pr-2 pl-3.5 shadow-lg`}
    >
      <span aria-hidden="true" className={`mt-[7px] size-2 shrink-0 rounded-full ${dots[notice.tone]}`} />
      <div className="min-w-0 flex-1">
        <p>{notice.text}</p>
        {notice.requestId && (
          <p className="font-mono text-xs text-kumo-subtle">
            {text.requestId} {notice.requestId}
          </p>
        )}
      </div>
      <SmallIconButton
        className="pointer-events-auto"
        label={text.dismiss}
        onClick={() => dismissNotice(notice.id)}
        icon={
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
        }
      />
    </div>
  )
}
