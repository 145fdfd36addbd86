import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import type { Explained } from './agreement.ts'
import { explainMessages } from './explain.messages.ts'

type Step = Explained['steps'][number]

/** The way to the answer, name by name, with what was there to choose from and why it was taken or not. */
export function FoundSteps({ explanation, lines }: { explanation: Explained; lines: Lines }) {
  const text = useText(explainMessages)
  return (
    <section aria-label={text.steps}>
      <h3 className="mb-2 font-medium">{text.steps}</h3>
      {explanation.zone === null && <p className="text-sm text-kumo-subtle">{text.refused}</p>}
      {explanation.zone?.isExpired === true && <p className="text-sm text-kumo-subtle">{text.expired}</p>}
      <ol className="space-y-3">
        {explanation.steps.map((step, index) => (
          <FoundStep key={index} step={step} number={index + 1} lines={lines} />
        ))}
      </ol>
    </section>
  )
}

function FoundStep({ step, number, lines }: { step: Step; number: number; lines: Lines }) {
  const text = useText(explainMessages)
  const format = useFormat()
  const notes = [
    ...(step.wildcard ? [text.wildcard(step.owner)] : step.owner !== step.name ? [text.owner(step.owner)] : []),
    ...(step.probability < 1 ? [text.onTheWay(format.number(step.probability, { style: 'percent', maximumFractionDigits: 1 }))] : []),
  ]
  const saidOf = ({ addresses, askedAt, problem }: Step['aliases'][number]): string => {
    if (askedAt === null) return text.alias.notAsked
    const when = text.alias.askedAt(format.relativeTime(askedAt))
    return [addresses > 0 ? text.alias.addresses(addresses) : '', problem === null ? '' : text.alias.problems[problem], when]
      .filter((part) => part !== '')
      .join(' · ')
  }
  return (
    <li data-outcome={step.outcome} className="overflow-hidden rounded-md border border-kumo-line">
      <div className="bg-kumo-recessed px-3 py-1.5 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-kumo-subtle">{text.step(number)}</span>
          <span className="min-w-0 font-mono text-xs break-all">{step.name}</span>
          <span className="font-medium">{(text.outcomes as Readonly<Record<string, string>>)[step.outcome] ?? step.outcome}</span>
        </p>
        {notes.length > 0 && <p className="text-xs break-all text-kumo-subtle">{notes.join(' · ')}</p>}
      </div>
      {step.aliases.map((alias) => (
        <p key={alias.line} data-alias={alias.problem ?? 'good'} className="border-t border-kumo-hairline px-3 py-1.5 text-sm">
          ALIAS <span className="text-kumo-subtle">{lines.nameOf(alias.line)}</span> → <span className="font-mono text-xs break-all">{alias.target}</span>
          <span className="text-kumo-subtle"> · {saidOf(alias)}</span>
        </p>
      ))}
      {step.candidates.length > 0 ? (
        <Candidates step={step} lines={lines} />
      ) : (
        step.outcome === 'no_such_type' && <p className="px-3 py-2 text-sm text-kumo-subtle">{text.noCandidates}</p>
      )}
    </li>
  )
}

const head = 'h-8 truncate px-2 text-left font-normal whitespace-nowrap text-kumo-subtle first:pl-3 last:pr-3'
/** On a phone a row is a card: its cells follow one another, the numbers with their names. */
const cell = 'px-2 py-1.5 align-baseline first:pl-3 last:pr-3 max-pad:inline-block max-pad:px-0 max-pad:py-0 max-pad:pr-2 max-pad:first:pl-0'
const number = `${cell} text-right tabular-nums max-pad:text-left max-pad:before:mr-1 max-pad:before:text-kumo-subtle max-pad:before:content-[attr(data-name)]`

function Candidates({ step, lines }: { step: Step; lines: Lines }) {
  const text = useText(explainMessages)
  const format = useFormat()
  const words = text.candidate
  const hasWeights = step.candidates.some((one) => one.weight !== null)
  return (
    <table aria-label={text.candidates} className="w-full border-t border-kumo-hairline text-sm max-pad:block pad:table-fixed">
      <colgroup>
        <col className="w-20" />
        <col className="w-28" />
        <col />
        <col className="w-18" />
        {hasWeights && <col className="w-16" />}
        <col className="w-64" />
        <col className="w-18" />
      </colgroup>
      <thead className="max-pad:hidden">
        <tr className="border-b border-kumo-hairline">
          <th scope="col" className={head}>
            {words.type}
          </th>
          <th scope="col" className={head}>
            {words.line}
          </th>
          <th scope="col" className={head}>
            {words.value}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {words.ttl}
          </th>
          {hasWeights && (
            <th scope="col" className={`${head} text-right`}>
              {words.weight}
            </th>
          )}
          <th scope="col" className={head}>
            {words.taken}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {words.share}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-kumo-hairline max-pad:block">
        {step.candidates.map((one, index) => (
          <tr key={index} data-taken={one.taken} className={`max-pad:block max-pad:px-3 max-pad:py-2 ${one.taken ? '' : 'text-kumo-subtle'}`}>
            <td className={cell}>{one.type}</td>
            <td className={`${cell} pad:truncate`} title={lines.nameOf(one.line)}>
              {lines.nameOf(one.line)}
            </td>
            <td className={`${cell} font-mono text-xs break-all max-pad:block!`}>{one.value}</td>
            <td className={number} data-name={words.ttl}>
              {one.ttlSeconds}
            </td>
            {hasWeights && (
              <td className={number} data-name={words.weight}>
                {one.weight ?? '–'}
              </td>
            )}
            <td className={`${cell} max-pad:block!`}>
              <span aria-hidden="true" className={`mr-1.5 inline-block size-1.5 rounded-full align-middle ${one.taken ? 'bg-kumo-success' : 'bg-kumo-line'}`} />
              {one.taken ? text.taken : text.notTaken}
              <span className="text-kumo-subtle"> · {(text.reasons as Readonly<Record<string, string>>)[one.reason] ?? one.reason}</span>
            </td>
            <td className={`${number} ${one.taken ? '' : 'max-pad:hidden!'}`} data-name={words.share}>
              {one.taken ? format.number(one.share, { style: 'percent', maximumFractionDigits: 1 }) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
