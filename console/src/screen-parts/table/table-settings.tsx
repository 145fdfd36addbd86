import CaretDownIcon from 'icon:caret-down'
import CaretUpIcon from 'icon:caret-up'
import GearSixIcon from 'icon:gear-six'
import { limits } from '@nameplane/contract/limits'
import { useLanguage } from '../../i18n/language.ts'
import { useText } from '../../i18n/messages.ts'
import { Choices } from '../../ui/choices.tsx'
import { SmallIconButton, iconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { partsMessages } from '../screen-parts.messages.ts'
import { orderedColumns, type Column } from './column.ts'
import { orderColumns, resetTablePreference, setTablePreference, showColumn, useTablePreference } from './table-preference.ts'

const heading = 'px-2 pt-2 pb-1 text-xs text-kumo-subtle'
const row = 'flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-kumo-tint'
const choiceLook = {
  className: 'mx-2 flex gap-0.5 rounded-lg bg-kumo-tint p-0.5',
  choiceClassName: 'h-7 flex-1 rounded-md px-2 hover:text-kumo-default aria-pressed:bg-kumo-base aria-pressed:text-kumo-default aria-pressed:shadow-xs',
}

type TableSettingsProps<Row> = {
  name: string
  columns: readonly Column<Row>[]
  /** A table that scrolls through all its rows has no pages whose size could be chosen. */
  isPaged?: boolean
}

/** Which columns a table shows in which order, and how all tables look. */
export function TableSettings<Row>({ name, columns, isPaged = true }: TableSettingsProps<Row>) {
  const text = useText(partsMessages)
  const language = useLanguage()
  const preference = useTablePreference()
  const chosen = preference.columns[name] ?? {}
  const ordered = orderedColumns(columns, preference.order[name])

  function move(from: number, to: number) {
    const keys = ordered.map((column) => column.key)
    const [moved] = keys.splice(from, 1)
    keys.splice(to, 0, moved!)
    orderColumns(name, keys)
  }

  return (
    <Popover label={text.tableSettings} trigger={<GearSixIcon size={17} />} triggerClassName={iconButton} className="w-72">
      <p className={heading}>{text.columns}</p>
      {ordered.map((column, index) => (
        <div key={column.key} className={`${row} group/column pr-0.5`}>
          <label className={`flex min-w-0 flex-1 cursor-pointer items-center gap-2 ${column.isFixed ? 'cursor-not-allowed text-kumo-subtle' : ''}`}>
            <input
              type="checkbox"
              className="size-4"
              disabled={column.isFixed}
              title={column.isFixed ? text.reasons.fixedColumn : undefined}
              checked={column.isFixed || (chosen[column.key] ?? !column.isHiddenAtFirst)}
              onChange={(event) => showColumn(name, column.key, event.target.checked)}
            />
            <span className="truncate">{column.title[language]}</span>
          </label>
          <MoveButton
            label={text.moveUp(column.title[language])}
            Icon={CaretUpIcon}
            refusal={index === 0 ? text.reasons.first : null}
            onMove={() => move(index, index - 1)}
          />
          <MoveButton
            label={text.moveDown(column.title[language])}
            Icon={CaretDownIcon}
            refusal={index === ordered.length - 1 ? text.reasons.last : null}
            onMove={() => move(index, index + 1)}
          />
        </div>
      ))}
      <p className={heading}>{text.rowSize}</p>
      <Choices
        {...choiceLook}
        label={text.rowSize}
        options={(['small', 'medium', 'large'] as const).map((size) => [size, text[size]])}
        chosen={preference.size}
        onChoose={(size) => setTablePreference({ size })}
      />
      <p className={heading}>{text.align}</p>
      <Choices
        {...choiceLook}
        label={text.align}
        options={(['left', 'center', 'right'] as const).map((align) => [align, text[align]])}
        chosen={preference.align}
        onChoose={(align) => setTablePreference({ align })}
      />
      {isPaged && (
        <label className={`${row} mt-1 justify-between`}>
          {text.perPage}
          <select
            value={preference.pagesize}
            onChange={(event) => setTablePreference({ pagesize: Number(event.target.value) })}
            className="h-7 cursor-pointer rounded-md border border-kumo-line bg-kumo-base px-2 text-sm"
          >
            {limits.pageSizes.map((size) => (
              <option key={size} value={size}>
                {text.rowsPerPage(size)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="mt-2 border-t border-kumo-line pt-1">
        <label className={row}>
          <input
            type="checkbox"
            className="size-4"
            checked={preference.stripe === 1}
            onChange={(event) => setTablePreference({ stripe: event.target.checked ? 1 : 0 })}
          />
          {text.stripe}
        </label>
        <label className={row}>
          <input
            type="checkbox"
            className="size-4"
            checked={preference.border === 1}
            onChange={(event) => setTablePreference({ border: event.target.checked ? 1 : 0 })}
          />
          {text.border}
        </label>
        <button type="button" className={`${row} w-full text-kumo-link`} onClick={() => resetTablePreference(name)}>
          {text.restoreDefaults}
        </button>
      </div>
    </Popover>
  )
}

function MoveButton({ label, Icon, refusal, onMove }: { label: string; Icon: typeof CaretUpIcon; refusal: string | null; onMove: () => void }) {
  return (
    <SmallIconButton
      label={label}
      refusal={refusal}
      onClick={onMove}
      className="opacity-0 group-hover/column:opacity-100 group-focus-within/column:opacity-100 disabled:cursor-default disabled:text-kumo-subtle/40 pointer-coarse:opacity-100"
      icon={<Icon size={12} />}
    />
  )
}
