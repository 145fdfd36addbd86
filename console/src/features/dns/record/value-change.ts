/** So much stands in one line of the table wherever its columns are all shown. */
const lineLength = 28
/** What at least stays of the beginning that both have, so that the eye finds its place. */
const keptLength = 6

/**
 * Two values one above the other, each in one line: of long ones the beginning that both have is left out as far as needed, since their
 * difference would be what the line cuts off.
 */
export function differingParts(before: string, after: string): readonly [before: string, after: string] {
  let common = 0
  while (common < Math.min(before.length, after.length) && before[common] === after[common]) common += 1
  const cut = Math.min(common - keptLength, Math.max(before.length, after.length) + 1 - lineLength)
  return cut < 4 ? [before, after] : [`…${before.slice(cut)}`, `…${after.slice(cut)}`]
}
