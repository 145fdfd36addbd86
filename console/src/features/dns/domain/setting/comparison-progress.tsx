import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { comparisonMessages } from './comparison.messages.ts'
import type { Comparison } from './use-comparison.ts'

/** How far a comparison is, and at its end how many differences there are. */
export function ComparisonProgress({ comparison: { sets, total, state } }: { comparison: Comparison }) {
  const text = useText(comparisonMessages)
  const format = useFormat()
  const [done, all] = [format.number(sets.length), format.number(total ?? 0)]
  const differences = sets.filter((set) => set.state !== 'equal').length
  const finished = total === 0 ? text.empty : differences === 0 ? text.allEqual(sets.length) : text.finished(differences, all)
  const label = state === 'running' ? text.progress(done, all) : state === 'stopped' ? text.stopped(done, all) : finished
  return (
    <div className="text-sm">
      <p role="status" className="tabular-nums">
        {label}
      </p>
      {state === 'running' && <progress aria-label={label} className="mt-1 h-1.5 w-full accent-kumo-brand" max={Math.max(1, total ?? 1)} value={sets.length} />}
    </div>
  )
}
