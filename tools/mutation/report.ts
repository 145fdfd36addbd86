import type { Side } from './places.ts'

export type Outcome = 'caught' | 'survived' | 'too slow' | 'no test'
export type Result = {
  readonly key: string
  readonly side: Side
  readonly file: string
  readonly line: number
  readonly operator: string
  readonly was: string
  readonly is: string
  /** The line that it begins in. */
  readonly code: string
  readonly outcome: Outcome
  /** The test that noticed. */
  readonly by: string
  readonly seconds: number
}
/** A fault that changes nothing that anybody could see, and why. */
export type Equivalent = Pick<Result, 'file' | 'operator' | 'code' | 'was' | 'is'> & { readonly reason: string }

/** How many of a hundred faults the tests must notice. */
const targets: Readonly<Record<Side, number>> = { server: 95, console: 90 }

type Share = { readonly side: Side; readonly faults: number; readonly equivalent: number; readonly caught: number; readonly percent: number }

function sharesOf(results: readonly Result[], equivalents: readonly Equivalent[]): Share[] {
  return (['server', 'console'] as const)
    .map((side) => {
      const all = results.filter((result) => result.side === side)
      const caught = all.filter(({ outcome }) => outcome === 'caught').length
      const equivalent = all.filter((result) => result.outcome !== 'caught' && reasonOf(result, equivalents) !== undefined).length
      return { side, faults: all.length, equivalent, caught, percent: Math.floor((1000 * caught) / Math.max(1, all.length - equivalent)) / 10 }
    })
    .filter(({ faults }) => faults > 0)
}

/** Why a fault changes nothing that can be seen; undefined for all others. */
export const reasonOf = (result: Omit<Equivalent, 'reason'>, equivalents: readonly Equivalent[]): string | undefined =>
  equivalents.find((known) => (['file', 'operator', 'code', 'was', 'is'] as const).every((part) => known[part] === result[part]))?.reason

export function isEnough(results: readonly Result[], equivalents: readonly Equivalent[]): boolean {
  return sharesOf(results, equivalents).every(({ side, percent }) => percent >= targets[side])
}

/** A table, and below it each fault that nobody noticed. */
export function reportOf(results: readonly Result[], equivalents: readonly Equivalent[]): string {
  const rows = sharesOf(results, equivalents).map(
    ({ side, faults, equivalent, caught, percent }) => `| ${side} | ${faults} | ${equivalent} | ${caught} | ${percent} % | ${targets[side]} % |`,
  )
  const left = results.filter(({ outcome }) => outcome !== 'caught')
  const lines = left.map((result) => {
    const reason = reasonOf(result, equivalents)
    const place = `\`${result.file}:${result.line}\` ${result.operator}: \`${result.was}\` → \`${result.is}\``
    return `- ${place} (${reason === undefined ? result.outcome : `equivalent: ${reason}`})`
  })
  return ['| part | faults | equivalent | caught | share | at least |', '|---|---|---|---|---|---|', ...rows, '', ...lines, ''].join('\n')
}
