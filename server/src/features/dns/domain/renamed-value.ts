import { recordTypes } from '@nameplane/dns-text/record-types'

// Where the words of a value are names.
const namesAt = new Map<string, number[]>(
  recordTypes.map(({ mnemonic, fields }) => [mnemonic, fields.flatMap(({ kind }, index) => (kind === 'name' ? [index] : []))]),
)

/**
 * A canonical value in which names that are `from`, or end in it, end in `to` instead; what is no name, such as a text, stays.
 * Both are lower-case names without the final dot.
 */
export function renamedValue(type: string, value: string, from: string, to: string): string {
  const places = namesAt.get(type) ?? []
  if (places.length === 0 || !value.toLowerCase().includes(`${from}.`)) return value
  let place = -1
  return value.replace(/"(?:[^"\\]|\\.)*"|[^\s"]+/g, (word) => {
    place += 1
    if (!places.includes(place)) return word
    const folded = word.toLowerCase()
    // A dot behind a backslash is a letter of its label.
    const isWithin = folded === `${from}.` || (folded.endsWith(`.${from}.`) && word.at(-from.length - 3) !== '\\')
    return isWithin ? `${word.slice(0, -from.length - 1)}${to}.` : word
  })
}
