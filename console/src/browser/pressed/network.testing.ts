import { onTestFinished, vi } from 'vitest'
import type { Endpoint } from '@nameplane/contract/endpoint'

/** From now on this call finds no network, until what is answered here is called or the test is finished; all others do. */
export function withoutNetworkFor({ path }: Endpoint): () => void {
  const real = globalThis.fetch
  const cut = vi.spyOn(globalThis, 'fetch').mockImplementation((...input) => {
    const [url] = input
    const isCut = typeof url === 'string' && new URL(url, location.href).pathname.endsWith(`/${path}`)
    return isCut ? Promise.reject(new TypeError('Failed to fetch')) : real(...input)
  })
  const restore = (): void => cut.mockRestore()
  onTestFinished(restore)
  return restore
}
