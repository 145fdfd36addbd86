import { menuRow, type MenuSetting } from '@nameplane/contract/account/menu-row'
import { problemText } from '@nameplane/contract/problem-text'
import { useCallback, useMemo, useRef, useState, type DragEvent } from 'react'
import { useChange } from '../../../api/queries.ts'
import { noticeWarning } from '../../../api/notices.ts'
import { renewNavigation } from '../../../api/renewed-navigation.ts'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { ActionMenu, type OpenMenu } from '../../../screen-parts/action-menu.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import type { RowAction } from '../../../screen-parts/table/column.ts'
import { useMenuNames } from './menu-names.ts'
import { childrenOf, dropPlace, dropZoneAt, mayStandBelow, stepOf, visibleRows, type DropZone, type Place } from './menu-places.ts'
import { MenuRowLine, type MenuRowHandlers } from './menu-row-line.tsx'
import { menuMessages, menuWords } from './menu.messages.ts'

type MenuTableProps = {
  rows: readonly MenuSetting[]
  folded: ReadonlySet<number>
  onFold: (folded: ReadonlySet<number>) => void
  mayWrite: boolean
  mayDelete: boolean
  onEdit: (row: MenuSetting) => void
  onMove: (row: MenuSetting) => void
  onAddBelow: (row: MenuSetting) => void
  onDelete: (row: MenuSetting) => void
}

/** The rows of the menu as a table that is arranged by dragging, by Alt and the arrow keys, or from each row's actions. */
export function MenuTable({ rows, folded, onFold, mayWrite, mayDelete, onEdit, onMove, onAddBelow, onDelete }: MenuTableProps) {
  const text = useText(menuMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const nameOf = useMenuNames()
  const { run: runMove } = useChange(menuRow.move, { invalidates: [menuRow.list, menuRow.tree], success: null })
  const [dragged, setDragged] = useState<MenuSetting | null>(null)
  const [target, setTarget] = useState<{ row: MenuSetting; zone: DropZone; place: Place } | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [moved, setMoved] = useState<{ row: MenuSetting; place: number; all: number } | null>(null)
  const table = useRef<HTMLTableElement>(null)

  const move = useCallback(
    async (row: MenuSetting, place: Place) => {
      if (!(await runMove({ id: row.id, ...place })).isDone) return
      renewNavigation()
      const siblings = childrenOf(rows, place.parentId).filter((one) => one.id !== row.id)
      const at = place.beforeId === null ? siblings.length : siblings.findIndex((one) => one.id === place.beforeId)
      setMoved({ row, place: at + 1, all: siblings.length + 1 })
    },
    [rows, runMove],
  )

  const on = useMemo((): MenuRowHandlers => {
    const step = (row: MenuSetting, direction: -1 | 1) => {
      const place = stepOf(rows, row, direction)
      if (!place) return noticeWarning(direction === -1 ? text.isFirst : text.isLast)
      // The row moves in the page: the focus goes with its handle.
      void move(row, place).then(() => requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-row="${row.id}"] [draggable]`)?.focus()))
    }
    const actionsOf = (row: MenuSetting): readonly RowAction[] => {
      const unless = (isAllowed: boolean): string | null => (isAllowed ? null : problemText('right_missing', language))
      const noRight = unless(mayWrite)
      const isAnywhere = rows.some((one) => mayStandBelow(rows, row, one)) || row.kind === 'directory'
      return [
        { key: 'edit', label: parts.edit, refusal: noRight, run: () => onEdit(row) },
        ...(row.kind === 'button' ? [] : [{ key: 'add', label: text.addBelow, refusal: noRight, run: () => onAddBelow(row) }]),
        { key: 'up', label: text.moveUp, refusal: noRight ?? (stepOf(rows, row, -1) ? null : text.isFirst), run: () => step(row, -1) },
        { key: 'down', label: text.moveDown, refusal: noRight ?? (stepOf(rows, row, 1) ? null : text.isLast), run: () => step(row, 1) },
        { key: 'move', label: text.moveTo, refusal: noRight ?? (isAnywhere ? null : text.nowhere), run: () => onMove(row) },
        {
          key: 'delete',
          label: parts.delete,
          isDangerous: true,
          refusal: unless(mayDelete) ?? (row.builtIn ? text.builtInStays : childrenOf(rows, row.id).length > 0 ? text.notEmpty : null),
          run: () => onDelete(row),
        },
      ]
    }
    return {
      fold: (row) => {
        const next = new Set(folded)
        if (!next.delete(row.id)) next.add(row.id)
        onFold(next)
      },
      openMenu: (row, anchor) => setMenu({ anchor, actions: actionsOf(row) }),
      edit: onEdit,
      step,
      dragStart: setDragged,
      dragOver: (row: MenuSetting, event: DragEvent<HTMLElement>) => {
        if (!dragged) return
        const box = event.currentTarget.getBoundingClientRect()
        const zone = dropZoneAt((event.clientY - box.top) / box.height, mayStandBelow(rows, dragged, row))
        const place = dropPlace(rows, dragged, row, zone)
        if (place) event.preventDefault()
        setTarget((before) => (!place ? null : before?.row.id === row.id && before.zone === zone ? before : { row, zone, place }))
      },
      dragEnd: () => {
        setDragged(null)
        setTarget(null)
      },
      drop: () => {
        if (dragged && target) void move(dragged, target.place)
        setDragged(null)
        setTarget(null)
      },
    }
  }, [rows, folded, onFold, mayWrite, mayDelete, onEdit, onMove, onAddBelow, onDelete, text, parts, language, move, dragged, target])

  const head = 'px-2 py-2 text-left text-sm font-medium text-kumo-subtle'
  return (
    <>
      <table ref={table} className="w-full table-fixed text-sm">
        <thead>
          <tr className="border-b border-kumo-line">
            <th scope="col" className={`${head} pl-3`}>
              {menuWords.label('name', language)}
            </th>
            <th scope="col" className={`${head} w-20 max-pad:hidden`}>
              {menuWords.label('kind', language)}
            </th>
            <th scope="col" className={`${head} w-[20%] max-pc:hidden`}>
              {menuWords.label('path', language)}
            </th>
            <th scope="col" className={`${head} w-50 max-pad:hidden`}>
              {menuWords.label('right', language)}
            </th>
            <th scope="col" className={`${head} w-36 max-pad:w-24 max-pad:px-1`}>
              {menuWords.label('status', language)}
            </th>
            <th scope="col" className="w-28 max-pad:w-11">
              <span className="sr-only">{parts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {visibleRows(rows, folded).map(({ row, depth }) => (
            <MenuRowLine
              key={row.id}
              row={row}
              name={nameOf(row)}
              depth={depth}
              isFolded={childrenOf(rows, row.id).length === 0 ? null : folded.has(row.id)}
              mayWrite={mayWrite}
              zone={target?.row.id === row.id ? target.zone : null}
              on={on}
            />
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {moved && text.moved(nameOf(moved.row), moved.place, moved.all)}
      </p>
      <ActionMenu open={menu} label={parts.actions} onClose={() => setMenu(null)} />
    </>
  )
}
