import { useRef, useState, type KeyboardEvent } from 'react'
import CaretRightIcon from 'icon:caret-right'
import {
  branchIds,
  isPicked,
  picked,
  picksOf,
  shownNodes,
  tickStateOf,
  toggled,
  treeMove,
  valuesOf,
  type ShownNode,
  type TickState,
  type TreeNode,
  type TreePick,
} from './tree-state.ts'

/** A button on branches; `named` says in full what it picks. */
type NamedPick = TreePick & { readonly label: string; readonly named: (branch: string) => string }

type CheckTreeProps = {
  label: string
  nodes: readonly TreeNode[]
  ticked: ReadonlySet<string>
  picks?: readonly NamedPick[]
  /** Says on branches how many of their values are ticked. */
  countText?: (ticked: number, all: number) => string
} & (
  | { onChange: (ticked: Set<string>) => void; onlyShows?: never }
  /** The tree only shows, and says so. */
  | { onChange?: never; onlyShows: string }
)

/** A tree of ticks; a branch shows whether all, some or none below it are ticked. One tab stop, arrow keys within, space ticks; the next stop are the picks of the branch. */
export function CheckTree({ label, nodes, ticked, picks = noPicks, countText, onChange, onlyShows }: CheckTreeProps) {
  const tree = useRef<HTMLUListElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const open = new Set(branchIds(nodes).filter((id) => !closed.has(id)))
  const shown = shownNodes(nodes, open)
  const stopId = shown.some(({ node }) => node.id === focusedId) ? focusedId : shown[0]?.node.id

  function focusOn(id: string) {
    setFocusedId(id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus()
  }
  function setOpen(ids: readonly string[], isOpen: boolean) {
    const next = new Set(closed)
    for (const id of ids) {
      if (isOpen) next.delete(id)
      else next.add(id)
    }
    setClosed(next)
  }
  function tick(id: string) {
    const node = shown.find((one) => one.node.id === id)?.node
    if (node && !node.refusal) onChange?.(toggled(node, ticked))
  }
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !stopId) return
    const move = treeMove(event.key, shown, stopId, open)
    if (!move) return
    event.preventDefault()
    if (move.focus) focusOn(move.focus)
    if (move.open) setOpen([move.open], true)
    if (move.close) setOpen([move.close], false)
    if (move.openAll) setOpen(move.openAll, true)
    if (move.tick) tick(move.tick)
  }
  // What stands beside a row is no part of the tree, and lies on the row's line of one grid.
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto]">
      <ul ref={tree} role="tree" aria-label={label} onKeyDown={press} className="contents">
        {shown.map((one, index) => (
          <Row
            key={one.node.id}
            shown={one}
            line={index + 1}
            state={tickStateOf(one.node, ticked)}
            count={countOf(one.node, ticked, countText)}
            isOpen={one.node.children && one.node.children.length > 0 ? open.has(one.node.id) : null}
            isStop={one.node.id === stopId}
            fixed={onlyShows ?? null}
            onFocus={() => setFocusedId(one.node.id)}
            onFold={() => setOpen([one.node.id], !open.has(one.node.id))}
            onTick={() => tick(one.node.id)}
          />
        ))}
      </ul>
      {shown.map(({ node }, index) => {
        const count = countOf(node, ticked, countText)
        if (count === null) return null
        return (
          <span key={node.id} style={{ gridRow: index + 1 }} className="col-start-2 flex items-center justify-end gap-1">
            <span aria-hidden="true" className="text-xs text-kumo-subtle tabular-nums">
              {count}
            </span>
            {picksOf(node, picks).map((pick) => (
              <PickButton
                key={pick.label}
                label={pick.label}
                name={pick.named(node.label)}
                isOn={isPicked(node, ticked, pick)}
                isStop={node.id === stopId}
                onClick={() => onChange?.(picked(node, ticked, pick))}
              />
            ))}
          </span>
        )
      })}
    </div>
  )
}

const noPicks: readonly NamedPick[] = []

/** How many of a branch's values are ticked, in words; null for leaves. */
function countOf(node: TreeNode, ticked: ReadonlySet<string>, countText: CheckTreeProps['countText']): string | null {
  if (!countText || !node.children) return null
  const values = [...new Set(valuesOf(node))]
  return countText(values.filter((value) => ticked.has(value)).length, values.length)
}

type PickButtonProps = { label: string; name: string; isOn: boolean; /** Its row has the focus, or would get it. */ isStop: boolean; onClick: () => void }

function PickButton({ label, name, isOn, isStop, onClick }: PickButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-pressed={isOn}
      onClick={onClick}
      className={`h-6 cursor-pointer rounded-sm px-1.5 text-xs hover:bg-kumo-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus ${isOn ? 'font-medium text-np-accent' : 'text-kumo-subtle'}`}
    >
      {label}
    </button>
  )
}

const checkedOf: Readonly<Record<TickState, 'true' | 'false' | 'mixed'>> = { all: 'true', some: 'mixed', none: 'false' }

type RowProps = {
  shown: ShownNode
  /** Its line of the grid. */
  line: number
  state: TickState
  /** How many of its values are ticked; null for leaves. */
  count: string | null
  /** Null: a leaf. */
  isOpen: boolean | null
  isStop: boolean
  /** Why no row can be ticked; null where they can. */
  fixed: string | null
  onFocus: () => void
  onFold: () => void
  onTick: () => void
}

function Row({ shown: { node, depth, position, siblings }, line, state, count, isOpen, isStop, fixed, onFocus, onFold, onTick }: RowProps) {
  return (
    <li
      role="treeitem"
      data-node={node.id}
      aria-description={count ?? undefined}
      tabIndex={isStop ? 0 : -1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen ?? undefined}
      aria-checked={checkedOf[state]}
      aria-disabled={fixed !== null || node.refusal ? true : undefined}
      title={node.refusal ?? fixed ?? undefined}
      onFocus={onFocus}
      onClick={onTick}
      style={{ gridRow: line, paddingLeft: `${depth * 22 + 4}px` }}
      className={`${count === null ? 'col-span-2' : 'col-start-1'} flex min-h-8 items-center gap-2 rounded-md pr-2 text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus ${fixed !== null ? '' : node.refusal ? 'cursor-not-allowed text-kumo-subtle' : 'cursor-pointer hover:bg-kumo-tint'}`}
    >
      {isOpen === null ? (
        <span className="size-5 shrink-0" />
      ) : (
        <span
          aria-hidden="true"
          className="inline-flex size-5 shrink-0 cursor-pointer items-center justify-center text-kumo-subtle hover:text-kumo-default"
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        >
          <CaretRightIcon size={12} className={`transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </span>
      )}
      <TickMark state={state} isFaint={fixed !== null || Boolean(node.refusal)} />
      <span className={`min-w-0 ${isOpen === null ? '' : 'font-medium'}`}>{node.label}</span>
      {node.note && <span className="min-w-0 truncate font-mono text-xs text-kumo-subtle max-pad:hidden">{node.note}</span>}
    </li>
  )
}

function TickMark({ state, isFaint }: { state: TickState; isFaint: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-4 shrink-0 items-center justify-center rounded-sm border ${state === 'none' ? 'border-np-field bg-kumo-control' : 'border-kumo-brand bg-kumo-brand text-white'} ${isFaint ? 'opacity-60' : ''}`}
    >
      {state === 'all' && (
        <svg viewBox="0 0 12 12" width="10" height="10">
          <path d="M2 6.5 4.8 9 10 3.2" fill="none" stroke="currentColor" strokeWidth="1.8" />
        </svg>
      )}
      {state === 'some' && <span className="h-0.5 w-2 bg-current" />}
    </span>
  )
}
