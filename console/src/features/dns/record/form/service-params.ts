import { tokeniseValue } from '@nameplane/dns-text/tokens'

/** One key of the list of HTTPS and SVCB records, and its value without outer quotes, escapes still in place (RFC 9460 §2.1). */
export type ServiceParam = { readonly key: string; readonly value: string }

/** Keys that take no value (RFC 9460 §7.1.1, RFC 9540 §4). */
export const keysWithoutValue: ReadonlySet<string> = new Set(['no-default-alpn', 'ohttp', 'key2', 'key8'])

/** What a value looks like, by key. */
export const exampleValues: Readonly<Record<string, string>> = {
  mandatory: 'alpn,port',
  alpn: 'h2,h3',
  port: '8443',
  ipv4hint: '192.0.2.1',
  ipv6hint: '2001:db8::1',
  ech: 'AEj+DQBE…',
  dohpath: '/dns-query{?dns}',
}

/** The keys of a list as rows; null for a text that is no such list, which then stays a text. */
export function paramsOf(text: string): ServiceParam[] | null {
  try {
    const { texts, quoted, glued } = tokeniseValue(text)
    const params: ServiceParam[] = []
    for (let index = 0; index < texts.length; index += 1) {
      const word = texts[index]!
      if (quoted[index]) return null
      const equals = word.indexOf('=')
      const key = equals < 0 ? word : word.slice(0, equals)
      let value = equals < 0 ? '' : word.slice(equals + 1)
      if (glued[index + 1]) {
        if (value !== '' || !quoted[index + 1] || glued[index + 2]) return null
        index += 1
        value = texts[index]!
      }
      params.push({ key, value })
    }
    return params
  } catch {
    return null
  }
}

/** Rows as a list; rows without a key are not said. */
export function textOfParams(params: readonly ServiceParam[]): string {
  return params
    .filter(({ key }) => key.trim() !== '')
    .map(({ key, value }) => (value === '' || keysWithoutValue.has(key.trim()) ? key.trim() : `${key.trim()}=${quoted(value)}`))
    .join(' ')
}

function quoted(value: string): string {
  // What ends a word, or would be read as another one, stands in quotes (RFC 1035 §5.1).
  if (/^[^\s"();]+$/.test(value)) return value
  return `"${value.replace(/\\.|"/g, (part) => (part === '"' ? '\\"' : part))}"`
}
