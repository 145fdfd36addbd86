import type { Endpoint } from './endpoint.ts'
import type { Bilingual, FieldNames } from './field-names.ts'
import type { MenuSeed } from './menu-parts.ts'
import * as nouns from './nouns.ts'

type Words = Readonly<Record<string, Bilingual>>

/**
 * A right in the words of the tree of rights. `opensAll`: it leads to every other one, such as by the mail that resets passwords.
 * `ofDomains`: all its calls are about domains, their records and figures, or about what every one of them shares, so that an API
 * token which is limited to some domains can hold it.
 */
type NamedRight = Bilingual & { readonly opensAll?: boolean; readonly ofDomains?: boolean }

/** A row of the glossary: what a word of the code means. */
export type Term = Bilingual & { readonly word: string; readonly meaning: string }

/** What a noun's file may declare beside its shapes and calls. */
type Declared = {
  /** Its rights, `<noun>.<verb>`, with what they let their holder do. */
  readonly rights?: Readonly<Record<string, NamedRight>>
  /** Its problem codes with their texts. */
  readonly problems?: Words
  /** What the actions of its changes are called in the log. */
  readonly auditWords?: Words
  /** What it is called in the log: as the part of an action before the point, and as a kind of target. */
  readonly logWords?: Words
  /** What its fields are called where that is not the platform's word. */
  readonly fieldNames?: FieldNames
  /** Its pages in the menu. */
  readonly menu?: readonly MenuSeed[]
  /** Its words in the glossary. */
  readonly terms?: readonly Term[]
}

/** Everything that a noun declares. Whoever imports this loads all nouns: the server and the tests, never the console. */
export type Manifest = Declared & { readonly name: string; readonly calls: Readonly<Record<string, Endpoint>> }

// Here, and not where they are declared, it is checked that every noun declares what it should.
const declarations: Readonly<Record<string, Declared>> = nouns
const callsByNoun: Readonly<Record<string, Readonly<Record<string, unknown>>>> = nouns

/**
 * Log and API document keep the names of calls: what a noun was called when its first entries were written, it is called there
 * for good. What the specification calls `schedule` and `config` are jobs and settings.
 */
const keptNames: Readonly<Record<string, string>> = { email: 'letter', job: 'schedule', setting: 'config' }

/** In the order of the names that are kept, so that no list changes with a noun's name here. */
export const manifests: readonly Manifest[] = Object.entries(declarations)
  .map(([name, declared]) => ({ ...declared, name: keptNames[name] ?? name, calls: (callsByNoun[name]![name] ?? {}) as Manifest['calls'] }))
  .toSorted((one, other) => (one.name < other.name ? -1 : 1))
