/*
 * Codes of custom lines, as records and statistics have them. No standard line begins so, and a number is never given again: a code means
 * one line for ever.
 */

const prefix = 'custom_'

export const customLineCode = (id: number): string => `${prefix}${id}`

export const isCustomLine = (code: string): boolean => code.startsWith(prefix)

/** The id of the custom line with this code, in a list; an empty one for every other code. */
export function customLineId(code: string): number[] {
  const id = isCustomLine(code) ? Number(code.slice(prefix.length)) : Number.NaN
  return Number.isSafeInteger(id) && customLineCode(id) === code && id > 0 ? [id] : []
}
