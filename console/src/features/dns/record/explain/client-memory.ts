import { keepText, keptText } from '../../../../browser/local-storage.ts'

const storageKey = 'explain-client'

/** The client that was asked for last in this browser. */
export function rememberedClient(): string {
  return keptText(storageKey) ?? ''
}

export function rememberClient(client: string): void {
  keepText(storageKey, client)
}

/** Addresses of public resolvers and crawlers, each on the line that it shows. */
export const exampleClients = [
  { client: '202.96.209.133', line: 'telecom' },
  { client: '202.106.0.20', line: 'unicom' },
  { client: '221.179.38.7', line: 'mobile' },
  { client: '202.112.0.35', line: 'cernet' },
  { client: '114.114.114.114', line: 'domestic' },
  { client: '66.249.66.1', line: 'google' },
  { client: '8.8.8.8', line: 'us' },
  { client: '240e:4c:4008::1', line: 'telecom' },
] as const
