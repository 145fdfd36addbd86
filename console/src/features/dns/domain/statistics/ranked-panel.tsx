import { useId } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { surface } from '../../../../screen-parts/surface.ts'
import { statisticsMessages } from './statistics.messages.ts'

export type Ranked = { readonly name: string; readonly answers: number }

type RankedPanelProps = {
  title: string
  help?: string | undefined
  /** Largest first. */
  rows: readonly Ranked[]
  nameOf: (name: string) => string
  isCode?: boolean
  total: number
  /** The one that the page shows alone. */
  chosen: string | undefined
  onChoose: (name: string) => void
}

const cell = 'h-8 px-2 py-1 first:pl-4 last:pr-4'
const headCell = `${cell} font-normal whitespace-nowrap text-kumo-subtle`
const choosable =
  'cursor-pointer rounded-sm text-left hover:text-np-accent hover:underline focus-visible:outline-2 focus-visible:outline-kumo-focus aria-pressed:font-medium aria-pressed:text-np-accent'
const figure = 'text-right whitespace-nowrap tabular-nums'

/** Answers by one thing, each with its share; what is not told apart is the last row. */
export function RankedPanel({ title, help, rows, nameOf, isCode = false, total, chosen, onChoose }: RankedPanelProps) {
  const text = useText(statisticsMessages)
  const format = useFormat()
  const titleId = useId()
  const other = total - rows.reduce((sum, { answers }) => sum + answers, 0)
  const share = (answers: number): string => format.number(answers / total, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${surface}`}>
      <header className="border-b border-kumo-hairline px-4 py-2">
        <h2 id={titleId} className="text-base font-medium">
          {title}
        </h2>
        {help !== undefined && <p className="text-sm text-kumo-subtle">{help}</p>}
      </header>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-kumo-hairline">
            <th scope="col" className={`${headCell} text-left`}>
              {title}
            </th>
            <th scope="col" className={`${headCell} text-right`}>
              {text.answers}
            </th>
            <th scope="col" className={`${headCell} text-right`}>
              {text.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, answers }) => (
            <tr key={name} className="border-b border-kumo-hairline last:border-0">
              <td className={`${cell} wrap-anywhere ${isCode ? 'font-mono text-xs' : ''}`}>
                <button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)} className={choosable}>
                  {nameOf(name)}
                </button>
              </td>
              <td className={`${cell} ${figure}`}>{format.number(answers)}</td>
              <td className={`${cell} ${figure} w-20`}>{share(answers)}</td>
            </tr>
          ))}
          {other > 0 && (
            <tr>
              <td className={`${cell} text-kumo-subtle`}>{text.other}</td>
              <td className={`${cell} ${figure}`}>{format.number(other)}</td>
              <td className={`${cell} ${figure} w-20`}>{share(other)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
