import { useMemo } from 'react'
import { message } from '@nameplane/contract/account/message'
import { useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import type { MessageRow } from './message-columns.tsx'
import { messageMessages } from './message.messages.ts'

type Rows = readonly MessageRow[]
const invalidates = [message.list, message.detail]
const named = 3

/** What can be done with messages, one or many; each asks where something is lost or seen by many. */
export function useMessageActions(onDone: () => void) {
  const text = useText(messageMessages)
  const format = useFormat()
  const { ask, element } = useConfirm()
  const { run: publish } = useChange(message.publish, { invalidates, success: 'done' })
  const { run: revoke } = useChange(message.revoke, { invalidates, success: 'done' })
  const { run: pin } = useChange(message.pin, { invalidates, success: 'done' })
  const { run: remove } = useChange(message.delete, { invalidates, success: 'deleted' })

  const actions = useMemo(() => {
    const ids = (rows: Rows) => rows.map((row) => row.id)
    const titles = (rows: Rows) =>
      rows
        .slice(0, named)
        .map((row) => row.title)
        .join(text.between) + (rows.length > named ? '…' : '')
    const finish = (outcome: { isDone: boolean }) => {
      if (outcome.isDone) onDone()
    }
    return {
      publish: (rows: Rows) =>
        ask({ text: text.publishAsk(titles(rows)), confirmLabel: text.publish, act: async () => finish(await publish({ ids: ids(rows) })) }),
      revoke: (rows: Rows) =>
        ask({ text: text.revokeAsk(titles(rows)), confirmLabel: text.revoke, isDangerous: true, act: async () => finish(await revoke({ ids: ids(rows) })) }),
      pin: async (rows: Rows, pinned: boolean) => finish(await pin({ ids: ids(rows), pinned })),
      remove: (rows: Rows) =>
        ask({
          text: text.deleteAsk(titles(rows), format.number(rows.length)),
          confirmLabel: text.remove,
          isDangerous: true,
          act: async () => finish(await remove({ ids: ids(rows) })),
        }),
    }
  }, [text, format, ask, publish, revoke, pin, remove, onDone])
  return { actions, question: element }
}
