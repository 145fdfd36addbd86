import type { Generated } from 'kysely'
import type { NullableTimestamp } from './column-types.ts'

/** The platform's accounts with certificate authorities. */
export type AcmeAccountTable = {
  id: Generated<number>
  directory_url: string
  state: Generated<'pending' | 'valid' | 'deactivated' | 'revoked'>
  /** Sealed; null once the account was closed. */
  account_key: string | null
  /** Sealed: the key that a change was begun to, while the authority's answer is not known. */
  next_key: string | null
  key_thumbprint: string
  account_url: Generated<string>
  email: Generated<string>
  terms_of_service: Generated<string>
  registered_at: NullableTimestamp
  registered_by: Generated<string>
  rolled_over_at: NullableTimestamp
  checked_at: NullableTimestamp
}

declare module './tables.ts' {
  interface Tables {
    acme_account: AcmeAccountTable
  }
}
