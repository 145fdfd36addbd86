import { lineEnd } from '@nameplane/dns-text/line-ends'
import * as z from 'zod/mini'
import { domainToAscii } from '@nameplane/dns-text/names'
import { asLines } from '../fields.ts'
import { limits } from '../limits.ts'
import { registerProblems } from '../problem-text.ts'
import { isDomain } from '../rules.ts'

/** What a list is refused with beside what is wrong with a line of it. */
export const domainLinesProblems = { too_many_domains: { zh: '一次最多处理 {maximum} 个域名', en: 'At most {maximum, domain} at a time' } } as const
registerProblems(domainLinesProblems)

/** A line of a pasted list: the name as it is stored, or what is wrong with it (spec point 5). */
export type DomainLine =
  | { readonly number: number; readonly line: string; readonly name: string; readonly code: null }
  | { readonly number: number; readonly line: string; readonly name: null; readonly code: 'domain_line_invalid' | 'domain_line_repeated' }

/** Characters of a line that are repeated, as a wrong one may be as long as the whole text. */
export const toldCharacters = 200

/** Characters of a list: as many names as a batch takes, each as long as names can be, and some room. */
export const domainLinesLength = limits.bulkDomains * 300

/**
 * Domains, one a line, in any case, in Unicode or ASCII, with or without a final dot; lines without text count but are no entries.
 * Two spellings of one name are one name.
 */
export function readDomainLines(text: string): DomainLine[] {
  const seen = new Set<string>()
  const read: DomainLine[] = []
  for (const [index, typed] of text.split(lineEnd).entries()) {
    const line = typed.trim()
    if (line === '') continue
    const at = { number: index + 1, line: line.slice(0, toldCharacters) }
    const plain = line.replace(/[.。．｡]$/u, '')
    if (plain.startsWith('*') || !isDomain(plain)) {
      read.push({ ...at, name: null, code: 'domain_line_invalid' })
      continue
    }
    const name = domainToAscii(plain).toLowerCase()
    read.push(seen.has(name) ? { ...at, name: null, code: 'domain_line_repeated' } : { ...at, name, code: null })
    seen.add(name)
  }
  return read
}

/** A list of domains as text, at most as many as a batch takes. What the text of its first wrong line needs is said with it. */
export const DomainLines = asLines(
  z.string().check(
    z.maxLength(domainLinesLength),
    z.check((context) => {
      const lines = readDomainLines(context.value)
      const wrong = lines.find(({ code }) => code !== null)
      if (wrong?.code) context.issues.push({ code: 'custom', input: context.value, message: wrong.code, params: { line: wrong.line, number: wrong.number } })
      else if (lines.length > limits.bulkDomains)
        context.issues.push({ code: 'custom', input: context.value, message: 'too_many_domains', params: { maximum: limits.bulkDomains } })
    }),
  ),
)
