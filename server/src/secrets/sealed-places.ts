import { sealedWith } from './seal.ts'

/*
 * Every place where secrets are kept sealed: a rotation of keys and a restored backup walk this list. A column that is
 * sealed and does not stand here would stay on an old key; a test holds the list against the code.
 */

/** Where an authenticator app's secret is sealed for. */
export const totpPlace = (accountId: number): string => `totp:${accountId}`

/** Where a secret member of a setting is sealed for; `path` with dots. */
export const settingPlace = (key: string, path: string): string => `system_config:${key}:${path}`

/** Where a letter's variables are sealed for. */
export const emailPlace = (key: string): string => `letter:${key}`

/** Where the tokens to send mail with are sealed for. */
export const emailTokenPlace = (source: string): string => `mail_token:${source}`

/** Where the name and the number of a verified person are sealed for. */
export const identityPlace = (accountId: number, column: 'name' | 'id_number'): string => `identity_verification:${accountId}:${column}`

/** Where the keys of an account with a certificate authority are sealed for. */
export const acmeKeyPlace = (directoryUrl: string): string => `acme_account:${directoryUrl}`

/** Where the secret of the key that a secondary name server signs with is sealed for. */
export const tsigSecretPlace = (keyName: string): string => `tsig:${keyName}`

/** Where the secret of the key that a domain is transferred with is sealed for. */
export const primarySecretPlace = (domainId: number): string => `tsig_of_primary:${domainId}`

/** Where the secret of a key that signs DNS UPDATE is sealed for. */
export const updateKeyPlace = (domainId: number, name: string): string => `update_key:${domainId}:${name}`

/** A column with sealed texts: the whole text, or members at any depth of JSON. */
export type SealedColumn = {
  readonly table: string
  /** What names a row. */
  readonly id: string
  readonly column: string
  readonly holds: 'text' | 'members'
  /** SQL of what names the row's place; `named` says what a table is called just now. */
  readonly ownerSql: (named: (table: string) => string) => string
  /** The place of a text in the row of this owner; `path` is empty for a whole text. */
  readonly place: (owner: string, path: string) => string
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'totp', id: 'account_id', column: 'secret', holds: 'text', ownerSql: () => 'account_id::text', place: (owner) => totpPlace(Number(owner)) },
  { table: 'system_config', id: 'id', column: 'param_value', holds: 'members', ownerSql: () => 'param_key', place: settingPlace },
  { table: 'letter', id: 'id', column: 'variables', holds: 'text', ownerSql: () => 'key', place: emailPlace },
  { table: 'mail_token', id: 'id', column: 'access_token', holds: 'text', ownerSql: () => 'source', place: emailTokenPlace },
  { table: 'mail_token', id: 'id', column: 'refresh_token', holds: 'text', ownerSql: () => 'source', place: emailTokenPlace },
  { table: 'acme_account', id: 'id', column: 'account_key', holds: 'text', ownerSql: () => 'directory_url', place: acmeKeyPlace },
  { table: 'acme_account', id: 'id', column: 'next_key', holds: 'text', ownerSql: () => 'directory_url', place: acmeKeyPlace },
  {
    table: 'domain_primary',
    id: 'id',
    column: 'secret',
    holds: 'text',
    ownerSql: () => 'domain_id::text',
    place: (owner) => primarySecretPlace(Number(owner)),
  },
  { table: 'secondary', id: 'id', column: 'secret', holds: 'text', ownerSql: () => 'key_name', place: tsigSecretPlace },
  {
    table: 'update_key',
    id: 'id',
    column: 'secret',
    holds: 'text',
    ownerSql: () => "domain_id || ':' || name",
    place: (owner) => updateKeyPlace(Number.parseInt(owner), owner.slice(owner.indexOf(':') + 1)),
  },
  {
    table: 'identity_verification',
    id: 'id',
    column: 'name',
    holds: 'text',
    ownerSql: () => 'account_id::text',
    place: (owner) => identityPlace(Number(owner), 'name'),
  },
  {
    table: 'identity_verification',
    id: 'id',
    column: 'id_number',
    holds: 'text',
    ownerSql: () => 'account_id::text',
    place: (owner) => identityPlace(Number(owner), 'id_number'),
  },
  {
    table: 'system_config_version',
    id: 'id',
    column: 'param_value',
    holds: 'members',
    ownerSql: (named) => `(select owner.param_key from ${named('system_config')} as owner where owner.id = config_id)`,
    place: settingPlace,
  },
]

/** What a column holds with every sealed text replaced; the very same value when nothing in it is. */
export function withResealed(value: unknown, reseal: (sealed: string, path: string) => string): unknown {
  const walk = (inner: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof inner === 'string') return sealedWith(inner) === null ? inner : reseal(inner, path.join('.'))
    if (inner === null || typeof inner !== 'object') return inner
    if (Array.isArray(inner)) return inner.map((entry, index) => walk(entry, [...path, index]))
    return Object.fromEntries(Object.entries(inner).map(([member, below]) => [member, walk(below, [...path, member])]))
  }
  return walk(value, [])
}
