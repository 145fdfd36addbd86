import { secretMask } from '@nameplane/contract/secret-mask'

/** A JSON object, as settings hold it. */
export type Members = Record<string, unknown>

export function isMembers(value: unknown): value is Members {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A record of an administrator's own has no list of secrets: members named like one are taken for one. */
const secretName = /password|passwd|secret|token|private|api_?key|cert_?key|access_?key/i

/** Which members of a record are secret: dotted paths with `*` for each entry of a list, or, with null, whatever is named like a secret. */
export type SecretPaths = readonly string[] | null

function isSecret(path: readonly string[], secrets: SecretPaths): boolean {
  if (secrets === null) return secretName.test(path.at(-1) ?? '')
  return secrets.some((secret) => {
    const parts = secret.split('.')
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index])
  })
}

/** A copy in which every non-empty secret text is replaced; `replace` gets the text and where it stands. */
export function withSecrets<Value>(value: Value, secrets: SecretPaths, replace: (text: string, path: string) => string): Value {
  const walk = (inner: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(inner)) return inner.map((entry, index) => walk(entry, [...path, String(index)]))
    if (isMembers(inner)) return Object.fromEntries(Object.entries(inner).map(([member, below]) => [member, walk(below, [...path, member])]))
    return typeof inner === 'string' && inner !== '' && isSecret(path, secrets) ? replace(inner, path.join('.')) : inner
  }
  return walk(value, []) as Value
}

/** Secrets as anybody may see them. */
export function masked<Value>(value: Value, secrets: SecretPaths): Value {
  return withSecrets(value, secrets, () => secretMask)
}

/** The same without them. */
export function withoutSecrets<Value>(value: Value, secrets: SecretPaths): Value {
  return withSecrets(value, secrets, () => '')
}

/** What was sent, with each mask replaced by the secret that `stored` holds at the same place, or by nothing. */
export function unmasked<Value>(sent: Value, stored: unknown, secrets: SecretPaths): Value {
  return withSecrets(sent, secrets, (text, path) => {
    if (text !== secretMask) return text
    const kept = path
      .split('.')
      .reduce<unknown>((inner, member) => (inner === null || typeof inner !== 'object' ? undefined : (inner as Members)[member]), stored)
    return typeof kept === 'string' ? kept : ''
  })
}

/** Where something was typed around a mask: neither the secret that is kept nor a new one. */
export function halfMasked(sent: unknown, secrets: SecretPaths): string[] {
  const found: string[] = []
  withSecrets(sent, secrets, (text, path) => {
    if (text !== secretMask && (text.startsWith(secretMask) || text.endsWith(secretMask))) found.push(path)
    return text
  })
  return found
}

/** The paths of all secrets of two states, where they differ. */
export function otherSecrets(before: unknown, after: unknown, secrets: SecretPaths): string[] {
  const [one, other] = [secretsIn(before, secrets), secretsIn(after, secrets)]
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path)).toSorted()
}

function secretsIn(value: unknown, secrets: SecretPaths): Map<string, string> {
  const found = new Map<string, string>()
  withSecrets(value, secrets, (text, path) => (found.set(path, text), text))
  return found
}

/** What `raw` holds beside what its schema made of it, at any depth of objects; lists are wholes. */
export function unknownMembers(raw: Members, parsed: Members): Members {
  const found: Members = {}
  for (const [member, value] of Object.entries(raw)) {
    if (!Object.hasOwn(parsed, member)) found[member] = value
    else if (isMembers(value) && isMembers(parsed[member])) {
      const below = unknownMembers(value, parsed[member])
      if (Object.keys(below).length > 0) found[member] = below
    }
  }
  return found
}

/** `value` with the members of `more` that it lacks, at any depth of objects. */
export function joined(value: Members, more: Members): Members {
  const result: Members = { ...value }
  for (const [member, inner] of Object.entries(more)) {
    if (!Object.hasOwn(result, member)) result[member] = inner
    else if (isMembers(inner) && isMembers(result[member])) result[member] = joined(result[member], inner)
  }
  return result
}
