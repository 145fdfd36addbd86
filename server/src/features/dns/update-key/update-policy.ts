import { checkHost } from '@nameplane/contract/dns/record-checks'
import { Problem } from '../../../problem.ts'
import { isPlatformType, printTypeName, typeCodeOf } from '@nameplane/dns-text/record-types'

/*
 * What a key may change, a line for each: `www A AAAA` is one name, `*.dhcp A TXT` all below a name, `* TXT` all names of the domain.
 * An asterisk in place of the types stands for all of them.
 */

export type UpdatePolicy = readonly PolicyLine[]

type PolicyLine = {
  /** Relative to the domain. */
  readonly host: string
  readonly reach: 'exact' | 'below' | 'all'
  /** Null: all types. */
  readonly types: ReadonlySet<string> | null
}

const mostLines = 50

/** Reads a policy as it was typed or is stored. @throws Problem update_policy_invalid, which names the line */
export function readPolicy(text: string, zone: string): UpdatePolicy {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  return lines.map(([name = '', ...types], index) => {
    const policy = index < mostLines && types.length > 0 ? lineOf(name, types, zone) : null
    if (policy === null) throw new Problem('update_policy_invalid', { params: { row: index + 1 }, fields: { policy: 'update_policy_invalid' } })
    return policy
  })
}

/** As it is stored and shown. */
export function printPolicy(policy: UpdatePolicy): string {
  return policy.map(({ host, reach, types }) => `${nameOf(host, reach)} ${types === null ? '*' : [...types].join(' ')}`).join('\n')
}

const nameOf = (host: string, reach: PolicyLine['reach']): string => (reach === 'exact' ? host : reach === 'all' ? '*' : `*.${host}`)

function lineOf(name: string, typed: readonly string[], zone: string): PolicyLine | null {
  const types = typesOf(typed)
  if (types === 'wrong' || name === '') return null
  if (name === '*') return { host: '@', reach: 'all', types }
  const isBelow = name.startsWith('*.')
  const { host, found } = checkHost(isBelow ? name.slice(2) : name, zone)
  if (found.some(({ severity }) => severity === 'error')) return null
  return { host, reach: isBelow ? (host === '@' ? 'all' : 'below') : 'exact', types }
}

function typesOf(typed: readonly string[]): ReadonlySet<string> | null | 'wrong' {
  if (typed.length === 1 && typed[0] === '*') return null
  const codes = typed.map((type) => typeCodeOf(type.toUpperCase()))
  const types = codes.flatMap((code) => (code === undefined || isPlatformType(code) ? [] : [printTypeName(code)]))
  return types.length < typed.length || types.includes('SOA') ? 'wrong' : new Set(types)
}

/** Types that no other server knows have no form for messages. */
function isOfPlatform(type: string): boolean {
  const code = typeCodeOf(type)
  return code !== undefined && isPlatformType(code)
}

/** Whether records of a host and type may be changed. */
export function mayChange(policy: UpdatePolicy, host: string, type: string): boolean {
  if (isOfPlatform(type)) return false
  return policy.some((line) => reaches(line, host) && (line.types === null || line.types.has(type)))
}

function reaches({ host: named, reach }: PolicyLine, host: string): boolean {
  if (reach === 'all') return true
  return reach === 'exact' ? host === named : host.endsWith(`.${named}`)
}
