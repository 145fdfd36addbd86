import { useMemo, type ReactNode } from 'react'
import { problemText } from '@nameplane/contract/problem-text'
import type { Right } from '@nameplane/contract/right'
import { noticeWarning } from '../../api/notices.ts'
import { useOwnRights } from '../../api/rights.ts'
import { listOf } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { usePageCommands } from '../../routing/page-commands.ts'
import { useConfirm, type Question } from '../dialog/confirm.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import type { RowAction } from '../table/column.ts'
import type { BulkAction } from './bulk-bar.tsx'
import type { Identified, List } from './use-list.ts'

/**
 * What can be done in a list, said once: the page's buttons, the menu of a row, the bar over ticked rows, the question
 * before it and the command palette all come from here, and all give the same reasons when it cannot be done.
 */
export type ListAction<Row> = {
  readonly key: string
  readonly label: string
  /** Where it is offered: on the page, on one row, on ticked rows too, or on ticked rows alone. */
  readonly on: 'page' | 'row' | 'rows' | 'ticked'
  /** Another right than the list's. Null: none is needed. */
  readonly right?: Right | null
  /** Rows whose menu has it, where not all have: one of a pair such as enable and disable. */
  readonly isOffered?: (row: Row) => boolean
  /** Why it cannot be done with a row; null when it can. */
  readonly refusal?: (row: Row) => string | null
  /** What is asked before: with the names of the rows, cut short when they are many. Null when that could not be found out: then nothing is done. */
  readonly ask?: (names: string, rows: readonly Row[]) => string | Promise<string | null>
  /** Must be typed before it is done: for losses above a threshold. */
  readonly typedWord?: (rows: readonly Row[]) => string | undefined
  readonly isDangerous?: boolean
  /** Stands in the row itself, not only in its menu; on the page, as the primary button. */
  readonly isQuick?: boolean
  readonly run: (rows: readonly Row[]) => unknown
}

export type PageAction = {
  readonly key: string
  readonly label: string
  readonly refusal: string | null
  readonly isPrimary: boolean
  readonly run: () => void
}

export type ListActions<Row> = {
  readonly page: readonly PageAction[]
  /** Stays the same while nothing about the actions changes. */
  readonly ofRow: ((row: Row) => readonly RowAction[]) | undefined
  readonly bulk: readonly BulkAction<Row>[]
  /** Whether rows can be ticked. */
  readonly hasBulk: boolean
  /** The question that is being asked. */
  readonly question: ReactNode
}

/** More names than this are counted, not listed. */
const namedRows = 3

/** Brings a list's actions to life. `right` is needed for all that name no other; `actions` must stay the same array while nothing about them changes. */
export function useListActions<Row extends Identified>(
  { rowName, selection }: Pick<List<Row>, 'rowName' | 'selection'>,
  right: Right,
  actions: readonly ListAction<Row>[],
): ListActions<Row> {
  const held = useOwnRights()
  const language = useLanguage()
  const text = useText(partsMessages)
  const format = useFormat()
  const { ask, element } = useConfirm()
  const { clear } = selection
  const built = useMemo(() => {
    const noRight = problemText('right_missing', language)
    const lacks = (action: ListAction<Row>): string | null => (action.right === null || held === null || held.has(action.right ?? right) ? null : noRight)
    const refusalOf = (action: ListAction<Row>, row: Row): string | null => lacks(action) ?? action.refusal?.(row) ?? null
    const namesOf = (rows: readonly Row[]): string =>
      rows.length > namedRows
        ? text.andMore(
            rows
              .slice(0, namedRows)
              .map(rowName)
              .join(language === 'zh' ? '、' : ', '),
            format.number(rows.length),
          )
        : listOf(rows.map(rowName), language)

    /** Does it with the rows that it can be done with; asks first where something is asked or rows are left out. */
    async function start(action: ListAction<Row>, rows: readonly Row[]): Promise<void> {
      const refused = rows.flatMap((row) => {
        const reason = refusalOf(action, row)
        return reason === null ? [] : [{ row, reason }]
      })
      const left = new Set(refused.map(({ row }) => row))
      const meant = rows.filter((row) => !left.has(row))
      if (meant.length === 0) return noticeWarning(refused[0]?.reason ?? text.nothingTicked)
      const act = async () => {
        const outcome: unknown = await action.run(meant)
        if (isDone(outcome)) clear()
      }
      if (!action.ask && left.size === 0) return act()
      const asked = await action.ask?.(namesOf(meant), meant)
      if (asked === null) return
      const question = asked ?? text.nameAndValue(action.label, namesOf(meant))
      const count = format.number(meant.length)
      ask({
        text:
          left.size === 0 ? (
            question
          ) : (
            <WithSkipped
              question={question}
              heading={text.someOf(count, format.number(rows.length))}
              skipped={refused.map(({ row, reason }) => ({ id: row.id, text: text.nameAndValue(rowName(row), reason) }))}
            />
          ),
        confirmLabel: left.size === 0 ? action.label : text.withCount(action.label, count),
        isDangerous: action.isDangerous,
        typedWord: action.typedWord?.(meant),
        act,
      } satisfies Question)
    }

    const ofRows = actions.filter(({ on }) => on === 'row' || on === 'rows')
    return {
      page: actions
        .filter(({ on }) => on === 'page')
        .map((action) => ({
          key: action.key,
          label: action.label,
          refusal: lacks(action),
          isPrimary: action.isQuick ?? false,
          run: () => void action.run([]),
        })),
      ofRow:
        ofRows.length === 0
          ? undefined
          : (row: Row): readonly RowAction[] =>
              ofRows
                .filter(({ isOffered }) => isOffered?.(row) ?? true)
                .map((action) => ({
                  key: action.key,
                  label: action.label,
                  isQuick: action.isQuick,
                  isDangerous: action.isDangerous,
                  refusal: refusalOf(action, row),
                  run: () => void start(action, [row]),
                })),
      bulk: actions
        .filter(({ on }) => on === 'rows' || on === 'ticked')
        .map((action) => ({
          key: action.key,
          label: action.label,
          isDeletion: action.key === 'delete',
          refusal: lacks(action),
          run: (rows: readonly Row[]) => void start(action, rows),
        })),
    }
  }, [actions, right, held, language, text, format, ask, clear, rowName])
  const { rows } = selection
  usePageCommands(
    useMemo(() => {
      const ticked = [...rows.values()]
      return [
        ...built.page.filter(({ refusal }) => refusal === null),
        ...(ticked.length === 0 ? [] : built.bulk.filter(({ refusal }) => !refusal)).map(({ key, label, run }) => ({
          key,
          label: `${label} · ${text.selected(format.number(ticked.length))}`,
          run: () => run(ticked),
        })),
      ]
    }, [built, rows, text, format]),
  )
  return { ...built, hasBulk: built.bulk.length > 0, question: element }
}

/** What is asked, and below it each row that is left out, with why. */
function WithSkipped({
  question,
  heading,
  skipped,
}: {
  question: string
  heading: string
  skipped: readonly { readonly id: number; readonly text: string }[]
}) {
  return (
    <>
      <p>{question}</p>
      <p className="mt-2">{heading}</p>
      <ul aria-label={heading} tabIndex={0} className="mt-1 max-h-40 list-disc overflow-y-auto pl-5 text-sm">
        {skipped.map((row) => (
          <li key={row.id}>{row.text}</li>
        ))}
      </ul>
    </>
  )
}

const isDone = (outcome: unknown): boolean => typeof outcome === 'object' && outcome !== null && 'isDone' in outcome && outcome.isDone === true
