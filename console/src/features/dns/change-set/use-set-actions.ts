import { useMemo } from 'react'
import { changeSet, type ChangeSet } from '@nameplane/contract/dns/change-set'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { Right } from '@nameplane/contract/right'
import { textOfProblem } from '../../../api/problem-text.ts'
import { useChange } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { useGo } from '../../../routing/screen-location.tsx'
import { changeSetMessages } from './change-set.messages.ts'
import { isLetThrough } from './let-through.ts'
import { setName } from './set-texts.ts'
import { watchMessages } from './watch.messages.ts'

/** What can be done with a set, in its row as in its drawer. */
export type SetAction = {
  readonly key: 'undo' | 'retry' | 'cancel' | 'stopWatch'
  readonly label: string
  readonly right: Right
  readonly refusal: (set: ChangeSet) => string | null
  readonly ask: (set: ChangeSet) => string
  readonly isDangerous: boolean
  readonly run: (set: ChangeSet) => Promise<unknown>
}

const invalidates = [changeSet.list, changeSet.detail, changeSet.rows]

export function useSetActions(): readonly SetAction[] {
  const text = useText(changeSetMessages).log
  const watching = useText(watchMessages)
  const language = useLanguage()
  const go = useGo()
  const { run: undo } = useChange(changeSet.undo, { invalidates: [...invalidates, record.list, domain.list], success: null })
  const { run: retry } = useChange(changeSet.retry, { invalidates, success: 'done' })
  const { run: cancel } = useChange(changeSet.cancel, { invalidates, success: 'done' })
  const { run: stopWatch } = useChange(changeSet.stopWatch, { invalidates, success: 'done' })
  return useMemo(
    (): SetAction[] => [
      {
        key: 'undo',
        label: text.undo,
        right: 'record.write',
        refusal: (set) => (set.kind === 'undo' || set.done === 0 ? text.noUndo : null),
        ask: (set) => (set.kind === 'domain_create' ? text.undoDomainsAsk : set.kind === 'record_import' ? text.undoImportAsk : text.undoAsk)(setName(set)),
        isDangerous: true,
        run: async ({ id }) => {
          const outcome = await undo({ id })
          if (outcome.isDone) go(`/dns/domain/bulk/log?set=${outcome.reply.data.id}`)
          return outcome
        },
      },
      {
        key: 'retry',
        label: text.retry,
        right: 'record.write',
        refusal: (set) => (set.failed === 0 ? text.noFailed : !set.isOwn ? text.notOwn : isLetThrough(set) ? null : text.notApproved),
        ask: (set) => text.retryAsk(setName(set)),
        isDangerous: false,
        run: ({ id }) => retry({ id }),
      },
      {
        key: 'cancel',
        label: text.cancel,
        right: 'record.write',
        refusal: (set) => (set.waiting === 0 ? text.ended : null),
        ask: (set) => text.cancelAsk(setName(set)),
        isDangerous: true,
        run: ({ id }) => cancel({ id }),
      },
      {
        key: 'stopWatch',
        label: watching.stop,
        right: 'record.write',
        refusal: ({ watchState, startTime }) =>
          watchState !== 'pending' && watchState !== 'watching'
            ? watching.notWatched
            : startTime === null
              ? textOfProblem('change_set_not_begun', language)
              : null,
        ask: (set) => watching.stopAsk(setName(set)),
        isDangerous: false,
        run: ({ id }) => stopWatch({ id }),
      },
    ],
    [text, watching, language, go, undo, retry, cancel, stopWatch],
  )
}
