import DotsThreeIcon from 'icon:dots-three'
import { useText } from '../../i18n/messages.ts'
import { SmallIconButton } from '../../ui/icon-button.tsx'
import { partsMessages } from '../screen-parts.messages.ts'

/** Opens the menu of what can be done with one row; `name` says which. */
export function MoreButton({ name, className, onOpen }: { name: string; className?: string; onOpen: (anchor: HTMLElement) => void }) {
  const text = useText(partsMessages)
  return (
    <SmallIconButton
      size={7}
      aria-haspopup="menu"
      label={`${text.moreActions} ${name}`}
      title={text.moreActions}
      className={className}
      onClick={(event) => onOpen(event.currentTarget)}
      icon={<DotsThreeIcon size={18} />}
    />
  )
}
