import type { ReactNode } from 'react'

/** One part of the page: a surface with a heading, what it is for, and its one action. */
export function Section({ title, help, action, children }: { title: string; help: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-kumo-line bg-kumo-base">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-base font-medium">{title}</h2>
          <p className="mt-0.5 text-sm text-pretty text-kumo-subtle">{help}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
