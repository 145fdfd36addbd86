import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { differenceMessages } from './difference.messages.ts'

type Counted = { readonly added: number; readonly updated: number; readonly deleted: number; readonly unchanged: number }

export function changeCount({ added, updated, deleted }: Omit<Counted, 'unchanged'>): number {
  return added + updated + deleted
}

type Differing = { readonly sample: readonly { readonly before: string | null; readonly after: string | null }[] }

const dots = { added: 'bg-kumo-success', updated: 'bg-kumo-warning', deleted: 'bg-kumo-danger', unchanged: 'bg-kumo-line' }

/** How much would change. */
export function Counts({ preview }: { preview: Counted }) {
  const text = useText(differenceMessages)
  const format = useFormat()
  return (
    <dl data-counts="" className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-kumo-line bg-kumo-line pad:grid-cols-4">
      {(['added', 'updated', 'deleted', 'unchanged'] as const).map((name) => (
        <div key={name} className="bg-kumo-base px-4 py-2.5">
          <dt className="flex items-center gap-1.5 text-sm text-kumo-subtle">
            <span aria-hidden="true" className={`size-2 rounded-full ${dots[name]}`} />
            {text.counts[name]}
          </dt>
          <dd className="text-xl font-medium tabular-nums">{format.number(preview[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The first of what would change, before and after. */
export function Sample({ preview, changes }: { preview: Differing; changes: number }) {
  const text = useText(differenceMessages)
  const format = useFormat()
  if (preview.sample.length === 0) return null
  return (
    <section aria-label={text.difference}>
      <h3 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
        {text.difference}
        {changes > preview.sample.length && (
          <span className="font-normal text-kumo-subtle">{text.sample(format.number(preview.sample.length), format.number(changes))}</span>
        )}
      </h3>
      <pre
        tabIndex={0}
        aria-label={text.difference}
        className="max-h-80 overflow-auto rounded-md border border-kumo-line text-xs leading-6 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus"
      >
        <span className="block w-max min-w-full">
          {preview.sample.map((one, index) => (
            <span key={index} className="block border-b border-kumo-hairline last:border-0">
              {one.before !== null && (
                <span className="block bg-kumo-danger-tint px-3">
                  <span className="select-none">- </span>
                  {one.before}
                </span>
              )}
              {one.after !== null && (
                <span className="block bg-kumo-success/10 px-3">
                  <span className="select-none">+ </span>
                  {one.after}
                </span>
              )}
            </span>
          ))}
        </span>
      </pre>
    </section>
  )
}
