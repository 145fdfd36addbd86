import type { Line } from '@nameplane/contract/dns/line'
import type { IsPinyinOf } from '../../../../i18n/pinyin.ts'

/** The lines that most records are for, in the order in which they are looked for. */
export const usualLines: readonly string[] = ['default', 'telecom', 'unicom', 'mobile', 'cernet', 'overseas']

/** The lines below each line, those of `null` on top: first the usual ones and what they stand below, then the others in their order. */
export function linesBelow(list: readonly Line[]): ReadonlyMap<string | null, readonly Line[]> {
  const parents = new Map(list.map((line) => [line.code, line.parent]))
  const places = new Map<string, number>()
  for (const [place, usual] of usualLines.entries())
    for (let code = parents.has(usual) ? usual : null; code && !places.has(code); code = parents.get(code) ?? null) places.set(code, place)
  const placeOf = ({ code }: Line): number => places.get(code) ?? usualLines.length
  return Map.groupBy(
    list.toSorted((one, other) => placeOf(one) - placeOf(other)),
    (line) => line.parent,
  )
}

/** Every line behind its parent. */
function inTreeOrder(list: readonly Line[]): Line[] {
  const below = linesBelow(list)
  const from = (parent: string | null): Line[] => (below.get(parent) ?? []).flatMap((line) => [line, ...from(line.code)])
  return from(null)
}

/** How well a line fits, from 0; null: not at all. */
function fitOf(line: Line, text: string, isPinyinOf: IsPinyinOf): number | null {
  const names = [line.code, line.nameZh, line.nameEn].map((name) => name.toLowerCase())
  if (names.includes(text)) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  if (names.some((name) => name.includes(text))) return 2
  return /^[a-z\s]+$/.test(text) && isPinyinOf(text.replace(/\s+/g, ''), line.nameZh) ? 3 : null
}

/**
 * The lines that what was typed stands for, by code, by name in either language or by pinyin: those that fit best first, the usual
 * ones first among those that fit alike. With nothing typed, every line behind its parent.
 */
export function foundLines(list: readonly Line[], typed: string, isPinyinOf: IsPinyinOf): Line[] {
  const text = typed.trim().toLowerCase()
  const all = inTreeOrder(list)
  if (text === '') return all
  const placeOf = ({ code }: Line): number => (usualLines.includes(code) ? usualLines.indexOf(code) : usualLines.length)
  return all
    .flatMap((line) => {
      const fit = fitOf(line, text, isPinyinOf)
      return fit === null ? [] : [{ line, fit }]
    })
    .toSorted((one, other) => one.fit - other.fit || placeOf(one.line) - placeOf(other.line))
    .map(({ line }) => line)
}
