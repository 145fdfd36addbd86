import type { Right } from '@nameplane/contract/rights'
import type { AccessScope } from './access-scope.ts'

/** Who makes a call and from where. `accountId` is null for the platform itself and for callers not signed in. */
export type Actor = {
  readonly accountId: number | null
  /** The browser's session; null for API tokens, the platform and nobody. */
  readonly sessionId: number | null
  readonly name: string
  readonly kind: 'administrator' | 'user' | 'nobody' | 'platform'
  readonly isSuper: boolean
  readonly rights: ReadonlySet<Right>
  /** How far each of the rights reaches; the platform's own and an absent right are not listed. */
  readonly accessScopes: ReadonlyMap<Right, AccessScope>
  /** How far this call reaches: the reach of the right it asks for; of `domain.read` where it asks for none. */
  readonly accessScope: AccessScope
  readonly address: string
  readonly agent: string
  readonly requestId: string
  /** The API key that the call was made with, and whether it reaches some domains only; null for sessions, absent for the platform and nobody. */
  readonly token?: { readonly id: number; readonly isLimited: boolean } | null
  /** The administrator who acts as this user; absent when nobody does. Every trail names this one as the actor. */
  readonly impersonator?: { readonly id: number; readonly name: string }
  /** When it is said to have happened: only a seeded world has a past. Absent: now. */
  readonly seededAt?: Date
  /** The role through which an administrator looks at the console; nothing can be changed meanwhile. */
  readonly seenAs?: { readonly id: number; readonly name: string }
}

/** The platform acting on its own: first start, jobs, the command line. */
export function platformActor(name: string): Actor {
  return {
    accountId: null,
    sessionId: null,
    name,
    kind: 'platform',
    isSuper: true,
    rights: new Set(),
    accessScopes: new Map(),
    accessScope: 'all',
    address: '',
    agent: '',
    requestId: '',
  }
}
