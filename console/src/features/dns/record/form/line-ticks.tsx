import { useMemo, useState } from 'react'
import { useText } from '../../../../i18n/messages.ts'
import { usePinyin } from '../../../../i18n/use-pinyin.ts'
import { withTick } from '../../../../screen-parts/form/ticked.ts'
import { textField } from '../../../../ui/classes.ts'
import type { Lines } from '../../../../entities/line/use-lines.ts'
import { foundLines } from './line-search.ts'
import { recordFormMessages } from './record-form.messages.ts'

type LineTicksProps = {
  lines: Lines
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** Why a line cannot be ticked, or null. */
  refusalOf?: (code: string) => string | null
}

/** Several lines, ticked one by one, with a search above them. */
export function LineTicks({ lines, chosen, onChange, refusalOf = () => null }: LineTicksProps) {
  const text = useText(recordFormMessages)
  const isPinyinOf = usePinyin()
  const [search, setSearch] = useState('')
  const shown = useMemo(() => foundLines(lines.list, search, isPinyinOf), [lines, search, isPinyinOf])
  return (
    <>
      <input
        type="search"
        data-first-focus=""
        className={textField}
        placeholder={text.lineSearch}
        aria-label={text.lineSearch}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className="mt-2 max-h-[45vh] overflow-y-auto rounded-md border border-kumo-line py-1">
        {shown.map(({ code }) => {
          const refusal = refusalOf(code)
          return (
            <li key={code}>
              <label
                style={{ paddingLeft: 12 + (search.trim() === '' ? lines.depthOf(code) * 18 : 0) }}
                className="flex cursor-pointer items-center gap-2 py-1.5 pr-3 text-sm hover:bg-kumo-tint has-disabled:cursor-not-allowed has-disabled:opacity-50"
              >
                <input
                  type="checkbox"
                  disabled={refusal !== null}
                  title={refusal ?? undefined}
                  checked={chosen.includes(code)}
                  onChange={(event) => onChange(withTick(chosen, code, event.target.checked))}
                />
                <span className="flex-1">{lines.nameOf(code)}</span>
                <span className="font-mono text-xs text-kumo-subtle">{code}</span>
              </label>
            </li>
          )
        })}
        {shown.length === 0 && <li className="px-3 py-2 text-sm text-kumo-subtle">{text.lineNone}</li>}
      </ul>
    </>
  )
}
