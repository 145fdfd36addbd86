import { endOfQuoted } from '../tokens.ts'

/** The text of the comment at the end of a line of a zone file, behind its semicolon; null when it has none. */
export function commentOf(line: string): string | null {
  if (!line.includes(';')) return null
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (character === '"') {
      const end = endOfQuoted(line, index)
      if (end < 0) return null
      index = end
    } else if (character === '\\') index += 1
    else if (character === ';') return line.slice(index + 1)
  }
  return null
}
