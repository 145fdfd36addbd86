import { useCallback, useState, type ReactNode } from 'react'
import { changeSet, type RecordSaveCall } from '@nameplane/contract/dns/change-set'
import { record } from '@nameplane/contract/dns/record'
import type { Endpoint, Sent } from '@nameplane/contract/endpoint'
import { noticeSuccess } from '../../api/notices.ts'
import { useChange, type Change, type ChangeChoices, type Outcome } from '../../api/queries.ts'
import { useText } from '../../i18n/messages.ts'
import { useGo } from '../../routing/screen-location.tsx'
import { ConfirmDialog } from '../../screen-parts/dialog/confirm.tsx'
import { largeChangeMessages } from './large-change.messages.ts'
import type { WatchSent } from './watch-choice.tsx'

type Save = (typeof record)[RecordSaveCall]

const callOf = new Map<Endpoint, RecordSaveCall>((['apply', 'bulk', 'import', 'restore'] as const).map((call) => [record[call], call]))

type Asked<E extends Save> = { input: Sent<E>; refused: Outcome<E>; count: number; needsApproval: boolean; settle: (outcome: Outcome<E>) => void }
/** A watched save that asks for its number. */
type AskedWatched<E extends Save> = { input: Sent<E>; watch: WatchSent; count: number }

/**
 * A save of records that asks, where the server refuses it for its size: for the number of records, or whether it is to be submitted for
 * the approval of another administrator. `asked` is the dialog. `runWatched` submits it as a bulk operation that is watched once it is
 * done, and leads there. `onSubmitted` closes what it was given in: it is a bulk operation now.
 */
export function useRecordSave<E extends Save>(
  endpoint: E,
  { onSubmitted, ...choices }: ChangeChoices & { onSubmitted: () => void },
): Change<E> & { asked: ReactNode; runWatched: (input: Sent<E>, watch: WatchSent) => Promise<void> } {
  const text = useText(largeChangeMessages)
  const go = useGo()
  const saving = useChange(endpoint, choices)
  const { run: submit } = useChange(changeSet.recordSave, { invalidates: [changeSet.list], success: null })
  const watching = useChange(changeSet.recordSave, { invalidates: [changeSet.list, ...(choices.invalidates ?? [])], success: null, shownIn: 'form' })
  const [asked, setAsked] = useState<Asked<E> | null>(null)
  const [askedWatched, setAskedWatched] = useState<AskedWatched<E> | null>(null)
  const { run: save } = saving
  const run = useCallback(
    async (input: Sent<E>): Promise<Outcome<E>> => {
      const refused = await save(input)
      if (refused.isDone) return refused
      const { code, params } = refused.problem
      if (code !== 'change_set_confirm_due' && code !== 'approval_due') return refused
      return new Promise((settle) => setAsked({ input, refused, count: Number(params['count']), needsApproval: code === 'approval_due', settle }))
    },
    [save],
  )
  async function confirm({ input, refused, count, needsApproval, settle }: Asked<E>): Promise<void> {
    if (!needsApproval) {
      const outcome = await save({ ...input, confirm: count })
      setAsked(null)
      return settle(outcome)
    }
    const outcome = await submit({ call: callOf.get(endpoint)!, sent: input })
    setAsked(null)
    settle(refused)
    if (!outcome.isDone) return
    const { id } = outcome.reply.data
    onSubmitted()
    noticeSuccess(text.submitted(`#${id}`))
    go(`/dns/domain/bulk/log?set=${id}`)
  }
  async function runWatched(input: Sent<E>, watch: WatchSent): Promise<void> {
    const outcome = await watching.run({ call: callOf.get(endpoint)!, sent: input, ...watch })
    setAskedWatched(null)
    if (outcome.isDone) {
      onSubmitted()
      return go(`/dns/domain/bulk/log?set=${outcome.reply.data.id}`)
    }
    const { code, params } = outcome.problem
    if (code === 'change_set_confirm_due') setAskedWatched({ input, watch, count: Number(params['count']) })
  }
  const forget = (): void => {
    saving.forget()
    watching.forget()
  }
  return {
    ...saving,
    isRunning: saving.isRunning || watching.isRunning,
    problem: saving.problem ?? watching.problem,
    forget,
    run,
    runWatched,
    asked: askedWatched ? (
      <ConfirmDialog
        text={text.typed(askedWatched.count)}
        confirmLabel={text.confirm}
        isDangerous
        typedWord={String(askedWatched.count)}
        onConfirm={() => runWatched({ ...askedWatched.input, confirm: askedWatched.count }, askedWatched.watch)}
        onCancel={() => {
          setAskedWatched(null)
          watching.forget()
        }}
      />
    ) : (
      asked && (
        <ConfirmDialog
          text={(asked.needsApproval ? text.approval : text.typed)(asked.count)}
          confirmLabel={asked.needsApproval ? text.submit : text.confirm}
          isDangerous={!asked.needsApproval}
          {...(asked.needsApproval ? {} : { typedWord: String(asked.count) })}
          onConfirm={() => confirm(asked)}
          onCancel={() => {
            setAsked(null)
            asked.settle(asked.refused)
          }}
        />
      )
    ),
  }
}
