import { Suspense, useState } from 'react'
import { message } from '@nameplane/contract/account/message'
import type { Caller } from '@nameplane/contract/account/session'
import type { Reply } from '@nameplane/contract/endpoint'
import { limits } from '@nameplane/contract/limits'
import { useCall, useChange } from '../../../../api/queries.ts'
import { useMay } from '../../../../api/rights.ts'
import { lazyPart } from '../../../../browser/chunk-loading.ts'
import { formatExactTime } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/messages.ts'
import { textLanguage } from '../../../../i18n/text-language.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { useGo } from '../../../../routing/screen-location.tsx'
import { Empty } from '../../../../screen-parts/empty.tsx'
import { Failure } from '../../../../screen-parts/failure.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { PrimaryButton, QuietButton } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { messageMessages } from '../message.messages.ts'
import { byDay } from './by-day.ts'
import { drawerMessages } from './drawer.messages.ts'
import { unreadCount } from './unread-count.ts'

const MessageDialog = lazyPart(() => import('../message-dialog.tsx').then((part) => part.MessageDialog))

type Row = Reply<typeof message.list>['data']['list'][number]

/** What the caller received, newest first, pinned ones above. Opening one reads it. */
export function MessageDrawer({ caller, onClose }: { caller: Caller; onClose: () => void }) {
  const text = useText(drawerMessages)
  const parts = useText(partsMessages)
  const go = useGo()
  const mayWrite = useMay('message.write')
  const mayManage = useMay('message.read')
  const isUser = caller.kind === 'user'
  const isReader = caller.impersonator === null
  const { reply, problem, refresh } = useCall(message.list, { box: 'received', sidx: 'id', order: 'desc', page: 1, limit: limits.messagePageSize })
  const read = useChange(message.read, { invalidates: [message.list, message.detail], success: null })
  const [openedId, setOpenedId] = useState<number | null>(null)
  const rows = reply?.data.list ?? []
  const groups = byDay(rows, new Date())

  async function markRead(sent: { ids: number[] } | { all: true }) {
    const outcome = await read.run(sent)
    if (outcome.isDone) unreadCount.set(outcome.reply.data.unread)
  }
  const leaveFor = (path: string) => {
    onClose()
    go(path)
  }
  const list = (listed: readonly Row[]) => (
    <ul>
      {listed.map((row) => (
        <MessageItem
          key={row.id}
          row={row}
          withType={isUser}
          onOpen={() => setOpenedId(row.id)}
          onRead={isUser && isReader ? () => void markRead({ ids: [row.id] }) : null}
        />
      ))}
    </ul>
  )

  return (
    <Drawer
      title={isUser ? text.users : text.administrators}
      closeText={parts.close}
      width={limits.messageDrawerWidthPx}
      onClose={onClose}
      footer={
        isUser && !isReader ? (
          <p className="mr-auto text-sm text-kumo-subtle">{text.notReader}</p>
        ) : isUser ? (
          <QuietButton
            disabled={read.isRunning}
            refusal={rows.some((row) => row.readStatus === 0) ? null : text.allRead}
            onClick={() => void markRead({ all: true })}
          >
            {text.readAll}
          </QuietButton>
        ) : mayManage || mayWrite ? (
          <>
            {mayManage && <QuietButton onClick={() => leaveFor('/account/message/list')}>{text.manage}</QuietButton>}
            {mayManage && mayWrite && <PrimaryButton onClick={() => leaveFor('/account/message/list?open=add')}>{text.write}</PrimaryButton>}
          </>
        ) : undefined
      }
    >
      {problem?.isShown && <Failure problem={problem} onRetry={() => void refresh()} isSlim={rows.length > 0} />}
      {!reply && !problem && <Skeleton />}
      {reply && rows.length === 0 && <Empty title={text.none} help={text.noneHelp} />}
      {(['pinned', 'today', 'earlier'] as const)
        .filter((group) => groups[group].length > 0)
        .map((group) => (
          <section key={group} aria-labelledby={`messages-${group}`} className="not-first:border-t border-kumo-line">
            <h3 id={`messages-${group}`} className="px-5 pt-3 pb-1 text-xs text-kumo-subtle">
              {text[group]}
            </h3>
            {list(groups[group])}
          </section>
        ))}
      {(reply?.data.totalCount ?? 0) > rows.length && <p className="px-5 py-3 text-center text-xs text-kumo-subtle">{text.limited(rows.length)}</p>}
      <Suspense fallback={null}>{openedId !== null && <MessageDialog id={openedId} isReader={isReader} onClose={() => setOpenedId(null)} />}</Suspense>
    </Drawer>
  )
}

type ItemProps = { row: Row; withType: boolean; onOpen: () => void; onRead: (() => void) | null }

function MessageItem({ row, withType, onOpen, onRead }: ItemProps) {
  const text = useText(drawerMessages)
  const { type: types } = useText(messageMessages).choices
  const format = useFormat()
  const isUnread = row.readStatus === 0
  return (
    <li className="group/message relative border-b border-kumo-line last:border-b-0 hover:bg-kumo-tint">
      <button
        type="button"
        className="flex w-full cursor-pointer items-start gap-2.5 py-3 pr-5 pl-5 text-left focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
        onClick={onOpen}
      >
        <span aria-hidden="true" className={`mt-[7px] size-2 shrink-0 rounded-full ${isUnread ? 'bg-np-accent' : ''}`} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-bold' : ''}`}>
              {isUnread && <span className="sr-only">{text.unread} </span>}
              {row.title}
            </span>
            <time
              dateTime={row.publishTime ?? ''}
              title={row.publishTime ? formatExactTime(row.publishTime) : undefined}
              className="shrink-0 text-xs text-kumo-subtle"
            >
              {row.publishTime ? format.relativeTime(row.publishTime) : ''}
            </time>
          </span>
          <span className={`mt-0.5 line-clamp-2 text-sm text-kumo-subtle ${onRead && isUnread ? 'pr-20' : ''}`}>
            {withType && <span className="mr-1.5">[{types[row.type]}]</span>}
            <span lang={textLanguage(row.excerpt)}>{row.excerpt}</span>
          </span>
        </span>
      </button>
      {onRead && isUnread && (
        <button
          type="button"
          aria-label={`${text.read} ${row.title}`}
          className="absolute right-4 bottom-2.5 h-6 cursor-pointer rounded-md px-1.5 text-xs text-np-accent hover:bg-kumo-brand/10 focus-visible:outline-2 focus-visible:outline-kumo-focus"
          onClick={onRead}
        >
          {text.read}
        </button>
      )}
    </li>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5 p-5">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <div className="h-3.5 w-2/3 rounded bg-kumo-recessed" />
          <div className="h-3 w-full rounded bg-kumo-recessed" />
        </div>
      ))}
    </div>
  )
}
