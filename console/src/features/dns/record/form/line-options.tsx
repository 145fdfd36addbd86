import { memo, useCallback, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import CaretRightIcon from 'icon:caret-right'
import CheckIcon from 'icon:check'
import { useText } from '../../../../i18n/messages.ts'
import { usePinyin } from '../../../../i18n/use-pinyin.ts'
import { textField } from '../../../../ui/classes.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { browsedRows, flatRows, lineMove, openAtFirst, type LineGroup, type LineRow } from './line-rows.ts'
import { foundLines } from './line-search.ts'
import { recordFormMessages } from './record-form.messages.ts'

type LineOptionsProps = { lines: Lines; value: string; recent: readonly string[]; onChoose: (code: string) => void }

/** More finds than these are not looked through, but narrowed down. */
const shownFinds = 100
const groups: readonly LineGroup[] = ['first', 'own', 'usual', 'recent', 'all', 'found']

/** A search with the lines below it, for a popover: the focus stays in the search, the arrow keys move and fold, Enter takes (WAI-ARIA combobox with a tree). */
export function LineOptions({ lines, value, recent, onChoose }: LineOptionsProps) {
  const text = useText(recordFormMessages)
  const isPinyinOf = usePinyin()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(() => openAtFirst(lines.list, value))
  const [marked, setMarked] = useState<string | null>(null)
  const isTyped = typed.trim() !== ''
  const found = useMemo(() => (isTyped ? foundLines(lines.list, typed, isPinyinOf) : []), [lines, isTyped, typed, isPinyinOf])
  const rows = useMemo(
    () => (isTyped ? flatRows('found', found.slice(0, shownFinds)) : browsedRows(lines.list, recent, open)),
    [isTyped, found, lines, recent, open],
  )
  const at = Math.max(
    0,
    rows.findIndex(({ key, line }) => (marked === null ? !isTyped && line.code === value : key === marked)),
  )
  const rowId = (index: number): string => `${id}-${index}`
  const reveal = useCallback((): void => {
    // Its answer, a promise in newer browsers, must not be taken for what ends an effect.
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  useEffect(reveal, [reveal])

  const fold = useCallback(
    (row: LineRow): void => {
      const next = new Set(open)
      if (!next.delete(row.line.code)) next.add(row.line.code)
      setOpen(next)
      setMarked(row.key)
    },
    [open],
  )
  function press(event: KeyboardEvent): void {
    const row = rows[at]
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      // A form around us is not sent by it.
      event.preventDefault()
      if (row) onChoose(row.line.code)
      return
    }
    const move = lineMove(event.key, rows, at, isTyped)
    if (move === null) return
    event.preventDefault()
    if ('mark' in move) setMarked(move.mark)
    else if (row) fold(row)
  }

  const more = found.length - shownFinds
  const note = rows.length === 0 ? text.lineNone : more > 0 ? text.lineMore(more) : null
  return (
    <div className="flex max-h-[inherit] flex-col p-1">
      <input
        data-first-focus=""
        role="combobox"
        aria-label={text.lineSearch}
        aria-haspopup="tree"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={rows.length > 0 ? rowId(at) : undefined}
        aria-autocomplete="list"
        placeholder={text.lineSearch}
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        className={`${textField} mb-1 shrink-0`}
        value={typed}
        onFocus={reveal}
        onChange={(event) => {
          setTyped(event.target.value)
          setMarked(null)
        }}
        onKeyDown={press}
      />
      {/* A press on it leaves the focus in the search. */}
      <div id={id} role="tree" aria-label={text.lineSearch} className="max-h-72 min-h-0 overflow-y-auto" onMouseDown={(event) => event.preventDefault()}>
        {groups
          .filter((group) => rows.some((row) => row.group === group))
          .map((group) => (
            <div key={group} role="group" aria-label={text.lineGroups[group]}>
              {group !== 'found' && group !== 'first' && (
                <p aria-hidden="true" className="px-2.5 pt-1.5 pb-0.5 text-xs text-kumo-subtle">
                  {text.lineGroups[group]}
                </p>
              )}
              {rows.map(
                (row, index) =>
                  row.group === group && (
                    <Row
                      key={row.key}
                      id={rowId(index)}
                      row={row}
                      lines={lines}
                      isMarked={index === at}
                      isChosen={row.line.code === value}
                      onFold={fold}
                      onChoose={onChoose}
                    />
                  ),
              )}
            </div>
          ))}
      </div>
      <p role="status" className={note === null ? 'sr-only' : 'px-2.5 py-1.5 text-sm text-kumo-subtle'}>
        {note}
      </p>
    </div>
  )
}

type RowProps = {
  id: string
  row: LineRow
  lines: Lines
  isMarked: boolean
  isChosen: boolean
  onFold: (row: LineRow) => void
  onChoose: (code: string) => void
}

const Row = memo(function Row({ id, row, lines, isMarked, isChosen, onFold, onChoose }: RowProps) {
  const { line, isOpen, level, group } = row
  // Away from the tree, a line that is called like others says what it stands below.
  const above = group !== 'all' && group !== 'usual' && line.parent !== null && line.parent !== 'default' ? lines.nameOf(line.parent) : null
  return (
    <div
      id={id}
      role="treeitem"
      data-line={line.code}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isChosen}
      data-marked={isMarked || undefined}
      style={{ paddingLeft: group === 'all' ? 4 + (level - 1) * 14 : 10 }}
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md py-1 pr-2.5 text-sm hover:bg-kumo-tint data-marked:bg-kumo-brand/10 max-pad:min-h-10"
      onClick={() => onChoose(line.code)}
    >
      {group === 'all' && (
        <span
          aria-hidden="true"
          className="inline-flex size-5 shrink-0 items-center justify-center self-center text-kumo-subtle hover:text-kumo-default max-pad:size-8"
          onClick={(event) => {
            if (isOpen === null) return
            event.stopPropagation()
            onFold(row)
          }}
        >
          {isOpen !== null && <CaretRightIcon size={12} className={isOpen ? 'rotate-90' : ''} />}
        </span>
      )}
      <span className={`min-w-0 truncate ${isChosen ? 'font-medium' : ''}`}>{lines.nameOf(line.code)}</span>
      {above !== null && <span className="min-w-0 truncate text-xs text-kumo-subtle">{above}</span>}
      <span className="ml-auto shrink-0 font-mono text-xs text-kumo-subtle">{line.code}</span>
      {isChosen && <CheckIcon size={14} aria-hidden="true" className="shrink-0 text-np-accent" />}
    </div>
  )
})
