import { lowerWire, type TsigAlgorithm, type TsigKey, type TsigKeys } from '../wire/tsig.ts'
import { keyOfWire } from '../wire/wire-key.ts'

/** Who may send updates (RFC 2136), as plain data. What each key may change, the control plane knows. */
export type UpdateRules = readonly UpdateRule[]

export type UpdateRule = {
  readonly id: number
  readonly domainId: number
  readonly key: { readonly name: string; readonly algorithm: TsigAlgorithm; /** Base64. */ readonly secret: string }
}

/** The same in the form in which it is looked up. */
export class UpdateRights {
  readonly keys: TsigKeys
  readonly #rules: ReadonlyMap<string, UpdateRule>

  /** @throws DnsTextError for a name that is none */
  constructor(rules: UpdateRules) {
    const keys = new Map<string, TsigKey>()
    const byName = new Map<string, UpdateRule>()
    for (const rule of rules) {
      const key = { name: lowerWire(rule.key.name), algorithm: rule.key.algorithm, secret: Buffer.from(rule.key.secret, 'base64') }
      const keyName = keyOfWire(key.name)
      keys.set(keyName, key)
      byName.set(keyName, rule)
    }
    this.keys = keys
    this.#rules = byName
  }

  /** @param keyName by the key of its name (wire-key.ts) */
  ruleOf(keyName: string): UpdateRule | null {
    return this.#rules.get(keyName) ?? null
  }
}

export const noUpdateRights = new UpdateRights([])
