import { DnsTextError } from './errors.ts'
import { Tokens, endOfQuoted, endOfWord, isBlank } from './tokens.ts'

/** One entry of a zone file: a line, or several within parentheses (RFC 1035 §5.1). */
export interface ZoneLine {
  /** Of its first physical line, from 1. */
  lineNumber: number
  tokens: Tokens
  /** Begins with white space: the owner is that of the entry before. */
  startsBlank: boolean
  /** What is wrong with its quotes or parentheses. */
  problem: DnsTextError | undefined
  /** Where it stands in the text, without its last line feed. */
  start: number
  end: number
  /** What took the line, if it is none of a zone file. */
  taken: TakenLine | undefined
}

/** A line that another reader took; with the owner that blank lines after it repeat. */
export interface TakenLine {
  owner: string | undefined
}

/** Asked for each line that begins an entry: null for a line of a zone file. */
export type TakeLine = (line: string, lineNumber: number) => TakenLine | null

const lineFeed = 0x0a

// How many physical lines parentheses may span; few once one was found open, so that a broken file costs no square of its length.
const maxSpanLines = 5000
const maxSpanLinesAfterBreak = 50

/** Cuts a zone file into entries, one call of next() each; entries without words are left out. */
export class ZoneLines {
  #text: string
  #position = 0
  #lineNumber = 1
  #maxSpan = maxSpanLines
  #take: TakeLine | undefined

  constructor(text: string, take?: TakeLine) {
    this.#take = take
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
  }

  next(): ZoneLine | undefined {
    while (this.#position < this.#text.length) {
      const line = this.#scan()
      if (line.tokens.texts.length > 0 || line.problem !== undefined || line.taken !== undefined) return line
    }
    return undefined
  }

  /** The entry as written, at most `limit` characters of it. */
  source(line: ZoneLine, limit = 500): string {
    return this.#text.slice(line.start, Math.min(line.end, line.start + limit))
  }

  #scan(): ZoneLine {
    const text = this.#text
    const start = this.#position
    const lineNumber = this.#lineNumber
    const tokens = new Tokens()
    const taken = this.#takenAt(start, lineNumber)
    if (taken !== undefined) return taken
    let problem: DnsTextError | undefined
    let depth = 0
    let feeds = 0
    let firstLineEnd = -1
    let index = start
    let wordEnd = -1
    while (index < text.length) {
      const code = text.charCodeAt(index)
      if (isBlank(code)) {
        index += 1
      } else if (code === lineFeed) {
        if (firstLineEnd < 0) firstLineEnd = index
        if (depth === 0) break
        feeds += 1
        if (feeds > this.#maxSpan) break
        index += 1
      } else if (code === 0x3b) {
        const end = text.indexOf('\n', index)
        index = end < 0 ? text.length : end
      } else if (code === 0x28) {
        depth += 1
        index += 1
      } else if (code === 0x29) {
        if (depth === 0) problem ??= new DnsTextError('unbalanced_parentheses')
        else depth -= 1
        index += 1
      } else if (code === 0x22) {
        const end = endOfQuoted(text, index)
        if (end < 0) {
          problem ??= new DnsTextError('unbalanced_quotes')
          const feed = text.indexOf('\n', index)
          index = feed < 0 ? text.length : feed
        } else {
          tokens.push(text.slice(index + 1, end), true, index === wordEnd)
          index = end + 1
          wordEnd = index
        }
      } else {
        const end = endOfWord(text, index)
        tokens.push(text.slice(index, end), false, index === wordEnd)
        index = end
        wordEnd = index
      }
    }
    if (depth > 0) {
      // The parenthesis never closes: only its own line is lost, what follows is read for itself.
      problem = new DnsTextError('unbalanced_parentheses')
      this.#maxSpan = maxSpanLinesAfterBreak
      index = firstLineEnd < 0 ? text.length : firstLineEnd
      feeds = 0
    }
    this.#position = index + 1
    this.#lineNumber += feeds + 1
    return { lineNumber, tokens, startsBlank: isBlank(text.charCodeAt(start)), problem, start, end: index, taken: undefined }
  }

  #takenAt(start: number, lineNumber: number): ZoneLine | undefined {
    if (this.#take === undefined) return undefined
    const feed = this.#text.indexOf('\n', start)
    const end = feed < 0 ? this.#text.length : feed
    const taken = this.#take(this.#text.slice(start, end), lineNumber)
    if (taken === null) return undefined
    this.#position = end + 1
    this.#lineNumber += 1
    return { lineNumber, tokens: new Tokens(), startsBlank: false, problem: undefined, start, end, taken }
  }
}
