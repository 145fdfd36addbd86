import { DnsTextError } from './errors.ts'
import type { Tokens } from './tokens.ts'

/** The records all $GENERATE lines of one file may make together. */
export const maxGeneratedRecords = 65_536

const maxNumber = 2 ** 31 - 1
// No label or number of a record is longer.
const maxWidth = 255

function parseRange(text: string): { first: number; last: number; step: number } {
  const parts = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(text)
  const [first, last, step] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3] ?? 1)]
  if (parts === null || first > last || last > maxNumber || step < 1 || step > maxNumber) {
    throw new DnsTextError('bad_generate', { text })
  }
  return { first, last, step }
}

/** Hexadecimal digits, lowest first, each a label of its own; the width counts digits and dots. */
function printNibbles(value: number, width: number): string {
  let text = ''
  let rest = value
  let left = width
  do {
    text += (rest & 15).toString(16)
    rest = Math.floor(rest / 16)
    left -= 1
    if (rest > 0 || left > 0) {
      text += '.'
      left -= 1
    }
  } while (rest > 0 || left > 0)
  return text
}

function printNumber(value: number, width: number, base: string): string {
  if (base === 'n') return printNibbles(value, width)
  if (base === 'N') return printNibbles(value, width).toUpperCase()
  const radix = base === 'o' ? 8 : base === 'd' ? 10 : 16
  const digits = value.toString(radix).padStart(width, '0')
  return base === 'X' ? digits.toUpperCase() : digits
}

/** Puts the counter in the place of each `$` or `${offset[,width[,base]]}`; `$$` is a dollar sign, `\$` stays an escape. */
function substitute(template: string, counter: number): string {
  return template.replace(/\\[^]|\$\$|\$(?:\{([^}]*)\}?)?/g, (match: string, modifier: string | undefined) => {
    if (match.startsWith('\\')) return match
    if (match === '$$') return '$'
    if (!match.startsWith('${')) return String(counter)
    const parts = /^(-?\d{1,10})(?:,(\d{1,10})(?:,([doxXnN]))?)?$/.exec(modifier ?? '')
    const value = counter + Number(parts?.[1])
    const width = Number(parts?.[2] ?? 0)
    if (parts === null || !match.endsWith('}') || value < 0 || value > maxNumber || width > maxWidth) {
      throw new DnsTextError('bad_generate', { text: match })
    }
    return printNumber(value, width, parts[3] ?? 'd')
  })
}

/**
 * The lines that a $GENERATE entry stands for, one at a time (BIND's extension, as its reference manual defines it): range,
 * owner, then TTL, class, type and one word of data. `made` is how many records such entries of the file have already given. Throws
 * bad_generate, generate_too_large, too_few_fields.
 */
export function* expandGenerate(tokens: Tokens, made: number): Generator<string, void> {
  tokens.position = 1
  const { first, last, step } = parseRange(tokens.next())
  const count = Math.floor((last - first) / step) + 1
  if (made + count > maxGeneratedRecords) {
    throw new DnsTextError('generate_too_large', { count: made + count, max: maxGeneratedRecords })
  }
  const owner = tokens.next()
  const middle = tokens.texts.slice(tokens.position, -1)
  if (middle.length === 0) throw new DnsTextError('too_few_fields')
  if (middle.length > 3) throw new DnsTextError('bad_generate', { text: tokens.texts.slice(1).join(' ') })
  const lastText = tokens.texts.at(-1) as string
  // Data of several words is written as one quoted word; quotes inside it are escaped once for that.
  const rdata = tokens.quoted.at(-1) === true ? lastText.replaceAll('\\"', '"') : lastText
  for (let counter = first; counter <= last; counter += step) {
    yield `${substitute(owner, counter)} ${middle.join(' ')} ${substitute(rdata, counter)}`
  }
}
