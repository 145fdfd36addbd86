import type { ReactNode } from 'react'

export type Fact = readonly [name: string, fact: ReactNode]

/** What is known of one thing, name by name; a fact that is empty is left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] gap-x-6 gap-y-2 [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dt]:whitespace-nowrap [&_dt]:text-kumo-subtle">
      {facts
        .filter(([, fact]) => fact !== '')
        .map(([name, fact]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  )
}
