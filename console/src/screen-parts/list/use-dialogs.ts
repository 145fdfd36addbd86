import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '@nameplane/contract/endpoint'
import { problemText } from '@nameplane/contract/problem-text'
import type { Right } from '@nameplane/contract/right'
import { noticeWarning } from '../../api/notices.ts'
import { callKey, queryClient, useCalls } from '../../api/queries.ts'
import { useOwnRights } from '../../api/rights.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useScreenLocation, useSetSearch } from '../../routing/screen-location.tsx'
import type { Edited } from '../form/bound-form.ts'
import { partsMessages } from '../screen-parts.messages.ts'
import type { Identified, List } from './use-list.ts'

export type Dialogs<Row> = {
  /** The dialog that the address names; null when it names none, or one over a row that is not here yet. */
  readonly opened: string | null
  /** The row under the dialog, as it was when the dialog opened. */
  readonly editing: Edited<Row> | null
  readonly open: (dialog: string, row?: Row) => void
  readonly close: () => void
}

/** What of a list its dialogs need. */
type Listed<Row> = Pick<List<Row>, 'rows' | 'isLoading' | 'isRefreshing' | 'problem' | 'refresh'>

type DialogRules<Row> = {
  /** Those that open without a row. */
  readonly onPage?: readonly string[]
  /** Those that only show, for which no right is needed. */
  readonly forReaders?: readonly string[]
  /** Reads one row, for an address whose row is not on the page that the list shows. */
  readonly one?: Endpoint<z.core.$ZodType<unknown, { id: number | string }>, z.core.$ZodType<{ data: Row }>>
}

const none: readonly string[] = []
const addOnly: readonly string[] = ['add']

/**
 * A page's dialogs by address: `?open=add`, `?open=edit&row=7`, so that each can be linked to and reload brings it back.
 * Who lacks `right` is told so instead of being let fill in what will be refused.
 */
export function useDialogs<Row extends Identified>(
  list: Listed<Row>,
  right: Right,
  { onPage = addOnly, forReaders = none, one }: DialogRules<Row> = {},
): Dialogs<Row> {
  const language = useLanguage()
  const text = useText(partsMessages)
  const held = useOwnRights()
  const { search } = useScreenLocation()
  const setSearch = useSetSearch()
  const named = search['open'] ?? null
  const id = Number(search['row'])
  const needsRow = named !== null && !onPage.includes(named)
  const isRefused = named !== null && held !== null && !held.has(right) && !forReaders.includes(named)
  const listed = needsRow ? list.rows.find((row) => row.id === id) : undefined
  const isListRead = !list.isLoading && !list.isRefreshing && list.problem === null
  // The row that the dialog began with: a newer state of the list must not take away what was typed.
  const [begun, setBegun] = useState<{ named: string; row: Row } | null>(null)
  const isBegun = begun !== null && begun.named === named && begun.row.id === id
  const isElsewhere = needsRow && !listed && (isListRead || isBegun) && Number.isSafeInteger(id) && id > 0
  const found = useCalls(one!, one && isElsewhere ? [{ id }] : [])
  const saved = listed ?? (isElsewhere ? found?.[0]?.data : undefined)
  if (needsRow && !isBegun && saved) setBegun({ named, row: saved })
  else if (!needsRow && begun) setBegun(null)
  const isMissing = needsRow && !isBegun && !saved && isListRead && found !== null
  useEffect(() => {
    if (!isMissing && !isRefused) return
    noticeWarning(isRefused ? problemText('right_missing', language) : text.notListed)
    setSearch({ open: null, row: null })
  }, [isMissing, isRefused, language, text, setSearch])
  const open = useCallback((dialog: string, of?: Row) => setSearch({ open: dialog, row: of?.id }), [setSearch])
  const close = useCallback(() => setSearch({ open: null, row: null }), [setSearch])
  const { refresh } = list
  const onStale = useCallback(() => {
    refresh()
    if (one) void queryClient.invalidateQueries({ queryKey: callKey(one) })
  }, [refresh, one])
  const row = isBegun ? begun.row : null
  return { opened: isRefused || (needsRow && !row) ? null : named, editing: row && { row, saved: saved ?? row, onStale, onClose: close }, open, close }
}
