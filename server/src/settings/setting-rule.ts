import type { Tx } from '../db/connection.ts'
import type { Members } from './secret-members.ts'

/** A setting about to be stored: its members with secrets sealed, and whether it is in use. */
export type SettingState = { readonly value: Members; readonly isInUse: boolean }

/** What other records have to say to a change of a setting, which its own schema cannot know. */
export type SettingRule = {
  /** The settings that it looks at. */
  readonly keys: readonly string[]
  /** Asked in the transaction that stores `after`, with the setting's row locked. @throws Problem that names the member */
  readonly check: (tx: Tx, key: string, before: SettingState, after: SettingState) => Promise<void>
}
