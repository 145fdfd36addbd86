import type { Endpoint } from '@nameplane/contract/endpoint'

/**
 * A call as the wire knows it, without its schemas, for what must not wait for them: signing in, and what every page does.
 * Whoever writes one has a test that holds it against the contract.
 */
export function onWire<E extends Endpoint>(method: E['method'], path: string): E {
  const address: Pick<Endpoint, 'method' | 'path'> = { method, path }
  return address as E
}
