/** A node of a tree: a branch with nodes below it, or a leaf that stands for a value. */
export type TreeNode = {
  readonly id: string
  readonly label: string
  /** Stands after the label, in grey. */
  readonly note?: string
  /** What a leaf stands for; several leaves may stand for the same. */
  readonly value?: string
  /** Why it cannot be ticked. */
  readonly refusal?: string | null
  readonly children?: readonly TreeNode[]
}

export type TickState = 'all' | 'some' | 'none'

/** A node as it is drawn: its depth from 0, and what it stands below. */
export type ShownNode = {
  readonly node: TreeNode
  readonly depth: number
  readonly parentId: string | null
  readonly position: number
  readonly siblings: number
}

const isBranch = (node: TreeNode): boolean => node.children !== undefined && node.children.length > 0

/** The values of a node's leaves; with `isFree` those that may be ticked. */
export function valuesOf(node: TreeNode, isFree = false): string[] {
  if (isFree && node.refusal) return []
  const own = node.value === undefined ? [] : [node.value]
  return [...own, ...(node.children ?? []).flatMap((child) => valuesOf(child, isFree))]
}

/** All, some or none of a node's leaves are ticked. */
export function tickStateOf(node: TreeNode, ticked: ReadonlySet<string>): TickState {
  const values = valuesOf(node)
  const count = values.filter((value) => ticked.has(value)).length
  return count === 0 ? 'none' : count === values.length ? 'all' : 'some'
}

/** The ticked values after a click on a node: all that may be ticked below it, or, when they were all ticked, none of them. */
export function toggled(node: TreeNode, ticked: ReadonlySet<string>): Set<string> {
  const values = valuesOf(node, true)
  const isFull = values.every((value) => ticked.has(value))
  const next = new Set(ticked)
  for (const value of values) {
    if (isFull) next.delete(value)
    else next.add(value)
  }
  return next
}

/** A choice of values that a branch offers, such as those that only look. */
export type TreePick = { readonly has: (value: string) => boolean }

/** The ticked values after a branch's pick: below it those of the pick and no others, as far as they may be ticked. */
export function picked(node: TreeNode, ticked: ReadonlySet<string>, { has }: TreePick): Set<string> {
  const next = new Set(ticked)
  for (const value of valuesOf(node, true)) {
    if (has(value)) next.add(value)
    else next.delete(value)
  }
  return next
}

/** The picks that a branch offers: those with something in them, each once, and none over a single value. */
export function picksOf<Pick extends TreePick>(node: TreeNode, picks: readonly Pick[]): Pick[] {
  const values = new Set(valuesOf(node, true))
  if (!isBranch(node) || values.size < 2) return []
  const sizeOf = ({ has }: TreePick): number => [...values].filter(has).length
  return picks.filter((pick, index) => sizeOf(pick) > 0 && !picks.slice(index + 1).some((later) => sizeOf(later) === sizeOf(pick)))
}

/** Whether just the values of a pick are ticked below a node. */
export function isPicked(node: TreeNode, ticked: ReadonlySet<string>, { has }: TreePick): boolean {
  return valuesOf(node, true).every((value) => ticked.has(value) === has(value))
}

/** What is left of a tree by a search: leaves whose label, note or value has the text, and all below a branch whose label has it. */
export function foundNodes(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((node) => {
    if ([node.label, node.note, node.value].some((said) => said?.toLowerCase().includes(wanted))) return [node]
    const children = foundNodes(node.children ?? [], text)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** The nodes that show while these branches are open, in their order. */
export function shownNodes(nodes: readonly TreeNode[], open: ReadonlySet<string>, depth = 0, parentId: string | null = null): ShownNode[] {
  return nodes.flatMap((node, index) => [
    { node, depth, parentId, position: index + 1, siblings: nodes.length },
    ...(isBranch(node) && open.has(node.id) ? shownNodes(node.children!, open, depth + 1, node.id) : []),
  ])
}

/** Ids of all branches. */
export function branchIds(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (isBranch(node) ? [node.id, ...branchIds(node.children!)] : []))
}

/** What a key does in a tree (WAI-ARIA Authoring Practices, Tree View Pattern); null for keys that are none of its own. */
export type TreeMove = {
  readonly focus?: string
  readonly open?: string
  readonly close?: string
  readonly openAll?: readonly string[]
  readonly tick?: string
} | null

export function treeMove(key: string, shown: readonly ShownNode[], focusedId: string, open: ReadonlySet<string>): TreeMove {
  const at = shown.findIndex(({ node }) => node.id === focusedId)
  const current = shown[at]
  if (!current) return null
  const { node, parentId } = current
  const focusOn = (target: ShownNode | undefined): TreeMove => (target ? { focus: target.node.id } : {})
  switch (key) {
    case 'ArrowDown':
      return focusOn(shown[at + 1])
    case 'ArrowUp':
      return focusOn(shown[at - 1])
    case 'Home':
      return focusOn(shown[0])
    case 'End':
      return focusOn(shown.at(-1))
    case 'ArrowRight':
      if (!isBranch(node)) return {}
      return open.has(node.id) ? focusOn(shown[at + 1]) : { open: node.id }
    case 'ArrowLeft':
      if (isBranch(node) && open.has(node.id)) return { close: node.id }
      return parentId === null ? {} : { focus: parentId }
    case '*':
      return { openAll: shown.filter((one) => one.parentId === parentId && isBranch(one.node)).map((one) => one.node.id) }
    case ' ':
    case 'Enter':
      return { tick: node.id }
    default:
      return key.length === 1 && /\S/.test(key) ? focusOn(beginningWith(key, shown, at)) : null
  }
}

function beginningWith(letter: string, shown: readonly ShownNode[], at: number): ShownNode | undefined {
  const begins = ({ node }: ShownNode): boolean => node.label.toLowerCase().startsWith(letter.toLowerCase())
  return shown.slice(at + 1).find(begins) ?? shown.slice(0, at).find(begins)
}
