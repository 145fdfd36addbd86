import type { ReactNode } from 'react'

type PanelProps = {
  title: string
  /** Stands behind the title, smaller. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One part of the overview: a surface with a heading. */
export function Panel({ title, note, actions, children }: PanelProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-kumo-line bg-kumo-base">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-kumo-hairline px-4 py-1.5">
        <h2 className="text-base font-medium">{title}</h2>
        {note && <span className="text-sm text-kumo-subtle">{note}</span>}
        {actions && <div className="ml-auto flex items-center gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Stands for figures that the platform still adds up. */
export function GatheringPart({ text }: { text: string }) {
  return (
    <p role="status" className="px-4 py-12 text-center text-sm text-kumo-subtle">
      {text}
    </p>
  )
}

/** Says what is missing, why, and the one thing to do. */
export function EmptyPart({ title, reason, children }: { title: string; reason: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-8 text-center">
      <p className="font-medium">{title}</p>
      <p className="max-w-md text-sm text-kumo-subtle">{reason}</p>
      {children && <div className="mt-3 max-w-full">{children}</div>}
    </div>
  )
}

/** The titles of a table's columns: names, then figures, which stand at the right. */
export function ColumnTitles({ names, figures, className }: { names: readonly string[]; figures: readonly string[]; className?: string }) {
  return (
    <thead className={className}>
      <tr className="border-b border-kumo-hairline">
        {[...names, ...figures].map((title, index) => (
          <th key={title} scope="col" className={`${headCell} ${index < names.length ? 'text-left' : 'text-right'}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const headCell = 'h-8 px-2 text-sm font-normal whitespace-nowrap text-kumo-subtle first:pl-4 last:pr-4'
export const cell = 'h-8 px-2 py-1 first:pl-4 last:pr-4'
export const numberCell = `${cell} text-right whitespace-nowrap tabular-nums`
