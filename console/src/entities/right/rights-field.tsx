import { useMemo, useState } from 'react'
import type { NamedRight } from '@nameplane/contract/account/role'
import { useText } from '../../i18n/messages.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { textField } from '../../ui/classes.ts'
import { CheckTree } from '../../ui/tree/check-tree.tsx'
import { foundNodes, valuesOf } from '../../ui/tree/tree-state.ts'
import { rightMessages } from './right.messages.ts'
import { useRightTree } from './use-right-tree.tsx'

type RightsFieldProps = {
  label: string
  help: string
  error?: string | undefined
  value: readonly string[]
  /** Why a right cannot be given; null when it can. */
  refusalOf: (right: NamedRight) => string | null
  onChange: (rights: readonly string[]) => void
}

const isToView = (right: string): boolean => right.endsWith('.read')

/** Ticks rights where the menu has them: one by one, all of a page or directory, or those of it that only look. */
export function RightsField({ label, help, error, value, refusalOf, onChange }: RightsFieldProps) {
  const text = useText(rightMessages)
  const format = useFormat()
  const [search, setSearch] = useState('')
  const { nodes, failure } = useRightTree(refusalOf)
  const count = useMemo(() => new Set(nodes.flatMap((node) => valuesOf(node))).size, [nodes])
  const found = useMemo(() => foundNodes(nodes, search), [nodes, search])
  const ticked = useMemo(() => new Set(value), [value])
  const picks = useMemo(
    () => [
      { label: text.viewOnly, named: (name: string) => text.pickOf(text.viewOnly, name), has: isToView },
      { label: text.all, named: (name: string) => text.pickOf(text.all, name), has: () => true },
    ],
    [text],
  )
  if (failure) return failure
  return (
    <>
      <p className="-mt-2 flex justify-between gap-x-4 text-sm text-kumo-subtle">
        <span>{help}</span>
        <span role="status" className="shrink-0">
          {text.ticked(format.number(ticked.size), format.number(count))}
        </span>
      </p>
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // A form around us is not sent by it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={textField}
      />
      <div className="max-h-64 overflow-y-auto rounded-md border border-kumo-line p-1">
        <CheckTree
          label={label}
          nodes={found}
          ticked={ticked}
          picks={picks}
          countText={(some, all) => text.tickedBelow(format.number(some), format.number(all))}
          onChange={(next) => onChange([...next])}
        />
        {nodes.length > 0 && found.length === 0 && (
          <p role="status" className="px-2 py-1.5 text-sm text-kumo-subtle">
            {text.noneFound}
          </p>
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="-mt-2 text-sm text-kumo-danger">
          {error}
        </p>
      )}
    </>
  )
}
