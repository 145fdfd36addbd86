import { Suspense } from 'react'
import { lazyPart } from '../../../browser/chunk-loading.ts'
import { useText } from '../../../i18n/messages.ts'
import { useScreenLocation } from '../../../routing/screen-location.tsx'
import { ListScreen } from '../../../screen-parts/list/list-screen.tsx'
import { useDialogs } from '../../../screen-parts/list/use-dialogs.ts'
import { useListActions } from '../../../screen-parts/list/use-list-actions.tsx'
import { useList } from '../../../screen-parts/list/use-list.ts'
import { messageList } from './message-list.tsx'
import { messageMessages } from './message.messages.ts'
import { useMessageActions } from './use-message-actions.ts'

const WriteMessage = lazyPart(() => import('./message-form.tsx').then((form) => form.WriteMessage))
const EditMessage = lazyPart(() => import('./message-form.tsx').then((form) => form.EditMessage))
const MessageDialog = lazyPart(() => import('./message-dialog.tsx').then((part) => part.MessageDialog))

/** Over a message they open without its row: its content is asked for, so one of another page can be linked to. */
const dialogs = { onPage: ['add', 'edit', 'view'], forReaders: ['view'] }

/** All messages. */
export function MessagePage() {
  const text = useText(messageMessages)
  const list = useList(messageList)
  const { opened, open, close } = useDialogs(list, 'message.write', dialogs)
  const actions = useListActions(list, 'message.write', useMessageActions(open))
  const id = Number(useScreenLocation().search['row'])
  return (
    <ListScreen list={list} actions={actions} text={text}>
      <Suspense fallback={null}>
        {opened === 'add' && <WriteMessage onClose={close} />}
        {opened === 'edit' && <EditMessage key={id} id={id} onClose={close} />}
        {opened === 'view' && <MessageDialog key={id} id={id} isReader onClose={close} />}
      </Suspense>
    </ListScreen>
  )
}
