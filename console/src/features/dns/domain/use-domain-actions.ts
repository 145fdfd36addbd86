import { useMemo, type ReactNode } from 'react'
import { domain } from '@nameplane/contract/dns/domain'
import { serviceGroup } from '@nameplane/contract/dns/service-group'
import { call } from '../../../api/client.ts'
import { CallProblem } from '../../../api/call-problem.ts'
import { noticeWarning } from '../../../api/notices.ts'
import { showProblem, useChange } from '../../../api/queries.ts'
import { useText } from '../../../i18n/messages.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useConfirm } from '../../../screen-parts/dialog/confirm.tsx'
import type { DomainRow } from './domain-columns.tsx'
import { domainMessages } from './domain.messages.ts'

const invalidates = [domain.list, domain.detail, serviceGroup.list]
/** More names than this are counted, not listed. */
const namedDomains = 3
/** Above this many domains a word has to be typed before they go for good. */
const typedAbove = 1

export type DomainActions = {
  pause: (rows: readonly DomainRow[]) => void
  serve: (rows: readonly DomainRow[]) => void
  lock: (rows: readonly DomainRow[], isLocked: boolean) => void
  remove: (rows: readonly DomainRow[]) => void
  restore: (rows: readonly DomainRow[]) => void
  purge: (rows: readonly DomainRow[]) => void
}

const idsOf = (rows: readonly DomainRow[]): string => rows.map((row) => row.id).join(',')

/** What can be done with domains, one or many; `done` is called after each that went well. */
export function useDomainActions(done: () => void): { actions: DomainActions; question: ReactNode } {
  const text = useText(domainMessages)
  const format = useFormat()
  const { ask, element } = useConfirm()
  const status = useChange(domain.status, { invalidates, success: 'done' }).run
  const lock = useChange(domain.lock, { invalidates, success: 'done' }).run
  const remove = useChange(domain.delete, { invalidates, success: 'deleted' }).run
  const restore = useChange(domain.restore, { invalidates, success: 'done' }).run
  const purge = useChange(domain.purge, { invalidates, success: 'deleted' }).run

  const actions = useMemo((): DomainActions => {
    const names = (rows: readonly DomainRow[]): string => {
      const shown = rows
        .slice(0, namedDomains)
        .map((row) => row.unicodeName)
        .join(text.between)
      return rows.length > namedDomains ? text.andMore(shown, rows.length) : shown
    }
    const after = async (outcome: Promise<{ isDone: boolean }>): Promise<void> => {
      if ((await outcome).isDone) done()
    }
    /** Asks the server what would be lost before it asks the reader. */
    const askLoss = async (
      rows: readonly DomainRow[],
      question: (names: string, domains: string, records: string) => string,
      confirmLabel: string,
      act: () => Promise<void>,
      typedWord?: string,
    ): Promise<void> => {
      try {
        const { data } = await call(domain.removal, { ids: idsOf(rows) })
        ask({
          text: question(names(rows), format.number(data.domains), format.number(data.records)),
          confirmLabel,
          isDangerous: true,
          act,
          ...(typedWord === undefined ? {} : { typedWord }),
        })
      } catch (problem) {
        if (!(problem instanceof CallProblem)) throw problem
        if (problem.isShown) showProblem(problem)
      }
    }
    return {
      pause: (rows) =>
        ask({ text: text.pauseAsk(names(rows)), confirmLabel: text.pause, isDangerous: true, act: () => after(status({ ids: idsOf(rows), status: 0 })) }),
      serve: (rows) => void after(status({ ids: idsOf(rows), status: 1 })),
      lock: (rows, isLocked) => void after(lock({ ids: idsOf(rows), locked: isLocked ? '1' : '0' })),
      remove(rows) {
        const locked = rows.filter((row) => row.isLocked)
        if (locked.length > 0) return noticeWarning(text.lockedFirst(names(locked)))
        void askLoss(rows, text.deleteAsk, text.remove, () => after(remove({ ids: idsOf(rows) })))
      },
      restore: (rows) => void after(restore({ ids: idsOf(rows) })),
      purge: (rows) =>
        void askLoss(rows, text.purgeAsk, text.purge, () => after(purge({ ids: idsOf(rows) })), rows.length > typedAbove ? text.word : undefined),
    }
  }, [text, format, ask, status, lock, remove, restore, purge, done])
  return { actions, question: element }
}
