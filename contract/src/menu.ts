import { manifests } from './manifests.ts'
import type { MenuSeed } from './menu-parts.ts'
import { rights, type Right } from './rights.ts'

/** The directories of the menu in their order; each page stands in the longest that its path begins with. */
const directories = [
  '/home/dashboard',
  '/home/auth',
  '/dns/serve',
  '/dns/domain',
  '/dns/domain/bulk',
  '/dns/log',
  '/account/users',
  '/account/power',
  '/account/message',
  '/system/config',
  '/system/schedule',
] as const

/**
 * The screens that exist, each with the right that shows it, in the order of the menu: their nouns declare them. At every
 * start rows are made of those that are new; administrators may rename, move and hide them. Hiding a screen protects
 * nothing; every endpoint checks its own right.
 */
export const menu: readonly MenuSeed[] = inOrder(manifests.flatMap((noun) => noun.menu ?? []))

function inOrder(pages: readonly MenuSeed[]): MenuSeed[] {
  const order: readonly string[] = directories
  const directoryOf = (page: MenuSeed): number => {
    const at = order.indexOf(directoriesOf(page.path)[1])
    if (at < 0) throw new Error(`${page.path} is in no directory of the menu`)
    return at
  }
  return pages.toSorted((one, other) => directoryOf(one) - directoryOf(other) || one.place - other.place)
}

function nounOf(right: Right): string {
  return right.slice(0, right.indexOf('.'))
}

/** The rights that stand below a page as its buttons: the others of its noun, and those it names. */
export function buttonsOf(page: MenuSeed): Right[] {
  const ofNoun = page.right === null ? [] : rights.filter((right) => right !== page.right && nounOf(right) === nounOf(page.right!))
  return [...new Set([...ofNoun, ...(page.buttons ?? [])])]
}

/** The directories that a page stands in: its section, and the group within it. */
export function directoriesOf(path: string): [section: string, group: string] {
  const [first = '', second = ''] = path.split('/').slice(1)
  const deepest = directories.filter((directory) => path.startsWith(`${directory}/`)).toSorted((one, other) => other.length - one.length)[0]
  return [`/${first}`, deepest ?? `/${first}/${second}`]
}
