import type { ReactNode } from 'react'

const widthPx = 52
const heightPx = 16
/** Half a line above and below, so that peaks and floors are not cut. */
const insetPx = 1

/**
 * The path of a small line through these values, the largest at the top and zero at the bottom, in a box of 52 × 16 px.
 * Nothing but zeros is a line along the bottom.
 */
export function sparklinePath(values: readonly number[]): string {
  const largest = Math.max(...values, 1)
  const stepPx = widthPx / Math.max(values.length - 1, 1)
  const y = (value: number): number => heightPx - insetPx - (value / largest) * (heightPx - 2 * insetPx)
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${rounded(at * stepPx)} ${rounded(y(value))}`).join('')
}

function rounded(px: number): number {
  return Math.round(px * 10) / 10
}

/** A course of values as a tiny line, for a cell of a table; `label` says in words what it shows. A function, not a component: tables draw many. */
export function sparkline(values: readonly number[], label: string): ReactNode {
  const isFlat = values.every((value) => value === 0)
  return (
    <svg
      role="img"
      aria-label={label}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      className={`inline-block shrink-0 self-center overflow-visible ${isFlat ? 'text-kumo-line' : 'text-np-accent'}`}
    >
      {!isFlat && <path d={`${sparklinePath(values)}V${heightPx}H0Z`} fill="currentColor" opacity="0.12" />}
      <path d={sparklinePath(values)} fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
