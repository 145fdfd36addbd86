import type { MenuSetting } from '@nameplane/contract/account/menu-row'

/** Where a row goes: below a parent, before a sibling or last. */
export type Place = { readonly parentId: number | null; readonly beforeId: number | null }

export function childrenOf(rows: readonly MenuSetting[], parentId: number | null): MenuSetting[] {
  return rows.filter((row) => row.parentId === parentId)
}

/** Whether a row may stand below another, as the server judges it: at most two levels of directories, pages in them, buttons on pages. */
export function mayStandBelow(rows: readonly MenuSetting[], row: Pick<MenuSetting, 'kind'> & { id: number | null }, parent: MenuSetting | null): boolean {
  if (row.kind === 'page') return parent?.kind === 'directory'
  if (row.kind === 'button') return parent?.kind === 'page'
  if (parent === null) return true
  return (
    parent.kind === 'directory' && parent.parentId === null && parent.id !== row.id && !rows.some((one) => one.parentId === row.id && one.kind === 'directory')
  )
}

/** One step up or down among the siblings; null at the end. */
export function stepOf(rows: readonly MenuSetting[], row: MenuSetting, direction: -1 | 1): Place | null {
  const siblings = childrenOf(rows, row.parentId)
  const at = siblings.findIndex((one) => one.id === row.id)
  if (direction === -1) return at > 0 ? { parentId: row.parentId, beforeId: siblings[at - 1]!.id } : null
  if (at < 0 || at === siblings.length - 1) return null
  return { parentId: row.parentId, beforeId: siblings[at + 2]?.id ?? null }
}

/** The part of a row that a dragged one is let go over. */
export type DropZone = 'before' | 'into' | 'after'

/** Where letting a row go over another puts it; null where it cannot stand, or stands already. */
export function dropPlace(rows: readonly MenuSetting[], dragged: MenuSetting, over: MenuSetting, zone: DropZone): Place | null {
  if (dragged.id === over.id) return null
  const parentOf = (row: MenuSetting): MenuSetting | null => rows.find((one) => one.id === row.parentId) ?? null
  if (zone === 'into') return mayStandBelow(rows, dragged, over) && dragged.parentId !== over.id ? { parentId: over.id, beforeId: null } : null
  if (!mayStandBelow(rows, dragged, parentOf(over))) return null
  const siblings = childrenOf(rows, over.parentId).filter((row) => row.id !== dragged.id)
  const at = siblings.findIndex((row) => row.id === over.id)
  const beforeId = zone === 'before' ? over.id : (siblings[at + 1]?.id ?? null)
  const now = stepTarget(rows, dragged)
  return now.parentId === over.parentId && now.beforeId === beforeId ? null : { parentId: over.parentId, beforeId }
}

/** The place a row has now. */
function stepTarget(rows: readonly MenuSetting[], row: MenuSetting): Place {
  const siblings = childrenOf(rows, row.parentId)
  return { parentId: row.parentId, beforeId: siblings[siblings.findIndex((one) => one.id === row.id) + 1]?.id ?? null }
}

/** Which part of a row the pointer is over: its middle means into it, where that can be. */
export function dropZoneAt(fraction: number, mayEnter: boolean): DropZone {
  if (!mayEnter) return fraction < 0.5 ? 'before' : 'after'
  return fraction < 0.3 ? 'before' : fraction > 0.7 ? 'after' : 'into'
}

/** Rows in their order with their depth, those below a folded one left out. */
export function visibleRows(
  rows: readonly MenuSetting[],
  folded: ReadonlySet<number>,
  parentId: number | null = null,
  depth = 0,
): { row: MenuSetting; depth: number }[] {
  return childrenOf(rows, parentId).flatMap((row) => [{ row, depth }, ...(folded.has(row.id) ? [] : visibleRows(rows, folded, row.id, depth + 1))])
}
