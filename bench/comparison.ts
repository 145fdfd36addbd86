/** A figure of ours beside a peer's or a floor's, taken in turns in the same run. */
export type Comparison = {
  readonly name: string
  /** Medians, in `unit`. */
  readonly ours: number
  /** Not a number where there is no peer to measure; `peerName` says why. */
  readonly peer: number
  /** Ours divided by the peer's: the median of the rounds. */
  readonly ratio: number
  /** Smallest and largest ratio of a round. */
  readonly range?: readonly [number, number]
  readonly unit: string
  /** What stands beside ours. */
  readonly peerName?: string
  /** The ratio that is not to be exceeded. */
  readonly budget?: number
  /** What our own figure is not to exceed, in `unit`. */
  readonly limit?: number
}

export function isMissed({ ours, ratio, budget, limit }: Comparison): boolean {
  return (budget !== undefined && ratio > budget) || (limit !== undefined && ours > limit)
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** The figure that this share of all figures does not exceed. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/**
 * Measures both sides in turns and compares round with round, so that a slow moment of the machine hits both. The side
 * that goes first changes from round to round.
 */
export async function inTurns(
  name: string,
  unit: string,
  rounds: number,
  sides: { ours: () => Promise<number>; peer: () => Promise<number>; peerName: string; budget?: number; limit?: number },
): Promise<Comparison> {
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) ours.push(await sides.ours())
    peer.push(await sides.peer())
    if (round % 2 === 1) ours.push(await sides.ours())
  }
  const ratios = ours.map((figure, round) => figure / peer[round]!)
  return {
    name,
    unit,
    ours: median(ours),
    peer: median(peer),
    ratio: median(ratios),
    range: [Math.min(...ratios), Math.max(...ratios)],
    peerName: sides.peerName,
    ...(sides.budget === undefined ? {} : { budget: sides.budget }),
    ...(sides.limit === undefined ? {} : { limit: sides.limit }),
  }
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const digits = (figure: number): string =>
  figure >= 1000 ? Math.round(figure).toLocaleString('en') : figure >= 100 ? figure.toFixed(0) : figure >= 10 ? figure.toFixed(1) : figure.toFixed(2)

function rowOf(comparison: Comparison): string[] {
  const { name, ours, peer, ratio, range, unit, peerName = 'peer', budget, limit } = comparison
  const allowed = budget !== undefined ? `≤ ${budget.toFixed(2)}` : limit !== undefined ? `≤ ${limit} ${unit}` : ''
  return [
    name,
    `${digits(ours)} ${unit}`,
    peerName,
    Number.isNaN(peer) ? '–' : `${digits(peer)} ${unit}`,
    Number.isNaN(ratio) ? 'not measured' : ratio.toFixed(2),
    range ? `${range[0].toFixed(2)}–${range[1].toFixed(2)}` : '',
    `${allowed}${isMissed(comparison) ? ', missed' : ''}`,
  ]
}

/** The comparisons as a Markdown table. */
export function tableOf(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(rowOf)
  const table = [['what', 'ours', 'beside', 'peer', 'ratio', 'min–max', 'budget'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(table[0]!), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...table.slice(1).map(line)].join('\n')
}
