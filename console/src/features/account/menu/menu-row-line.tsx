import type { MenuSetting } from '@nameplane/contract/account/menu-row'
import { memo, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import CaretRightIcon from 'icon:caret-right'
import DotsSixVerticalIcon from 'icon:dots-six-vertical'
import DotsThreeIcon from 'icon:dots-three'
import { menuIconOf } from '../../../entities/menu/menu-icons.ts'
import { useText } from '../../../i18n/messages.ts'
import { Badge } from '../../../screen-parts/badge.tsx'
import { twoLines } from '../../../screen-parts/table/table-row.tsx'
import { partsMessages } from '../../../screen-parts/screen-parts.messages.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { IconButton, SmallIconButton } from '../../../ui/icon-button.tsx'
import type { DropZone } from './menu-places.ts'
import { menuMessages } from './menu.messages.ts'

type MenuRowLineProps = {
  row: MenuSetting
  name: string
  depth: number
  /** Null: nothing stands below it. */
  isFolded: boolean | null
  mayWrite: boolean
  /** Where a dragged row would go. */
  zone: DropZone | null
  on: MenuRowHandlers
}

/** What a line tells its table. */
export type MenuRowHandlers = {
  fold: (row: MenuSetting) => void
  openMenu: (row: MenuSetting, anchor: HTMLElement) => void
  edit: (row: MenuSetting) => void
  step: (row: MenuSetting, direction: -1 | 1) => void
  dragStart: (row: MenuSetting) => void
  dragOver: (row: MenuSetting, event: DragEvent<HTMLElement>) => void
  dragEnd: () => void
  drop: () => void
}

const zoneMarks: Readonly<Record<DropZone, string>> = {
  before: 'shadow-[inset_0_2px_0_0_var(--color-np-accent)]',
  into: 'bg-kumo-brand/10',
  after: 'shadow-[inset_0_-2px_0_0_var(--color-np-accent)]',
}

/** One row of the menu in the table of its settings. */
export const MenuRowLine = memo(function MenuRowLine({ row, name, depth, isFolded, mayWrite, zone, on }: MenuRowLineProps) {
  const text = useText(menuMessages)
  const parts = useText(partsMessages)
  const Icon = menuIconOf(row.icon)
  const press = (event: KeyboardEvent) => {
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || direction === undefined) return
    event.preventDefault()
    on.step(row, direction)
  }
  return (
    <tr
      data-row={row.id}
      className={`border-b border-kumo-line last:border-0 hover:bg-kumo-tint/50 ${zone ? zoneMarks[zone] : ''}`}
      onDragOver={(event) => on.dragOver(row, event)}
      onDrop={(event) => {
        event.preventDefault()
        on.drop()
      }}
    >
      <th scope="row" className="py-0.5 pl-2 text-left font-normal">
        <span className="flex min-h-8 min-w-0 items-center gap-1" style={{ paddingLeft: depth * 20 }}>
          {mayWrite && (
            <SmallIconButton
              draggable
              label={text.drag(name)}
              onKeyDown={press}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', name)
                on.dragStart(row)
              }}
              onDragEnd={on.dragEnd}
              className="cursor-grab!"
              icon={<DotsSixVerticalIcon size={14} />}
            />
          )}
          {isFolded === null ? (
            <span className="size-6 shrink-0" />
          ) : (
            <SmallIconButton
              aria-expanded={!isFolded}
              label={isFolded ? text.expand(name) : text.fold(name)}
              onClick={() => on.fold(row)}
              icon={<CaretRightIcon size={12} className={`transition-transform ${isFolded ? '' : 'rotate-90'}`} />}
            />
          )}
          {Icon && <Icon size={15} />}
          <span className={`min-w-0 truncate leading-6 ${row.kind === 'directory' ? 'font-medium' : ''} ${row.absence ? 'text-kumo-subtle' : ''}`} title={name}>
            {name}
          </span>
          {!row.builtIn && <span className="shrink-0 text-xs text-kumo-subtle">{text.own}</span>}
        </span>
      </th>
      <td className="px-2 text-kumo-subtle max-pad:hidden">{text.choices.kind[row.kind]}</td>
      <td className="px-2 font-mono text-xs text-kumo-subtle max-pc:hidden" title={row.externalUrl ?? row.path}>
        <span className={`${twoLines} break-all`}>{row.externalUrl ?? row.path}</span>
      </td>
      <td className="truncate px-2 font-mono text-xs text-kumo-subtle max-pad:hidden" title={row.right ?? undefined}>
        {row.right ?? ''}
      </td>
      <td className="px-2 max-pad:px-1">
        {row.kind !== 'button' || row.absence ? (
          <Badge tone={row.absence === null ? 'good' : 'neutral'} text={row.absence === null ? text.shown : text.absences[row.absence]} />
        ) : null}
      </td>
      <td className="pr-2">
        <span className="flex items-center justify-end gap-1">
          {mayWrite && (
            <LinkButton className="text-sm max-pad:hidden" aria-label={`${parts.edit} ${name}`} onClick={() => on.edit(row)}>
              {parts.edit}
            </LinkButton>
          )}
          <IconButton
            label={`${parts.moreActions} ${name}`}
            title={parts.moreActions}
            aria-haspopup="menu"
            onClick={(event: MouseEvent<HTMLButtonElement>) => on.openMenu(row, event.currentTarget)}
            icon={<DotsThreeIcon size={18} />}
          />
        </span>
      </td>
    </tr>
  )
})
