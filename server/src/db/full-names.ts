import { domainToAscii } from '@nameplane/dns-text/names'

/** A name below a domain: the domain that it may lie in, and the host that it is there. */
export type Place = { readonly zone: string; readonly host: string }

/** Where a full host name may lie, the nearest domain first: `a.b.example` is `a` of `b.example`, or `a.b` of `example`. Nowhere for other texts. */
export function placesOf(text: string): Place[] {
  let labels: string[]
  try {
    labels = domainToAscii(text).replace(/\.$/, '').split('.')
  } catch {
    return []
  }
  return labels.slice(1).map((_, index) => ({ host: labels.slice(0, index + 1).join('.'), zone: labels.slice(index + 1).join('.') }))
}
