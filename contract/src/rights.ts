import type { Bilingual } from './field-names.ts'
import { manifests } from './manifests.ts'
import type { Right } from './right.ts'

export type { Right } from './right.ts'

/** What each right lets its holder do, in the words of the tree of rights. */
export const rightNames: Readonly<Record<Right, Bilingual>> = Object.assign({}, ...manifests.map((noun) => noun.rights))

/** Every right of the platform, those of a noun together. Endpoints, menus, buttons and roles all name rights from this list. */
export const rights: readonly Right[] = Object.keys(rightNames).filter(isRight)

/**
 * Rights that lead to every other one, whoever holds them: to the codes that reset passwords, to accounts from elsewhere, to
 * what roles hold. Only who holds all rights hands them out.
 */
export const rightsOpeningAll = rightsThatSay('opensAll')

/** Rights about nothing but domains: those that an API token which is limited to some can hold. */
export const rightsOfDomains = rightsThatSay('ofDomains')

function rightsThatSay(mark: 'opensAll' | 'ofDomains'): ReadonlySet<Right> {
  const said = manifests.flatMap(({ rights: declared = {} }) => Object.entries(declared).filter(([, right]) => right[mark]))
  return new Set(said.map(([right]) => right).filter(isRight))
}

export function isRight(text: string): text is Right {
  return Object.hasOwn(rightNames, text)
}
