import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import type { NamedRight } from '@nameplane/contract/account/role'
import type { Language } from '../../i18n/language.ts'
import type { Bilingual } from '../../i18n/messages.ts'
import type { TreeNode } from '../../ui/tree/tree-state.ts'

type RightTreeWords = {
  language: Language
  /** The own title of a screen or heading whose row says no name. */
  titleOf: (row: { kind: string; path: string }) => Bilingual | null
  /** Why a right cannot be handed out; null when it can. */
  refusalOf: (right: NamedRight) => string | null
  /** What is said of a right beside its name. */
  noteOf: (right: NamedRight) => string
  /** Heading of rights that stand nowhere in the menu. */
  other: string
}

/**
 * The rows of the menu as a tree whose leaves are rights, each once: a page's own right stands below it, beside those of its buttons.
 * A right of several rows stands at the first page that it opens, or at the first of its buttons. Rows without any right below
 * them are left out; rights without a row follow at the end, so that each can be given.
 */
export function rightTree(rows: readonly MenuSetting[], rights: readonly NamedRight[], words: RightTreeWords): TreeNode[] {
  const known = new Map(rights.map((one) => [one.right, one]))
  const leaf = (id: string, one: NamedRight): TreeNode => ({
    id,
    label: one.title[words.language],
    note: words.noteOf(one),
    value: one.right,
    refusal: words.refusalOf(one),
  })
  const homes = homesOf(rows)
  const below = (parentId: number | null): TreeNode[] =>
    rows.filter((row) => row.parentId === parentId).flatMap((row) => (row.kind === 'button' ? leavesOf(row) : branchOf(row)))
  const leavesOf = (row: MenuSetting): TreeNode[] => {
    const right = row.right === null || homes.get(row.right) !== row.id ? undefined : known.get(row.right)
    return right ? [leaf(`right ${row.id}`, right)] : []
  }
  const branchOf = (row: MenuSetting): TreeNode[] => {
    const children = [...leavesOf(row), ...below(row.id)]
    const label = nameOf(row, words)
    const [only] = children
    // A heading over a single page of its name is that page.
    if (children.length === 1 && only?.children && only.label === label) return [only]
    return children.length === 0 ? [] : [{ id: `row ${row.id}`, label, children }]
  }
  const tree = below(null)
  const homeless = rights.filter((one) => !homes.has(one.right)).map((one) => leaf(`other ${one.right}`, one))
  return homeless.length === 0 ? tree : [...tree, { id: 'other', label: words.other, children: homeless }]
}

/** The row that each right stands at. */
function homesOf(rows: readonly MenuSetting[]): ReadonlyMap<string, number> {
  const inOrder = (parentId: number | null): readonly MenuSetting[] =>
    rows.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...inOrder(row.id)])
  const held = inOrder(null).filter(({ right }) => right !== null)
  const homes = new Map<string, number>()
  for (const { id, right } of [...held.filter(({ kind }) => kind === 'page'), ...held]) if (right !== null && !homes.has(right)) homes.set(right, id)
  return homes
}

function nameOf(row: MenuSetting, { language, titleOf }: RightTreeWords): string {
  return (language === 'zh' ? row.nameZh : row.nameEn) ?? titleOf(row)?.[language] ?? row.path
}
