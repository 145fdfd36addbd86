import { useEffect, useRef, useState } from 'react'
import XIcon from 'icon:x'
import { useSite } from '../entities/site/site.ts'
import { useLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/messages.ts'
import type { MenuSection } from '../routing/menu.ts'
import { useOwnTitles } from '../routing/own-titles.tsx'
import { shellMessages } from './shell.messages.ts'
import { Choices } from '../ui/choices.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MenuGroups } from './side-menu.tsx'

/** The menu on a phone: a sheet from the left with all sections. */
export function MenuSheet({
  menu,
  section,
  marked,
  onClose,
}: {
  menu: readonly MenuSection[]
  section: MenuSection | null
  marked: string
  onClose: () => void
}) {
  const text = useText(shellMessages)
  const language = useLanguage()
  const { name } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const openedAt = useRef(marked)
  const [shownKey, setShownKey] = useState((section ?? menu[0])?.key)
  const shown = menu.find((row) => row.key === shownKey)
  // It shows every section; their entries are named by then.
  useOwnTitles()

  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    if (openedAt.current !== marked) onClose()
  }, [marked, onClose])

  return (
    <dialog
      ref={dialog}
      aria-label={text.menu}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[min(300px,85vw)] max-w-none overflow-hidden border-r border-kumo-line bg-kumo-base text-kumo-default backdrop:bg-black/40"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-12 items-center justify-between border-b border-kumo-line px-3">
          <span className="font-medium">{name}</span>
          <IconButton label={text.closeMenu} onClick={onClose} icon={<XIcon size={17} />} />
        </div>
        <Choices
          label={text.sections}
          options={menu.map((row) => [row.key, row.title[language]])}
          chosen={shown?.key ?? 0}
          onChoose={setShownKey}
          className="flex gap-1 overflow-x-auto border-b border-kumo-line p-2"
          choiceClassName="h-8 shrink-0 rounded-md px-3 aria-pressed:bg-kumo-brand/10 aria-pressed:text-np-accent"
        />
        <nav aria-label={text.menu} className="flex-1 overflow-y-auto p-2">
          {shown && <MenuGroups key={shown.key} section={shown} marked={marked} />}
        </nav>
      </div>
    </dialog>
  )
}
