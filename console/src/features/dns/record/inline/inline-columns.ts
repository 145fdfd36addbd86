/** Cells that can be typed in, by the key of their column. */
const inlineColumns = ['host', 'type', 'line', 'value', 'weight', 'ttl', 'remark'] as const

export type InlineColumn = (typeof inlineColumns)[number]

export const isInline = (column: string): column is InlineColumn => inlineColumns.some((one) => one === column)

/** The cell beside this one that can be typed in too, of the columns as they are shown; null at the end of the row. */
export function inlineBeside(shown: readonly string[], column: string, step: 1 | -1): InlineColumn | null {
  const typed = shown.filter(isInline)
  return typed[typed.findIndex((one) => one === column) + step] ?? null
}
