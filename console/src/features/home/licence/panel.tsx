import type { ReactNode } from 'react'

/** A part of the page with its heading. */
export function Panel({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-kumo-line bg-kumo-base p-4 text-sm">
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-base font-medium">
        {title}
        {note !== undefined && <span className="font-mono text-xs font-normal wrap-anywhere text-kumo-subtle">{note}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Names and what belongs to them. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dt]:text-kumo-subtle">
      {facts.map(([name, fact]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
