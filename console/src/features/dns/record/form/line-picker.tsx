import { useMemo, useState } from 'react'
import CaretDownIcon from 'icon:caret-down'
import { keepText, keptText } from '../../../../browser/local-storage.ts'
import { useText } from '../../../../i18n/messages.ts'
import type { ControlProps } from '../../../../screen-parts/form/labelled.tsx'
import { partsMessages } from '../../../../screen-parts/screen-parts.messages.ts'
import { textField } from '../../../../ui/classes.ts'
import { Popover } from '../../../../ui/popover.tsx'
import { foundLines, type Lines } from '../use-lines.ts'
import { recordFormMessages } from './record-form.messages.ts'

const recentKey = 'record-recent-lines'
const keptRecent = 5

function recentLines(): string[] {
  return (keptText(recentKey) ?? '').split(',').filter(Boolean)
}

type LinePickerProps = {
  /** Of the field that it is the control of. */
  control: ControlProps
  label: string
  value: string
  lines: Lines
  onChange: (code: string) => void
}

/** Chooses a line out of the tree: by its place, by searching its name in either language or its code, or from the last ones used. */
export function LinePicker({ control, label, value, lines, onChange }: LinePickerProps) {
  const text = useText(recordFormMessages)
  const parts = useText(partsMessages)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = useMemo(() => foundLines(lines, wanted), [lines, wanted])
  const recent = wanted === '' ? recentLines().filter((code) => lines.list.some((line) => line.code === code)) : []

  function choose(code: string, close: () => void): void {
    keepText(recentKey, [code, ...recentLines().filter((one) => one !== code)].slice(0, keptRecent).join(','))
    setSearch('')
    onChange(code)
    close()
  }
  const option = (code: string, depth: number, close: () => void, key: string) => (
    <button
      key={key}
      type="button"
      aria-pressed={code === value}
      style={{ paddingLeft: 10 + depth * 14 }}
      className={`flex w-full cursor-pointer items-baseline gap-2 rounded-md py-1 pr-2.5 text-left text-sm hover:bg-kumo-tint focus-visible:outline-2 focus-visible:outline-kumo-focus ${code === value ? 'bg-kumo-brand/10' : ''}`}
      onClick={() => choose(code, close)}
    >
      <span className="flex-1">{lines.nameOf(code)}</span>
      <span className="font-mono text-xs text-kumo-subtle">{code}</span>
    </button>
  )
  return (
    <Popover
      label={parts.nameAndValue(label, lines.nameOf(value))}
      control={{ id: control.id, 'aria-describedby': control['aria-describedby'] }}
      trigger={
        <>
          <span className="min-w-0 flex-1 truncate text-left">{lines.nameOf(value)}</span>
          <CaretDownIcon size={13} aria-hidden="true" />
        </>
      }
      triggerClassName={`${textField} flex cursor-pointer items-center gap-2`}
      className="w-72"
    >
      {(close) => (
        <>
          <input
            data-first-focus=""
            className={`${textField} mb-1`}
            placeholder={text.lineSearch}
            aria-label={text.lineSearch}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (shown[0]) choose(shown[0].code, close)
            }}
          />
          <div className="max-h-72 overflow-y-auto">
            {recent.length > 0 && <p className="px-2.5 pt-1 text-xs text-kumo-subtle">{text.lineRecent}</p>}
            {recent.map((code) => option(code, 0, close, `recent-${code}`))}
            {recent.length > 0 && <hr className="my-1 border-kumo-line" />}
            {shown.map((line) => option(line.code, wanted === '' ? lines.depthOf(line.code) : 0, close, line.code))}
            {shown.length === 0 && <p className="px-2.5 py-2 text-sm text-kumo-subtle">{text.lineNone}</p>}
          </div>
        </>
      )}
    </Popover>
  )
}
