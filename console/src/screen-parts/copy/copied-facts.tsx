import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** What is entered elsewhere, name by name; `children` are the pairs of `CopiedFact`, and others. */
export function CopiedFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(5.5rem,auto)_1fr] items-center gap-x-6 gap-y-1 text-sm max-pad:grid-cols-[minmax(5.5rem,auto)_minmax(68%,1fr)] max-pad:gap-x-3">
      {children}
    </dl>
  )
}

/** A value to copy. */
export function CopiedFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-kumo-subtle">{name}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-sm break-all whitespace-pre-wrap">{value}</code>
        <CopyButton text={value} label={name} />
      </dd>
    </>
  )
}
