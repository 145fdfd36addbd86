import { DnsTextError } from './errors.ts'

/** The words of one record, escapes still in place. Quoted words come without their quotes. */
export class Tokens {
  texts: string[] = []
  quoted: boolean[] = []
  /** Does the word follow the one before without white space between? `key="a b"` is two glued words. */
  glued: boolean[] = []
  position = 0

  push(text: string, quoted: boolean, glued: boolean): void {
    this.texts.push(text)
    this.quoted.push(quoted)
    this.glued.push(glued)
  }

  get isAtEnd(): boolean {
    return this.position >= this.texts.length
  }

  peek(): string | undefined {
    return this.texts[this.position]
  }

  /** The next word; throws too_few_fields. */
  next(): string {
    const text = this.texts[this.position]
    if (text === undefined) throw new DnsTextError('too_few_fields')
    this.position += 1
    return text
  }

  /** All words left, joined; throws too_few_fields when there is none. For hex and Base 64, which may hold white space. */
  rest(): string {
    if (this.isAtEnd) throw new DnsTextError('too_few_fields')
    const joined = this.position === this.texts.length - 1 ? this.next() : this.texts.slice(this.position).join('')
    this.position = this.texts.length
    return joined
  }
}

const quote = 0x22
const backslash = 0x5c
const semicolon = 0x3b
const openParenthesis = 0x28
const closeParenthesis = 0x29
const lineFeed = 0x0a

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}

/** The index behind the word that begins at `start`, or the index of the character that ends it. */
export function endOfWord(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === backslash) {
      if (text.charCodeAt(index + 1) === lineFeed) return index + 1
      index += 2
      continue
    }
    if (code <= 0x20 ? isBlank(code) || code === lineFeed : code === quote || code === semicolon || code === openParenthesis || code === closeParenthesis) {
      return index
    }
    index += 1
  }
  return text.length
}

/** The index of the quote that closes the one at `start`; -1 when the line or the text ends before. */
export function endOfQuoted(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === lineFeed) return -1
    if (code === backslash) index += 1
  }
  return -1
}

/**
 * The words of a single value, as opposed to a line of a zone file: there are no comments and no parentheses, so that what
 * follows an unquoted `;` (a DKIM key, say) is refused rather than lost. Throws unquoted_semicolon, unquoted_parenthesis,
 * unbalanced_quotes.
 */
export function tokeniseValue(text: string): Tokens {
  const tokens = new Tokens()
  let index = 0
  let wordEnd = -1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (isBlank(code) || code === lineFeed) {
      index += 1
      continue
    }
    const start = index
    if (code === quote) {
      const end = endOfQuoted(text, start)
      if (end < 0) throw new DnsTextError('unbalanced_quotes')
      tokens.push(text.slice(start + 1, end), true, start === wordEnd)
      index = end + 1
    } else {
      if (code === semicolon) throw new DnsTextError('unquoted_semicolon')
      if (code === openParenthesis || code === closeParenthesis) throw new DnsTextError('unquoted_parenthesis')
      index = endOfWord(text, start)
      tokens.push(text.slice(start, index), false, start === wordEnd)
    }
    wordEnd = index
  }
  return tokens
}
