import { canonicalAddress, isIpv6 } from '@nameplane/dns-text/addresses'
import { asStoredName } from '@nameplane/dns-text/names'

/*
 * Find and replace in the value of a record. `192.0.2.1` is no part of `192.0.2.10`, nor `example.net.` of `old-example.net.`: unless
 * parts are asked for, what is found must stand as a whole address, name or word.
 */

const word = /[\p{L}\p{N}_-]/u

/** Whether what stands at `from` to `to` is whole: no letter, digit, dot or colon goes on with it on either side. */
function isWhole(value: string, from: number, to: number, isAddress: boolean): boolean {
  const before = value[from - 1] ?? ' '
  const after = value[to] ?? ' '
  // `ip4:192.0.2.1` and `ip6:2001:db8::1` of an SPF policy.
  const isLabelled = before === ':' && (!isAddress || /(?:^|[^\p{L}\p{N}])ip6:$/iu.test(value.slice(0, from)))
  if (word.test(before) || before === '.' || (before === ':' && !isLabelled)) return false
  if (word.test(after) || (isAddress && after === ':')) return false
  // The final dot of an absolute name; a dot before more of the name is none.
  return after !== '.' || !word.test(value[to + 1] ?? ' ')
}

/** What is looked for, in the spelling of stored values. */
export function wanted(find: string): string {
  return isIpv6(find) ? canonicalAddress(find) : asStoredName(find)
}

/** The value with every occurrence replaced; names and addresses are found in any case. */
export function replacedValue(value: string, find: string, to: string, isPart: boolean): string {
  if (isPart) return value.split(find).join(to)
  const isAddress = isIpv6(find)
  const [within, sought] = [value.toLowerCase(), find.toLowerCase()]
  // Some letters become two in lower case; then places would not be the same.
  if (within.length !== value.length || sought.length !== find.length) return value
  let replaced = ''
  let done = 0
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    if (at < done || !isWhole(value, at, at + find.length, isAddress)) continue
    replaced += value.slice(done, at) + to
    done = at + find.length
  }
  return replaced + value.slice(done)
}
