import { useEffect } from 'react'
import { message } from '@nameplane/contract/account/message'
import { useCall, useChange } from '../../../api/queries.ts'
import { formatExactTime } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/messages.ts'
import { Dialog } from '../../../screen-parts/dialog/dialog.tsx'
import { Failure } from '../../../screen-parts/failure.tsx'
import { RichTextView } from '../../../screen-parts/rich-text/rich-text-view.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { unreadCount } from './drawer/unread-count.ts'
import { messageMessages } from './message.messages.ts'

type MessageDialogProps = {
  id: number
  /** Not for whoever looks on: an administrator who acts as the user has read nothing for them. */
  isReader: boolean
  onClose: () => void
}

/** A message as its reader sees it: title, time of publishing, content. Opened, it is read. */
export function MessageDialog({ id, isReader, onClose }: MessageDialogProps) {
  const text = useText(messageMessages)
  const parts = useText(partsMessages)
  const { reply, problem, refresh } = useCall(message.detail, { id })
  const { run: markRead } = useChange(message.read, { invalidates: [message.list], success: null })
  const shown = reply?.data
  const isUnread = isReader && shown?.readStatus === 0

  useEffect(() => {
    if (!isUnread) return
    void markRead({ ids: [id] }).then((outcome) => outcome.isDone && unreadCount.set(outcome.reply.data.unread))
  }, [isUnread, id, markRead])

  return (
    <Dialog title={shown?.title ?? text.choices.type[2]} width="wide" onClose={onClose}>
      {problem?.isShown && !shown && <Failure problem={problem} onRetry={() => void refresh()} />}
      {!shown && !problem && <p className="py-10 text-center text-sm text-kumo-subtle">{parts.loading}</p>}
      {shown && (
        <article className="flex flex-col gap-4">
          <p className="flex flex-wrap gap-x-3 border-b border-kumo-line pb-3 text-sm text-kumo-subtle">
            <span>{text.choices.type[shown.type]}</span>
            {shown.state === 'published' && shown.publishTime ? (
              <span>
                {text.dialog.published} <time dateTime={shown.publishTime}>{formatExactTime(shown.publishTime)}</time>
              </span>
            ) : (
              <span>{text.choices.state[shown.state]}</span>
            )}
          </p>
          <RichTextView html={shown.content} />
        </article>
      )}
    </Dialog>
  )
}
