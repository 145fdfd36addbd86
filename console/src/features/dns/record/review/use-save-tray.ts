import { useCallback, type ReactNode } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { record } from '@nameplane/contract/dns/record'
import type { CallProblem } from '../../../../api/call-problem.ts'
import { useRecordSave } from '../../../../entities/record/use-record-save.tsx'
import { changesOf, type Tray } from '../tray/tray.ts'
import { verdictOf, type Verdict } from './verdict.ts'

/** What became of a save: done, or not for findings and conflicts (`verdict`), or for another reason. */
export type SaveOutcome = { readonly serial: number } | { readonly serial: null; readonly verdict: Verdict | null; readonly problem: CallProblem }

export type SaveTray = { run: (tray: Tray, acknowledged: readonly string[]) => Promise<SaveOutcome>; isRunning: boolean; asked: ReactNode }

/** Saves the tray, all or nothing: what was not acknowledged, and rows that others changed, are refused by the server. */
export function useSaveTray(domainId: number, version: number | undefined, onSubmitted: () => void): SaveTray {
  const {
    run: apply,
    isRunning,
    asked,
  } = useRecordSave(record.apply, {
    invalidates: [record.list, record.publication, record.history, domain.list, domain.detail],
    success: 'saved',
    shownIn: 'form',
    onSubmitted,
  })
  const run = useCallback(
    async (tray: Tray, acknowledged: readonly string[]): Promise<SaveOutcome> => {
      const outcome = await apply({ domainId, changes: changesOf(tray), acknowledged: [...acknowledged], ...(version === undefined ? {} : { version }) })
      if (outcome.isDone) return { serial: outcome.reply.data.serial }
      return { serial: null, verdict: verdictOf(outcome.problem), problem: outcome.problem }
    },
    [apply, domainId, version],
  )
  return { run, isRunning, asked }
}
