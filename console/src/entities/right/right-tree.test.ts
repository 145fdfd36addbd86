import { describe, expect, it } from 'vitest'
import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import type { NamedRight } from '@nameplane/contract/account/role'
import { rightNames, rights, rightsOpeningAll } from '@nameplane/contract/rights'
import { valuesOf, type TreeNode } from '../../ui/tree/tree-state.ts'
import { menuRow } from '../menu/menu-row.testing.ts'
import { rightTree } from './right-tree.ts'

const row = (id: number, parentId: number | null, kind: MenuSetting['kind'], more: Partial<MenuSetting> = {}): MenuSetting =>
  menuRow(id, kind, parentId, { path: `/${id}`, ...more })
const rows = [
  row(1, null, 'directory', { nameZh: '域名', nameEn: 'Names' }),
  row(2, 1, 'page', { right: 'domain.read' }),
  row(3, 2, 'button', { right: 'domain.write' }),
  row(4, 1, 'page'),
  row(5, null, 'directory'),
]
const named: readonly NamedRight[] = rights.map((right) => ({
  right,
  title: rightNames[right],
  isForUsers: true,
  opensAll: rightsOpeningAll.has(right),
  ofDomains: true,
}))
const shape = (node: TreeNode): unknown => (node.children ? { [node.label]: node.children.map(shape) } : node.value)
const tree = (given = rows) =>
  rightTree(given, named, {
    language: 'en',
    titleOf: ({ path }) => ({ zh: '题', en: `title of ${path}` }),
    noteOf: ({ right, opensAll }) => (opensAll ? `${right}, all` : right),
    refusalOf: ({ right }) => (right === 'domain.write' ? 'no' : null),
    other: 'Other',
  })

describe('the tree of rights', () => {
  it('has the right of a page below it, beside those of its buttons, and no rows without rights', () => {
    expect(shape(tree()[0]!)).toEqual({ Names: [{ 'title of /2': ['domain.read', 'domain.write'] }] })
    expect(tree().map((node) => node.label)).toEqual(['Names', 'Other'])
  })

  it('shows a heading over a single page of its name as that page', () => {
    const same = { nameZh: '概览', nameEn: 'Overview' }
    const given = [row(1, null, 'directory', same), row(2, 1, 'page', { ...same, right: 'dashboard.read' })]
    expect(shape(tree(given)[0]!)).toEqual({ Overview: ['dashboard.read'] })
  })

  it('holds every right once, whatever the menu lacks', () => {
    expect(
      tree()
        .flatMap((node) => valuesOf(node))
        .sort(),
    ).toEqual([...rights].sort())
    expect(tree([])[0]?.children?.length).toBe(rights.length)
  })

  it('shows a right of several rows at the first page that it opens', () => {
    const given = [
      row(1, null, 'page', { right: 'domain.read' }),
      row(2, 1, 'button', { right: 'payment.read' }),
      row(3, 1, 'button', { right: 'domain.write' }),
      row(4, null, 'page', { right: 'payment.read' }),
      row(5, 4, 'button', { right: 'domain.write' }),
      row(6, null, 'page', { right: 'payment.read' }),
    ]
    expect(tree(given).slice(0, 2).map(shape)).toEqual([{ 'title of /1': ['domain.read', 'domain.write'] }, { 'title of /4': ['payment.read'] }])
    expect(tree(given)).toHaveLength(3)
  })

  it('says of a right why it cannot be given', () => {
    const leaves = tree()[0]!.children![0]!.children!
    expect(leaves.map((leaf) => [leaf.label, leaf.refusal])).toEqual([
      ['View domains', null],
      ['Add and edit domains', 'no'],
    ])
  })
})
