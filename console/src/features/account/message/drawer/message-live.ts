import type { message, MessageEvent } from '@nameplane/contract/account/message'
import { CallProblem } from '../../../../api/call-problem.ts'
import { call } from '../../../../api/client.ts'
import { followEvents } from '../../../../api/event-stream.ts'
import { noticeSuccess } from '../../../../api/notices.ts'
import { onWire } from '../../../../api/on-wire.ts'
import { callKey, queryClient } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { textsIn } from '../../../../i18n/messages.ts'
import { drawerMessages } from './drawer.messages.ts'
import { unreadCount } from './unread-count.ts'

/** Every page follows messages, few need their schemas. A test holds these against the contract. */
export const liveCalls = {
  stream: onWire<typeof message.stream>('GET', 'sys/message/stream'),
  unread: onWire<typeof message.unread>('GET', 'sys/message/unread'),
  list: onWire<typeof message.list>('POST', 'sys/message/GetMessageList'),
  detail: onWire<typeof message.detail>('GET', 'sys/message/info/{id}'),
}

/** Keeps the count of unread messages up to date, and says that a new one has come; answers what stops it. */
export function followMessages(): () => void {
  void askUnread()
  const stop = followEvents(liveCalls.stream, (told) => hear(told as MessageEvent))
  return () => {
    stop()
    unreadCount.set(0)
  }
}

/** Tabs that do not hold the stream begin with this. */
async function askUnread(): Promise<void> {
  try {
    unreadCount.set((await call(liveCalls.unread, {}, { survivesNavigation: true })).data.unread)
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
  for (const stale of [liveCalls.list, liveCalls.detail]) void queryClient.invalidateQueries({ queryKey: callKey(stale) })
  if (told.event === 'message' && document.visibilityState === 'visible') noticeSuccess(textsIn(drawerMessages, currentLanguage()).arrived(told.data.title))
}
