import { useState } from 'react'
import { useRightTree } from '../../../entities/right/use-right-tree.tsx'
import { useLanguage } from '../../../i18n/language.ts'
import { useText } from '../../../i18n/messages.ts'
import { CheckBox } from '../../../screen-parts/form/check-box.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { CheckTree } from '../../../ui/tree/check-tree.tsx'
import type { TreeNode } from '../../../ui/tree/tree-state.ts'
import type { RoleRow } from './role-list.tsx'
import { roleMessages, roleWords } from './role.messages.ts'

const givable = () => null

function useScopeText(): (row: RoleRow) => string {
  const text = useText(roleMessages)
  return (row) => (row.dataScope === 'groups' ? text.scopeOfGroups(row.serviceGroupIds.length) : text.choices.dataScope[row.dataScope])
}

/** What one role may, to look at. */
export function RoleRights({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const text = useText(roleMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const scopeText = useScopeText()
  const { nodes, failure } = useRightTree(givable)
  return (
    <Drawer title={text.showTitle(row.name)} note={scopeText(row)} closeText={parts.close} onClose={onClose}>
      <div className="p-3">
        {failure ?? <CheckTree label={roleWords.label('rights', language)} nodes={nodes} ticked={new Set(row.rights)} onlyShows={text.onlyShown} />}
      </div>
    </Drawer>
  )
}

/** Leaves with the way to them. */
function rightsInOrder(nodes: readonly TreeNode[], above: readonly string[] = []): { right: string; label: string; place: string }[] {
  return nodes.flatMap((node) =>
    node.value === undefined
      ? rightsInOrder(node.children ?? [], [...above, node.label])
      : [{ right: node.value, label: node.label, place: above.slice(1).join(' / ') || (above[0] ?? '') }],
  )
}

/** Two roles side by side, right by right. */
export function CompareRoles({ one, other, onClose }: { one: RoleRow; other: RoleRow; onClose: () => void }) {
  const text = useText(roleMessages)
  const parts = useText(partsMessages)
  const language = useLanguage()
  const scopeText = useScopeText()
  const { nodes, failure } = useRightTree(givable)
  const [isOnlyDifferences, setOnlyDifferences] = useState(true)
  const rows = rightsInOrder(nodes).filter(({ right }) => !isOnlyDifferences || one.rights.includes(right) !== other.rights.includes(right))
  const has = (role: RoleRow, right: string) =>
    role.rights.includes(right) ? <span className="font-medium">{text.has}</span> : <span className="text-kumo-subtle">{text.hasNot}</span>
  const isScopeShown = !isOnlyDifferences || scopeText(one) !== scopeText(other) || one.serviceGroupIds.join() !== other.serviceGroupIds.join()
  return (
    <Drawer title={text.compareTitle(one.name, other.name)} closeText={parts.close} width="wide" onClose={onClose}>
      <div className="flex flex-col gap-3 px-5 py-4">
        <CheckBox label={text.onlyDifferences} checked={isOnlyDifferences} onChange={(event) => setOnlyDifferences(event.target.checked)} />
        {failure}
        <table className="w-full table-fixed text-left text-sm">
          <thead>
            <tr className="border-b border-kumo-line text-kumo-subtle">
              <th scope="col" className="py-1.5 pr-3 font-medium">
                {text.right}
              </th>
              <th scope="col" className="w-[24%] truncate py-1.5 pr-3 font-medium" title={one.name}>
                {one.name}
              </th>
              <th scope="col" className="w-[24%] truncate py-1.5 font-medium" title={other.name}>
                {other.name}
              </th>
            </tr>
          </thead>
          <tbody>
            {isScopeShown && (
              <tr className="border-b border-kumo-line">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {roleWords.label('dataScope', language)}
                </th>
                <td className="py-2 pr-3">{scopeText(one)}</td>
                <td className="py-2">{scopeText(other)}</td>
              </tr>
            )}
            {rows.map(({ right, label, place }) => (
              <tr key={right} className="border-b border-kumo-line last:border-0">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {label}
                  <span className="block truncate text-xs text-kumo-subtle">{place}</span>
                </th>
                <td className="py-2 pr-3">{has(one, right)}</td>
                <td className="py-2">{has(other, right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {nodes.length > 0 && rows.length === 0 && <p className="text-sm text-kumo-subtle">{text.noDifferences}</p>}
      </div>
    </Drawer>
  )
}
