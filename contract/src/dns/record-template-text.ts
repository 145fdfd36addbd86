/*
 * Placeholders in the records of a template. `{domain}` is the domain's name without its final dot; any other, such as `{ip}`, is asked
 * for when the template is used. Upper and lower case are one. A brace behind a backslash is a brace, as everywhere in a value
 * (RFC 1035 §5.1).
 */

const placeholder = String.raw`\{(\p{L}[\p{L}\p{N}_-]{0,31})\}`
const inHost = new RegExp(placeholder, 'gu')
const inValue = new RegExp(String.raw`\\.|"|${placeholder}`, 'gsu')

/** The placeholder that is the domain's name. */
export const domainPlaceholder = 'domain'

type Texts = { readonly host: string; readonly value: string }

/** What stands for a placeholder, by its name in lower case. */
type Given = (name: string) => string

const filledHost = (host: string, given: Given): string => host.replace(inHost, (_, name: string) => given(name.toLowerCase()))

/** What is given stays within the quotation marks that it stands in. */
function filledValue(value: string, given: Given): string {
  let isQuoted = false
  return value.replace(inValue, (part: string, name: string | undefined) => {
    if (part === '"') isQuoted = !isQuoted
    if (name === undefined) return part
    const text = given(name.toLowerCase())
    return isQuoted ? text.replace(/["\\]/g, '\\$&') : text
  })
}

/** A template's record with what was given in the place of its placeholders. */
export function filledRecord<Record extends Texts>(record: Record, given: Given): Record {
  return { ...record, host: filledHost(record.host, given), value: filledValue(record.value, given) }
}

/** The placeholders of records beside the domain's, each once, in the order in which they stand. */
export function placeholdersOf(records: readonly Texts[]): string[] {
  const names = new Set<string>()
  const note: Given = (name) => {
    names.add(name)
    return ''
  }
  for (const record of records) filledRecord(record, note)
  names.delete(domainPlaceholder)
  return [...names]
}

/** A domain's record for any domain: its name becomes the placeholder, and what only looks like one does not. */
export function withDomainPlaceholder<Record extends Texts>(record: Record, domain: string): Record {
  const name = new RegExp(String.raw`(?<![\p{L}\p{N}_-])${domain.replaceAll('.', String.raw`\.`)}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_-])`, 'giu')
  return { ...record, value: record.value.replace(new RegExp(placeholder, 'gu'), String.raw`\$&`).replace(name, `{${domainPlaceholder}}`) }
}
