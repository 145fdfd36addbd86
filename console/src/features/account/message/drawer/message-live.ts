import { message, type MessageEvent } from '@nameplane/contract/account/message'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { followEvents } from '../../../../api/event-stream.ts'
import { noticeSuccess } from '../../../../api/notices.ts'
import { callKey, queryClient } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { messageMessages } from '../message.messages.ts'
import { unreadCount } from './unread-count.ts'

/** Keeps the count of unread messages up to date, and says that a new one has come; answers what stops it. */
export function followMessages(): () => void {
  void askUnread()
  const stop = followEvents(message.stream, (told) => hear(told as MessageEvent))
  return () => {
    stop()
    unreadCount.set(0)
  }
}

/** Tabs that do not hold the stream begin with this. */
async function askUnread(): Promise<void> {
  try {
    unreadCount.set((await call(message.unread, {}, { survivesNavigation: true })).data.unread)
  } catch (cause) {
    // The stream's first event says it as well.
    if (!(cause instanceof CallProblem)) throw cause
  }
}

function hear(told: MessageEvent): void {
  // A stream begins with the count, which is usually known.
  const isNews = told.event === 'message' || told.data.unread !== unreadCount.get()
  unreadCount.set(told.data.unread)
  if (!isNews) return
  for (const stale of [message.list, message.detail]) void queryClient.invalidateQueries({ queryKey: callKey(stale) })
  if (told.event === 'message' && document.visibilityState === 'visible')
    noticeSuccess(textsIn(messageMessages, currentLanguage()).drawer.arrived(told.data.title))
}
