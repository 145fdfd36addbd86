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
export const rightsOpeningAll: ReadonlySet<Right> = new Set(
  manifests.flatMap(({ rights: declared = {} }) =>
    Object.entries(declared)
      .filter(([, { opensAll }]) => opensAll)
      .map(([right]) => right)
      .filter(isRight),
  ),
)

export function isRight(text: string): text is Right {
  return Object.hasOwn(rightNames, text)
}
