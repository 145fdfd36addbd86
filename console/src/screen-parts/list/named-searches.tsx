import { useState, type FormEvent } from 'react'
import BookmarkSimpleIcon from 'icon:bookmark-simple'
import FilledBookmarkIcon from 'icon:bookmark-simple-fill'
import CheckIcon from 'icon:check'
import PencilSimpleIcon from 'icon:pencil-simple'
import TrashIcon from 'icon:trash'
import { useText } from '../../i18n/messages.ts'
import { DangerButton, PrimaryButton, QuietButton } from '../../ui/button.tsx'
import { textField } from '../../ui/classes.ts'
import { SmallIconButton, iconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { isSameSearch } from './list-state.ts'

export type NamedSearch = { readonly id: number; readonly name: string; readonly search: Readonly<Record<string, string>> }

type NamedSearchesProps = {
  searches: readonly NamedSearch[]
  /** What the list is filtered and sorted by now. */
  current: Readonly<Record<string, string>>
  /** Letters of a name, at most. */
  nameLength: number
  onApply: (search: NamedSearch['search']) => void
  /** Each answers why it was refused, in the reader's words, or null when it is done. */
  onKeep: (name: string) => Promise<string | null>
  onReplace: (id: number) => Promise<string | null>
  onRename: (id: number, name: string) => Promise<string | null>
  onRemove: (id: number) => Promise<string | null>
}

/** A list's bookmarks: filters and order kept under names. Picks, keeps, renames and removes; where they are kept is the owner's affair. */
export function NamedSearches(props: NamedSearchesProps) {
  const text = useText(partsMessages).kept
  const applied = props.searches.find((one) => isSameSearch(one.search, props.current))
  return (
    <Popover
      label={applied ? `${text.title} · ${text.current(applied.name)}` : text.title}
      trigger={applied ? <FilledBookmarkIcon size={17} /> : <BookmarkSimpleIcon size={17} />}
      triggerClassName={`${iconButton} ${applied ? 'text-np-accent!' : ''}`}
      className="w-80"
    >
      {(close) => <Panel {...props} onApply={(search) => (props.onApply(search), close())} />}
    </Popover>
  )
}

function Panel({ searches, current, nameLength, onApply, onKeep, onReplace, onRename, onRemove }: NamedSearchesProps) {
  const text = useText(partsMessages).kept
  const [open, setOpen] = useState<{ id: number; as: 'rename' | 'remove' } | null>(null)
  const isSomething = Object.keys(current).length > 0
  const close = () => setOpen(null)
  return (
    <div className="p-1">
      <p className="px-1.5 pt-0.5 pb-1 text-xs text-kumo-subtle">{text.title}</p>
      {searches.length === 0 && <p className="px-1.5 pb-1.5 text-sm text-kumo-subtle">{text.none}</p>}
      <ul className="max-h-64 overflow-y-auto">
        {searches.map((one) => (
          <li key={one.id}>
            {open?.id !== one.id ? (
              <Row one={one} isApplied={isSameSearch(one.search, current)} onApply={onApply} onOpen={(as) => setOpen({ id: one.id, as })} />
            ) : open.as === 'rename' ? (
              <NameForm
                name={one.name}
                nameLength={nameLength}
                onName={async (name) => {
                  const refusal = name === one.name ? null : await onRename(one.id, name)
                  if (refusal === null) close()
                  return refusal
                }}
                onCancel={close}
              />
            ) : (
              <RemoveQuestion name={one.name} onRemove={() => onRemove(one.id)} onCancel={close} />
            )}
          </li>
        ))}
      </ul>
      {isSomething ? (
        <div className="mt-1 border-t border-kumo-line pt-1">
          <NameForm taken={searches} nameLength={nameLength} onName={(name, same) => (same ? onReplace(same.id) : onKeep(name))} />
        </div>
      ) : (
        searches.length > 0 && <p className="mt-1 border-t border-kumo-line px-1.5 pt-2 pb-1 text-xs text-kumo-subtle">{text.nothing}</p>
      )}
    </div>
  )
}

type RowProps = { one: NamedSearch; isApplied: boolean; onApply: NamedSearchesProps['onApply']; onOpen: (as: 'rename' | 'remove') => void }

function Row({ one, isApplied, onApply, onOpen }: RowProps) {
  const text = useText(partsMessages).kept
  return (
    <div className="group/kept flex h-8 items-center rounded-md hover:bg-kumo-tint">
      <button
        type="button"
        aria-pressed={isApplied}
        className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-md px-1.5 text-left text-sm focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-kumo-focus aria-pressed:font-medium"
        onClick={() => onApply(one.search)}
      >
        <span className="inline-flex w-4 shrink-0">{isApplied && <CheckIcon size={14} aria-hidden="true" className="text-np-accent" />}</span>
        <span className="truncate">{one.name}</span>
      </button>
      <SmallIconButton size={7} label={text.rename(one.name)} onClick={() => onOpen('rename')} icon={<PencilSimpleIcon size={14} />} />
      <SmallIconButton size={7} label={text.remove(one.name)} onClick={() => onOpen('remove')} icon={<TrashIcon size={14} />} />
    </div>
  )
}

type NameFormProps = {
  /** What it is called now; a new one has no name yet. */
  name?: string
  nameLength: number
  /** Names that are there: what is typed may mean one of them. */
  taken?: readonly NamedSearch[]
  onName: (name: string, same: NamedSearch | undefined) => Promise<string | null>
  onCancel?: () => void
}

function NameForm({ name = '', nameLength, taken = [], onName, onCancel }: NameFormProps) {
  const parts = useText(partsMessages)
  const text = parts.kept
  const [typed, setTyped] = useState(name)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const wanted = typed.trim()
  const same = taken.find((one) => one.name.toLowerCase() === wanted.toLowerCase())
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (wanted === '' || isRunning) return
    setRunning(true)
    const refused = await onName(wanted, same)
    setRunning(false)
    setRefusal(refused)
    if (refused === null && !onCancel) setTyped('')
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="p-1">
      <div className="flex gap-1.5">
        <input
          // Renaming was asked for just now; the other field waits at the foot.
          autoFocus={onCancel !== undefined}
          aria-label={text.name}
          aria-invalid={refusal !== null || undefined}
          placeholder={text.name}
          value={typed}
          maxLength={nameLength}
          autoComplete="off"
          spellCheck={false}
          className={`${textField} min-w-0 flex-1`}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefusal(null)
          }}
        />
        {onCancel && <QuietButton onClick={onCancel}>{parts.cancel}</QuietButton>}
        <PrimaryButton type="submit" disabled={isRunning} refusal={wanted === '' ? parts.reasons.name : null}>
          {onCancel ? parts.save : same ? text.replace : text.keep}
        </PrimaryButton>
      </div>
      {refusal !== null && (
        <p role="alert" className="mt-1 text-sm text-kumo-danger">
          {refusal}
        </p>
      )}
    </form>
  )
}

function RemoveQuestion({ name, onRemove, onCancel }: { name: string; onRemove: () => Promise<string | null>; onCancel: () => void }) {
  const parts = useText(partsMessages)
  const [isRunning, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function remove() {
    setRunning(true)
    setRefusal(await onRemove())
    setRunning(false)
  }
  return (
    <div role="group" aria-label={parts.kept.removeAsk(name)} className="p-1.5 text-sm">
      <p className="break-words">{refusal ?? parts.kept.removeAsk(name)}</p>
      <div className="mt-1.5 flex justify-end gap-1.5">
        <QuietButton autoFocus onClick={onCancel}>
          {parts.cancel}
        </QuietButton>
        <DangerButton disabled={isRunning} onClick={() => void remove()}>
          {parts.delete}
        </DangerButton>
      </div>
    </div>
  )
}
