import { useEffect } from 'react'
import { preference } from '@nameplane/contract/account/preference'
import { CallProblem } from '../api/call-problem.ts'
import { call } from '../api/client.ts'
import { showProblem } from '../api/queries.ts'
import { adoptTablePreference, onTableChoice, type TablePreference } from '../screen-parts/table/table-preference.ts'

/** Several clicks in one popover are one choice. */
const settleMs = 400

/** Brings the account's table preference into this browser, and each new choice to the server; who acts as a user chooses for that session only. */
export function useKeptTablePreference(accountId: number, isOwn: boolean): void {
  useEffect(() => {
    let isCurrent = true
    let hasChosen = false
    let due: TablePreference | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const keepDue = (survivesClosing = false): void => {
      if (due) void keep(due, survivesClosing)
      due = null
    }
    const closing = (): void => keepDue(true)
    // Without an answer the browser's own copy goes on.
    call(preference.table, {}, { survivesNavigation: true }).then(
      ({ data }) => isCurrent && !hasChosen && adoptTablePreference(data),
      () => undefined,
    )
    const end = onTableChoice((chosen) => {
      hasChosen = true
      if (!isOwn) return
      due = chosen
      clearTimeout(timer)
      timer = setTimeout(keepDue, settleMs)
    })
    addEventListener('pagehide', closing)
    return () => {
      isCurrent = false
      end()
      removeEventListener('pagehide', closing)
      // Another account, which comes next, would keep it as its own.
      clearTimeout(timer)
    }
  }, [accountId, isOwn])
}

async function keep(chosen: TablePreference, survivesClosing: boolean): Promise<void> {
  try {
    const order = Object.fromEntries(Object.entries(chosen.order).map(([table, keys]) => [table, [...keys]]))
    await call(preference.saveTable, { preference: { ...chosen, order } }, { survivesNavigation: true, survivesClosing })
  } catch (cause) {
    if (cause instanceof CallProblem && cause.isShown) showProblem(cause)
  }
}
