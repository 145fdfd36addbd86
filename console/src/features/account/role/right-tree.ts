import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import { rightNames } from '@nameplane/contract/right-names'
import { isRight, rights, type Right } from '@nameplane/contract/rights'
import type { Language } from '../../../i18n/language.ts'
import type { Bilingual } from '../../../i18n/messages.ts'
import type { TreeNode } from '../../../ui/tree/tree-state.ts'

type RightTreeWords = {
  language: Language
  /** The own title of a screen or heading whose row says no name. */
  titleOf: (row: { kind: string; path: string }) => Bilingual | null
  /** Why a right cannot be handed out; null when it can. */
  refusalOf: (right: Right) => string | null
  /** Heading of rights that stand nowhere in the menu. */
  other: string
}

/**
 * The rows of the menu as a tree whose leaves are rights: a page's own right stands below it, beside those of its buttons.
 * Rows without any right below them are left out; rights without a row follow at the end, so that each can be given.
 */
export function rightTree(rows: readonly MenuSetting[], words: RightTreeWords): TreeNode[] {
  const leaf = (id: string, right: Right): TreeNode => ({
    id,
    label: rightNames[right][words.language],
    note: right,
    value: right,
    refusal: words.refusalOf(right),
  })
  const below = (parentId: number | null): TreeNode[] =>
    rows.filter((row) => row.parentId === parentId).flatMap((row) => (row.kind === 'button' ? leavesOf(row) : branchOf(row)))
  const leavesOf = (row: MenuSetting): TreeNode[] => (row.right !== null && isRight(row.right) ? [leaf(`right ${row.id}`, row.right)] : [])
  const branchOf = (row: MenuSetting): TreeNode[] => {
    const children = [...leavesOf(row), ...below(row.id)]
    const label = nameOf(row, words)
    const [only] = children
    // A heading over a single page of its name is that page.
    if (children.length === 1 && only?.children && only.label === label) return [only]
    return children.length === 0 ? [] : [{ id: `row ${row.id}`, label, children }]
  }
  const tree = below(null)
  const placed = new Set(rows.map((row) => row.right))
  const homeless = rights.filter((right) => !placed.has(right)).map((right) => leaf(`other ${right}`, right))
  return homeless.length === 0 ? tree : [...tree, { id: 'other', label: words.other, children: homeless }]
}

function nameOf(row: MenuSetting, { language, titleOf }: RightTreeWords): string {
  return (language === 'zh' ? row.nameZh : row.nameEn) ?? titleOf(row)?.[language] ?? row.path
}
