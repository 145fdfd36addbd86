import type { ReactNode } from 'react'

export type Fact = readonly [name: string, fact: ReactNode]

/** What is known of one thing, name by name; a fact that is empty is left out. On a phone, names take two lines rather than half of the room. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-6 gap-y-2 max-pad:grid-cols-[minmax(5.5rem,auto)_minmax(60%,1fr)] max-pad:gap-x-4 [&_dd]:min-w-0 [&_dd]:wrap-anywhere pad:[&_dt]:whitespace-nowrap [&_dt]:text-kumo-subtle">
      {facts
        .filter(([, fact]) => fact !== '' && fact !== false)
        .map(([name, fact]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  )
}
